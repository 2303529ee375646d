import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { basisOf, caveat, noticesBasis } from "../src/basis.ts"
import { coverageOf, daysOf, noDay, oneDay, range, someDays } from "./coverages.ts"

describe("the basis of an answer", () => {
  const july = (day: number) => CivilDate.make(`2021-07-0${day}`)

  for (const [name, coverage, records, gap] of [
    ["one complete day", {}, "Based on 1 day, 2021-07-07.", ""],
    [
      "two days",
      { ...range("2021-07-06", "2021-07-07"), complete: 2 },
      "Based on 2 days, 2021-07-06 to 2021-07-07.",
      ""
    ],
    [
      "one partial day",
      { complete: 0, partial: [july(7)] },
      "Based on 1 day, 2021-07-07. Partial: 2021-07-07.",
      "parts of 1 day (2021-07-07)"
    ],
    [
      "complete, partial and missing days over the end of a month",
      {
        ...range("2021-02-25", "2021-07-07"),
        complete: 127,
        partial: [july(2), july(4)],
        missing: [range("2021-02-27", "2021-03-01"), range("2021-07-05")]
      },
      "Based on 129 of 133 days, 2021-02-25 to 2021-07-07. Missing: 2021-02-27 to 2021-03-01, 2021-07-05. Partial: 2021-07-02, 2021-07-04.",
      "4 days (2021-02-27 to 2021-03-01, 2021-07-05) and parts of 2 days (2021-07-02, 2021-07-04)"
    ],
    [
      "days around a known gap in publication",
      {
        ...range("2025-09-26", "2025-11-14"),
        complete: 2,
        unpublished: [range("2025-09-27", "2025-11-13")],
        newest: CivilDate.make("2025-11-14")
      },
      "Based on 2 days, 2025-09-26 to 2025-11-14. Not published: 2025-09-27 to 2025-11-13.",
      ""
    ],
    [
      "no day of a range",
      { complete: 0, missing: [range("2021-07-07")] },
      "Based on 0 of 1 day, 2021-07-07. Missing: 2021-07-07.",
      "1 day (2021-07-07)"
    ],
    [
      "days before the newest one",
      { ...range("2021-07-06") },
      "Based on 1 day, 2021-07-06. The newest day is 2021-07-07.",
      ""
    ],
    [
      "duplicates and records that are set aside",
      { duplicates: 1200, setAside: 1 },
      "Based on 1 day, 2021-07-07. Duplicates: 1,200, counted once in reports. Set aside: 1 record.",
      ""
    ],
    [
      "days of a mirror that was synced",
      { lastSync: new Date("2021-07-08T14:05:09.123Z") },
      "Based on 1 day, 2021-07-07. Last synced at 2021-07-08 14:05 UTC.",
      ""
    ],
    ["no days at all", noDay, "Based on no days.", "every day"]
  ] as const) {
    it(`names ${name}`, () => {
      const basis = basisOf({ ...oneDay, ...coverage })
      assert.deepStrictEqual([basis.records, basis.gap], [records, gap])
      assert.strictEqual(basis.text, `${records} ${caveat}`)
    })
  }

  it("has the filter in words, the days and the sentence as members of JSON", () => {
    const { json, text } = basisOf({ ...oneDay, duplicates: 2 }, "state Ohio")
    assert.strictEqual(
      text,
      `Based on 1 day, 2021-07-07. Duplicates: 2, counted once in reports. Filter: state Ohio. ${caveat}`
    )
    const { readOnce: _, ...coverage } = { ...oneDay, duplicates: 2 }
    const note = "reported by consumers, not verified"
    assert.deepStrictEqual(json, { coverage, note, filter: "state Ohio", basis: text })
  })

  it.prop(
    "names at most three ranges, counts all days, and never calls a known gap missing",
    { days: someDays },
    ({ days }) => {
      const coverage = coverageOf(days)
      const { gap, records } = basisOf(coverage)
      const count = (state: string): number => days.states.filter((one) => one === state).length
      const missing = /Missing: ([^.]*)\./.exec(records)?.[1] ?? ""
      const named = missing.replace(/ and \d+ more$/, "")
      assert.isAtMost(named === "" ? 0 : named.split(", ").length, 3)
      const present = count("complete") + count("partial")
      const [, based = "", of = based] = /^Based on (\d+)(?: of (\d+))? days?, /.exec(records) ?? []
      assert.deepStrictEqual([Number(based), Number(of)], [present, present + count("missing")])
      const unpublished = coverage.unpublished.flatMap(daysOf)
      const namedDays =
        named === ""
          ? []
          : named.split(", ").flatMap((text) => {
              const [from = "", to = from] = text.split(" to ")
              return daysOf({ from, to })
            })
      assert.notIncludeMembers(namedDays, unpublished.length === 0 ? ["none"] : unpublished)
      assert.strictEqual(records.includes("Not published: "), unpublished.length > 0)
      assert.strictEqual(gap === "", count("missing") + count("partial") === 0)
    }
  )

  it("says how many notices there are, and whether they were read to the end", () => {
    const history = { notices: 3002, lastChanged: "2021-02-01T23:44:03+00:00", readToTheEnd: true }
    const all = noticesBasis(history)
    assert.strictEqual(
      all.text,
      "Based on 3,002 notices, the last changed on 2021-02-01. These are all that the service had when they were read."
    )
    assert.deepStrictEqual([all.gap, all.caveat], ["", ""])
    const some = noticesBasis({ ...history, notices: 1, lastChanged: null, readToTheEnd: false })
    assert.strictEqual(
      some.text,
      "Based on 1 notice. The notices of the service were not read to the end, so some may be missing."
    )
    assert.strictEqual(some.gap, "some notices of the service")
    assert.deepStrictEqual(some.json, {
      note: "the notices of the service were not read to the end, so the mirror may lack some",
      basis: some.text
    })
  })
})
