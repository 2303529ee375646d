import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { sourceOfRecords, type SyncSource } from "../src/sync/SyncSource.ts"
import { complaintsOf, failing, monday, noticeOf, results, startSync, tuesday, url, wednesday } from "./syncs.ts"

describe("a day that looks incomplete", () => {
  it.effect("is read again 12 hours after its first read, and is then confirmed until its week is over", () =>
    Effect.gen(function* () {
      const { days, mirror, publish, sync } = yield* startSync()
      days.set(tuesday, complaintsOf(tuesday, 40))
      yield* publish
      yield* sync(mirror, { from: monday })
      const readsAfter = Effect.fnUntraced(function* (hours: number) {
        yield* TestClock.adjust(`${hours} hours`)
        return results(yield* sync(mirror)).filter((text) => text.startsWith(tuesday))
      })
      const confirmed = Effect.map(mirror.status, ({ suspicious }) =>
        suspicious.filter(({ day }) => day === tuesday).map((day) => day.confirmed)
      )
      assert.deepStrictEqual([yield* readsAfter(11), yield* confirmed], [[], [false]])
      assert.deepStrictEqual([yield* readsAfter(1), yield* confirmed], [["2021-07-06 complete unchanged 40+0"], [true]])
      assert.deepStrictEqual(yield* readsAfter(12), [])
      assert.deepStrictEqual(yield* readsAfter(7 * 24), ["2021-07-06 complete unchanged 40+0"])
      assert.deepStrictEqual(yield* readsAfter(12), [])
    }).pipe(Effect.scoped)
  )

  it.effect("is expected to have as many records as the service reported", () =>
    Effect.gen(function* () {
      const { behavior, days, mirror, publish, show, sync } = yield* startSync()
      days.set(wednesday, [])
      days.set("2021-07-08", [])
      yield* publish
      yield* TestClock.setTime(Date.parse("2021-07-09T18:00:00Z"))
      behavior.totalError = 5
      let city = 0
      behavior.onPage = () => {
        city += 1
        const complaints = complaintsOf("2021-07-08", 45)
        days.set(
          "2021-07-08",
          complaints.map((complaint) => Object.assign(complaint, { consumerCity: `City ${city}` }))
        )
        show()
      }
      const from = CivilDate.make("2021-07-08")
      assert.include(results(yield* sync(mirror, { from })), "2021-07-08 partial stored 45+0")
      yield* TestClock.adjust("12 hours")
      const [plan] = yield* sync(mirror, { dryRun: true })
      const [requestsOfDay, requestsOfNotices] = [Math.ceil(50 / 49) + 1, 3]
      assert.deepInclude(plan, { days: { new: 0, again: 1, missing: 0 }, requests: requestsOfDay + requestsOfNotices })
    }).pipe(Effect.scoped)
  )
})

describe("a list of a sync", () => {
  it.effect("sets a record aside whose date is not one", () =>
    Effect.gen(function* () {
      const { mirror, records } = yield* startSync()
      const source = sourceOfRecords(records)
      const damaged: SyncSource = {
        ...source,
        complaints: (day, from) =>
          Stream.map(source.complaints(day, from), (page) => ({
            ...page,
            records: page.records.map((one, index) =>
              index === 0 ? Object.assign({}, one, { createdDate: "2021-07-07 25:00:00" }) : one
            )
          }))
      }
      const events = yield* Stream.runCollect(mirror.syncFrom({ service: damaged }, { origin: url, from: wednesday }))
      assert.include(results(events), "2021-07-07 partial stored 117+3")
    }).pipe(Effect.scoped)
  )

  it.effect("that cannot be read is named with the reason, without the operation", () =>
    Effect.gen(function* () {
      const { faults, mirror, sync } = yield* startSync({}, { maxRetries: 0 })
      yield* Effect.orDie(faults.set(failing(1)))
      const failed = (yield* sync(mirror, { from: tuesday })).filter((event) => event._tag === "Failed")
      assert.deepStrictEqual(
        failed.map(({ list, message }) => [list, message.slice(0, 33)]),
        [[wednesday, "The service cannot be reached or "]]
      )
    }).pipe(Effect.scoped)
  )
})

describe("notices", () => {
  it.effect("keep their tags and each of their entities", () =>
    Effect.gen(function* () {
      const { mirror, notices, publish, sync } = yield* startSync()
      const lists = { tags: ["first", "second, third"], acquiredEntities: ["A, Inc.", "B"] }
      notices.set("tagged", { ...noticeOf("tagged"), ...lists })
      yield* publish
      yield* sync(mirror, { from: wednesday })
      const { acquiredEntities, tags } = yield* mirror.records.notices.get("tagged")
      assert.deepStrictEqual({ acquiredEntities, tags }, { tags: lists.tags, acquiredEntities: lists.acquiredEntities })
      assert.deepStrictEqual((yield* mirror.records.notices.get("one")).tags, [])
    }).pipe(Effect.scoped)
  )

  it.effect("are read again after 12 hours", () =>
    Effect.gen(function* () {
      const { mirror, sync } = yield* startSync()
      const from = wednesday
      const plansNotices = Effect.fnUntraced(function* (hours: number) {
        yield* TestClock.adjust(`${hours} hours`)
        const [plan] = yield* sync(mirror, { from, dryRun: true })
        return plan?._tag === "Plan" && plan.notices
      })
      yield* sync(mirror, { from })
      assert.deepStrictEqual([yield* plansNotices(11), yield* plansNotices(1)], [false, true])
      yield* sync(mirror, { from })
      assert.deepStrictEqual(
        [yield* plansNotices(0), yield* plansNotices(11), yield* plansNotices(1)],
        [false, false, true]
      )
    }).pipe(Effect.scoped)
  )
})
