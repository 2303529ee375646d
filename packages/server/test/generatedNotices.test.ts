import { assert, describe, it } from "@effect/vitest"
import { generatedNotices } from "../src/dataset/generatedNotices.ts"

const notices = generatedNotices(3_000, 1)

describe("generated notices", () => {
  it("are the same for the same seed, and do not depend on their number", () => {
    assert.deepStrictEqual(generatedNotices(1, 1), [
      {
        id: "43a0772b-39c5-4daf-b415-4bbddf1d3f72",
        title: "20115001: Invented Xylophone Medical Devices Corporation; Imaginary Pebble Insurance plc",
        transactionNumber: "20115001",
        acquiringParty: "Invented Xylophone Medical Devices Corporation",
        acquiredParty: "Imaginary Pebble Insurance plc",
        acquiredEntities: ["Imaginary Pebble Insurance plc"],
        date: "2011-06-17",
        created: "2013-09-24T20:20:48+00:00",
        updated: "2013-09-24T22:00:16+00:00",
        tags: undefined,
        revision: "100000"
      }
    ])
    assert.deepStrictEqual(notices.slice(0, 2), generatedNotices(2, 1))
    assert.strictEqual(notices.at(-1)?.revision, "102999")
  })

  it("are dated to weekdays from January 1999 to the suspension, and not to the days of the real notices", () => {
    const dates = new Set(notices.map(({ date }) => date))
    const weekdays = new Set(Array.from(dates, (date) => new Date(`${date}T00:00:00Z`).getUTCDay()))
    assert.deepStrictEqual(Array.from(weekdays).toSorted(), [1, 2, 3, 4, 5])
    const ordered = Array.from(dates).toSorted()
    assert.isTrue((ordered[0] ?? "") >= "1999-01-04" && (ordered[0] ?? "") < "1999-02", ordered[0])
    assert.isTrue((ordered.at(-1) ?? "") <= "2021-02-03" && (ordered.at(-1) ?? "") > "2021-01", ordered.at(-1))
    assert.isFalse(dates.has("2011-04-08") || dates.has("2011-04-11"))
    // Those of Saturdays and Sundays are dated to Friday.
    const fridays = notices.filter(({ date }) => new Date(`${date}T00:00:00Z`).getUTCDay() === 5)
    assert.approximately(fridays.length / notices.length, 3 / 7, 0.03)
  })

  it("are numbered from 5001 in each fiscal year, which begins in October", () => {
    const next = new Map<number, number>()
    for (const { date, transactionNumber } of notices) {
      const year = Number(date.slice(0, 4)) + (Number(date.slice(5, 7)) >= 10 ? 1 : 0)
      const sequence = next.get(year) ?? 5_001
      next.set(year, sequence + 1)
      assert.strictEqual(transactionNumber, `${year}${sequence}`, date)
    }
  })

  it("were created in the afternoon of their day, or of the import of 2013, and updated at night", () => {
    const notices = generatedNotices(500, 1)
    const hours = (kind: "created" | "updated") => new Set(notices.map((notice) => Number(notice[kind].slice(11, 13))))
    assert.deepStrictEqual([hours("created").size, hours("updated").size], [7, 3])
    for (const { created, date, updated } of notices) {
      const day = date < "2013-09-24" ? "2013-09-24" : date
      assert.match(created, new RegExp(`^${day}T(1[4-9]|20):[0-5]\\d:[0-5]\\d\\+00:00$`))
      assert.match(updated, new RegExp(`^${day}T2[1-3]:[0-5]\\d:[0-5]\\d\\+00:00$`))
    }
  })

  it("name the acquired party as the only entity in six of ten notices, otherwise two to four companies", () => {
    const alone = notices.filter(({ acquiredEntities, acquiredParty }) => acquiredEntities.join() === acquiredParty)
    assert.approximately(alone.length / notices.length, 0.6, 0.03)
    const counts = new Set(notices.map(({ acquiredEntities }) => acquiredEntities.length))
    assert.deepStrictEqual(Array.from(counts).toSorted(), [1, 2, 3, 4])
    for (const { acquiredEntities } of notices) {
      assert.isTrue(
        acquiredEntities.every((name) =>
          /^(Sample|Example|Imaginary|Fictional|Invented|Placeholder|Make-Believe) [A-Z]/.test(name)
        )
      )
    }
  })
})
