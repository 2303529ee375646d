import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { Effect, Option } from "effect"
import { useTimeZone } from "../../../packages/core/test/timeZones.ts"
import { emptyStore, type Row, type RowStore } from "../src/collection/RowStore.ts"
import { daysFrom } from "../src/complaints/form.ts"
import { clockOf } from "../src/drawing/counts.ts"
import { dateField } from "../src/form/dateField.ts"
import { coverageText } from "../src/report/coverage.ts"
import { instantOf, readVisits, saveVisit, type Visit, visitLabels } from "../src/visits/lastVisit.ts"
import { newFields, newLabels } from "../src/visits/unseen.ts"
import { someDays } from "./fakeMirror.ts"
import { fakePlatform } from "./terminal.tsx"

const source = "https://records.example"

const visitAt = (minute: number, newestNotice = "2026-11-18T10:00:00Z"): Visit => ({
  newestNotice,
  at: new Date(Date.UTC(2026, 10, 18, 10, minute)).toISOString()
})

const savedAfter = async (visits: Readonly<Record<string, Visit>>, visit: Visit) => {
  const { platform } = fakePlatform([], new Map([["visits.json", JSON.stringify({ visits })]]))
  await Effect.runPromise(saveVisit(platform, source, visit))
  return Effect.runPromise(readVisits(platform))
}

describe("the saved visits", () => {
  it("do not exist without a file, which the first visit creates", async () => {
    const { own, platform } = fakePlatform()
    assert.deepStrictEqual(await Effect.runPromise(readVisits(platform)), {})
    await Effect.runPromise(saveVisit(platform, source, visitAt(0)))
    assert.deepStrictEqual(JSON.parse(own.get("visits.json") ?? ""), { visits: { [source]: visitAt(0) } })
    assert.match(own.get("visits.json") ?? "", /\}\n$/)
  })

  it("keep the newer of two newest notices, and the time of the last visit", async () => {
    const [older, newer] = ["2026-11-18T09:00:00-02:00", "2026-11-18T11:00:01Z"]
    for (const [before, now, expected] of [
      [older, newer, newer],
      [newer, older, newer],
      ["2026-11-18T11:00:00Z", older, older]
    ] as const) {
      const visits = await savedAfter({ [source]: visitAt(0, before) }, visitAt(5, now))
      assert.deepStrictEqual(visits[source], visitAt(5, expected))
    }
  })

  it("are those of the last 20 sources, including this one", async () => {
    const others = Array.from({ length: 20 }, (_, index) => [`source ${index}`, visitAt(index)] as const)
    for (const ordered of [others, others.toReversed()]) {
      const visits = await savedAfter(Object.fromEntries(ordered), visitAt(0))
      assert.lengthOf(Object.keys(visits), 20)
      assert.isUndefined(visits["source 0"])
      assert.deepStrictEqual(visits["source 1"], visitAt(1))
      assert.deepStrictEqual(visits["source 19"], visitAt(19))
    }
    const visits = await savedAfter(Object.fromEntries(others.slice(1)), visitAt(0))
    assert.lengthOf(Object.keys(visits), 20)
    assert.deepStrictEqual(visits["source 1"], visitAt(1))
  })
})

describe("an instant", () => {
  it("is before all others if the text has none", () => {
    for (const text of ["", "yesterday", "2026-13-01", "2026-11-18T99:00:00Z"]) {
      assert.strictEqual(instantOf(text), Number.NEGATIVE_INFINITY)
    }
  })

  it("of a date is its first", () => {
    assert.strictEqual(instantOf("2026-11-18"), Date.UTC(2026, 10, 18))
    assert.strictEqual(instantOf("2026-11-18 00:00:00"), Date.UTC(2026, 10, 18))
    assert.strictEqual(instantOf("2026-11-18T01:00:00+0100"), Date.UTC(2026, 10, 18))
  })
})

describe.each([
  ["America/New_York", "18 Nov 2026, 05:00", "19:00"],
  ["Asia/Tokyo", "18 Nov 2026, 19:00", "09:00"]
])("in the time zone %s", (zone, visit, clock) => {
  useTimeZone(zone)

  it("an instant without a zone is UTC", () => {
    assert.strictEqual(instantOf("2026-11-18 00:30:00"), Date.UTC(2026, 10, 18, 0, 30))
    assert.strictEqual(instantOf("2026-11-18"), Date.UTC(2026, 10, 18))
  })

  it("the time of a visit and that of the next request are local", () => {
    assert.strictEqual(visitLabels(visitAt(0)).full, visit)
    assert.strictEqual(clockOf(0), clock)
  })

  it("a date has the same neighbors, and the same weekday", () => {
    assert.deepStrictEqual([daysFrom("2021-03-14", -1), daysFrom("2021-03-14", 1)], ["2021-03-13", "2021-03-15"])
    assert.strictEqual(dateField({ name: "on", label: "Date" }).hint?.({ on: "2021-07-07" }), "✓ Wednesday")
  })

  it("a range of missing days has as many days", () => {
    const days = coverageText({
      ...someDays,
      missing: [{ from: CivilDate.make("2021-03-01"), to: CivilDate.make("2021-03-31") }]
    })
    assert.include(days, "6 of 37 days")
  })
})

describe("the time of a visit", () => {
  it("is formatted with and without year and time of day", () => {
    const { day, full } = visitLabels(visitAt(0))
    assert.match(day, /^1[789] Nov$/)
    assert.match(full, /^1[789] Nov 2026, \d\d:\d\d$/)
  })
})

describe("the number of new rows", () => {
  const since = { day: "18 Nov", full: "18 Nov 2026, 10:00" }
  const unseen = Option.some({ isNew: (record: string) => record === "new", since })

  const storeOf = (records: ReadonlyArray<string>, total?: number, page = 0): RowStore<string> => ({
    ...emptyStore,
    pages: new Map([[page, records.map((record): Row<string> => ({ _tag: "Record", record }))]]),
    total: Option.fromUndefinedOr(total),
    loaded: records.length
  })

  it("is given in three lengths", () => {
    assert.deepStrictEqual(newLabels(storeOf(["new", "old"], 9), unseen), [
      "* 1 new since 18 Nov 2026, 10:00",
      "* 1 new since 18 Nov",
      "* 1 new"
    ])
  })

  it("is not given if no row is new, or on a first visit", () => {
    assert.deepStrictEqual(newLabels(storeOf(["old"], 9), unseen), [])
    assert.deepStrictEqual(newLabels(emptyStore, unseen), [])
    assert.deepStrictEqual(newLabels(storeOf(["new"], 9), Option.none()), [])
  })

  it("may be larger only if all loaded rows are new, without a gap before them, and there may be others", () => {
    const shortest = (store: RowStore<string>) => newLabels(store, unseen).at(-1)
    assert.strictEqual(shortest(storeOf(["new", "new"], 3)), "* 2+ new")
    assert.strictEqual(shortest(storeOf(["new", "new"])), "* 2+ new")
    assert.strictEqual(shortest(storeOf(["new", "new"], 2)), "* 2 new")
    assert.strictEqual(shortest(storeOf(["new", "old"], 3)), "* 1 new")
    assert.strictEqual(shortest(storeOf(["new", "new"], 99, 1)), "* 2 new")
  })

  it("is explained in the detail of a new record only", () => {
    assert.deepStrictEqual(newFields(unseen, "new"), [{ label: "NEW", text: "since your visit on 18 Nov 2026, 10:00" }])
    assert.deepStrictEqual(newFields(unseen, "old"), [])
    assert.deepStrictEqual(newFields(Option.none(), "new"), [])
  })
})
