import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { CivilDate } from "../src/dates/CivilDate.ts"
import { latestPublishedDay, nextPublication, publicationOf, yesterday } from "../src/dates/PublicationCalendar.ts"
import { useTimeZone } from "./timeZones.ts"

const at = (instant: string) => TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe(instant)))

describe.each(["UTC", "America/New_York", "Asia/Tokyo"])("PublicationCalendar in %s", (timeZone) => {
  useTimeZone(timeZone)

  const latest: ReadonlyArray<readonly [string, string, string]> = [
    ["Tuesday on a Wednesday afternoon", "2026-11-18T18:00:00Z", "2026-11-17"],
    ["Monday on a Wednesday morning", "2026-11-18T15:00:00Z", "2026-11-16"],
    ["Sunday on a Monday afternoon", "2026-11-16T18:00:00Z", "2026-11-15"],
    ["Thursday on a Monday morning after a holiday", "2026-11-16T15:00:00Z", "2026-11-12"],
    ["Thursday on a Saturday", "2026-11-21T18:00:00Z", "2026-11-19"],
    ["Tuesday on Thanksgiving", "2026-11-26T20:00:00Z", "2026-11-24"],
    ["Thursday on the Friday after Thanksgiving", "2026-11-27T20:00:00Z", "2026-11-26"],
    ["Wednesday on 3 July 2026, the observed holiday of 4 July", "2026-07-03T20:00:00Z", "2026-07-01"],
    ["yesterday at noon Eastern time in winter", "2026-01-07T17:00:00Z", "2026-01-06"],
    ["the day before yesterday a minute before noon Eastern time in summer", "2026-07-08T15:59:00Z", "2026-07-06"]
  ]

  for (const [what, now, expected] of latest) {
    it.effect(`has published complaints of ${what}`, () =>
      Effect.gen(function* () {
        yield* at(now)
        assert.strictEqual<string>(yield* latestPublishedDay, expected)
      })
    )
  }

  it.effect("returns yesterday in Eastern time", () =>
    Effect.gen(function* () {
      for (const [now, expected] of [
        ["2026-03-01T04:00:00Z", "2026-02-27"],
        // Half an hour after the end of a day with 23 hours, and half an hour before the end of one with 25.
        ["2026-03-09T04:30:00Z", "2026-03-08"],
        ["2026-11-02T04:30:00Z", "2026-10-31"]
      ] as const) {
        yield* at(now)
        assert.strictEqual<string>(yield* yesterday, expected)
      }
    })
  )

  const publications: ReadonlyArray<readonly [string, string, string]> = [
    ["of a Tuesday on Wednesday at noon in winter", "2026-11-17", "2026-11-18T17:00:00.000Z"],
    ["of a Tuesday on Wednesday at noon in summer", "2026-07-07", "2026-07-08T16:00:00.000Z"],
    ["of a Friday on Monday", "2026-11-13", "2026-11-16T17:00:00.000Z"],
    ["of a Saturday on Monday", "2026-11-14", "2026-11-16T17:00:00.000Z"],
    ["of a Sunday on Monday", "2026-11-15", "2026-11-16T17:00:00.000Z"],
    ["of the Friday before summer time on Monday in summer time", "2026-03-06", "2026-03-09T16:00:00.000Z"],
    ["of the Friday before winter time on Monday in winter time", "2026-10-30", "2026-11-02T17:00:00.000Z"],
    ["not on New Year's Day", "2025-12-31", "2026-01-02T17:00:00.000Z"],
    ["not on 31 December if New Year's Day is a Saturday", "2021-12-30", "2022-01-03T17:00:00.000Z"],
    ["not on 2 January if New Year's Day is a Sunday", "2022-12-31", "2023-01-03T17:00:00.000Z"],
    ["not on Martin Luther King's birthday", "2026-01-18", "2026-01-20T17:00:00.000Z"],
    ["not on 15 January if it is a Monday", "2024-01-14", "2024-01-16T17:00:00.000Z"],
    ["even on 22 January if it is a Monday", "2024-01-21", "2024-01-22T17:00:00.000Z"],
    ["not on Washington's birthday", "2026-02-15", "2026-02-17T17:00:00.000Z"],
    ["not on Memorial Day", "2026-05-24", "2026-05-26T16:00:00.000Z"],
    ["not on Juneteenth", "2026-06-18", "2026-06-22T16:00:00.000Z"],
    ["not on 18 June if Juneteenth is a Saturday", "2027-06-17", "2027-06-21T16:00:00.000Z"],
    ["not on 18 June 2021, the first Juneteenth that was observed", "2021-06-17", "2021-06-21T16:00:00.000Z"],
    ["even on 19 June before it was a holiday", "2020-06-18", "2020-06-19T16:00:00.000Z"],
    ["not on 5 July if Independence Day is a Sunday", "2027-07-04", "2027-07-06T16:00:00.000Z"],
    ["not on Labor Day", "2026-09-06", "2026-09-08T16:00:00.000Z"],
    ["not on Columbus Day", "2026-10-11", "2026-10-13T16:00:00.000Z"],
    ["not on Veterans Day", "2026-11-10", "2026-11-12T17:00:00.000Z"],
    ["not on Thanksgiving", "2026-11-25", "2026-11-27T17:00:00.000Z"],
    ["even on Christmas Eve", "2025-12-23", "2025-12-24T17:00:00.000Z"],
    ["not on Christmas", "2025-12-24", "2025-12-26T17:00:00.000Z"],
    ["not on Christmas before 2021", "2020-12-24", "2020-12-28T17:00:00.000Z"],
    ["even on Inauguration Day, which is not a nationwide holiday", "2021-01-19", "2021-01-20T17:00:00.000Z"]
  ]

  for (const [what, day, expected] of publications) {
    it(`publishes complaints ${what}`, () => {
      assert.strictEqual(DateTime.formatIso(publicationOf(CivilDate.make(day))), expected)
    })
  }

  // The earliest and the latest date of each holiday that is a weekday of its month.
  for (const [holiday, dates] of [
    ["Martin Luther King's birthday", ["2024-01-15", "2019-01-21"]],
    ["Washington's birthday", ["2027-02-15", "2022-02-21"]],
    ["Memorial Day", ["2026-05-25", "2027-05-31"]],
    ["Labor Day", ["2025-09-01", "2026-09-07"]],
    ["Columbus Day", ["2029-10-08", "2024-10-14"]],
    ["Thanksgiving", ["2029-11-22", "2024-11-28"]]
  ] as const) {
    it(`publishes nothing on ${holiday}, but a week before and after`, () => {
      const publishedOn = (date: string): boolean => {
        const dayBefore = DateTime.subtract(DateTime.makeUnsafe(`${date}T00:00:00Z`), { days: 1 })
        const publication = publicationOf(CivilDate.make(DateTime.formatIsoDateUtc(dayBefore)))
        return DateTime.formatIsoDateUtc(publication) === date
      }
      const plusDays = (date: string, days: number): string =>
        DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe(`${date}T00:00:00Z`), { days }))
      for (const date of dates) {
        assert.deepStrictEqual(
          [-7, 0, 7].map((days) => publishedOn(plusDays(date, days))),
          [true, false, true],
          date
        )
      }
    })
  }

  const next: ReadonlyArray<readonly [string, string, string]> = [
    ["at noon if it is a moment before noon", "2026-11-18T16:59:59.999Z", "2026-11-18T17:00:00.000Z"],
    ["a day later if it is noon", "2026-11-18T17:00:00.000Z", "2026-11-19T17:00:00.000Z"],
    ["Monday if it is a Friday afternoon", "2026-11-20T20:00:00.000Z", "2026-11-23T17:00:00.000Z"],
    ["the next day if it is the morning of a holiday", "2026-11-26T12:00:00.000Z", "2026-11-27T17:00:00.000Z"],
    ["2 January if it is the afternoon of New Year's Eve", "2025-12-31T18:00:00.000Z", "2026-01-02T17:00:00.000Z"],
    ["the next Eastern day if it is already tomorrow in UTC", "2026-11-19T03:00:00.000Z", "2026-11-19T17:00:00.000Z"]
  ]

  for (const [what, now, expected] of next) {
    it.effect(`expects the next complaints ${what}`, () =>
      Effect.gen(function* () {
        yield* at(now)
        assert.strictEqual(DateTime.formatIso(yield* nextPublication.complaints), expected)
      })
    )
  }

  it.effect("expects the next notices within a day", () =>
    Effect.gen(function* () {
      yield* at("2026-11-18T16:00:00Z")
      assert.strictEqual(DateTime.formatIso(yield* nextPublication.notices), "2026-11-19T16:00:00.000Z")
    })
  )

  const moments = Schema.Int.check(
    Schema.isBetween({ minimum: Date.parse("2019-01-01T00:00:00Z"), maximum: Date.parse("2035-01-01T00:00:00Z") })
  )

  it.effect.prop("returns the latest day whose publication is not in the future", { now: moments }, ({ now }) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const latest = yield* latestPublishedDay
      const after = CivilDate.make(
        DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe(`${latest}T00:00:00Z`), { days: 1 }))
      )
      assert.isAtMost(DateTime.toEpochMillis(publicationOf(latest)), now)
      assert.isAbove(DateTime.toEpochMillis(publicationOf(after)), now)
      assert.deepStrictEqual(yield* nextPublication.complaints, publicationOf(after))
    })
  )
})
