import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { type MirrorCoverage } from "@public-records/mirror"
import { Effect } from "effect"
import { covered, missingDays, named, printRows } from "../src/output/mirrorAnswer.ts"
import { hostIn } from "./inProcess.ts"

const range = (from: string, to = from) => ({ from: CivilDate.make(from), to: CivilDate.make(to) })

const oneDay: MirrorCoverage = {
  ...range("2021-07-07"),
  complete: 1,
  partial: [],
  missing: [],
  unpublished: [],
  newest: CivilDate.make("2021-07-07"),
  readOnce: 0,
  setAside: 0,
  duplicates: 0,
  lastSync: null
}
const noDay: MirrorCoverage = { ...oneDay, from: null, to: null, complete: 0, newest: null }

const textsOf = (coverage: Partial<MirrorCoverage>) => {
  const { basis, gap } = covered({ coverage: { ...oneDay, ...coverage }, note: "a note" })
  return [basis.replace("Reported by consumers, not verified; caller ID is often forged. ", ""), gap]
}

describe("the days of an answer", () => {
  for (const [name, coverage, basis, gap] of [
    ["one complete day", {}, "Based on 1 day.", ""],
    [
      "two days",
      { ...range("2021-07-06", "2021-07-07"), complete: 2 },
      "Based on 2 days from 2021-07-06 to 2021-07-07.",
      ""
    ],
    [
      "one partial day",
      { complete: 0, partial: [CivilDate.make("2021-07-07")] },
      "Based on 1 day, 1 of them partial.",
      "parts of 1 day (2021-07-07)"
    ],
    [
      "complete, partial and missing days over the end of a month",
      {
        ...range("2021-02-25", "2021-03-04"),
        complete: 3,
        partial: [CivilDate.make("2021-03-02"), CivilDate.make("2021-03-04")],
        missing: [range("2021-02-27", "2021-03-01")]
      },
      "Based on 5 of 8 days from 2021-02-25 to 2021-03-04, 2 of them partial.",
      "3 days (2021-02-27 to 2021-03-01) and parts of 2 days (2021-03-02, 2021-03-04)"
    ],
    [
      "a day of two",
      { ...range("2021-07-06", "2021-07-07"), missing: [range("2021-07-06")] },
      "Based on 1 of 2 days from 2021-07-06 to 2021-07-07.",
      "1 day (2021-07-06)"
    ],
    [
      "days around a known gap in publication",
      { ...range("2025-09-26", "2025-11-14"), complete: 2, unpublished: [range("2025-09-27", "2025-11-13")] },
      "Based on 2 days from 2025-09-26 to 2025-11-14. Not published: 2025-09-27 to 2025-11-13.",
      ""
    ],
    [
      "only days that were not published",
      { ...range("2025-10-01", "2025-10-02"), complete: 0, unpublished: [range("2025-10-01", "2025-10-02")] },
      "The mirror has no day of this range. Not published: 2025-10-01 to 2025-10-02.",
      ""
    ],
    [
      "a thousand of more days",
      { ...range("2018-01-01", "2021-07-07"), complete: 1000, missing: [range("2018-01-01", "2018-10-11")] },
      "Based on 1,000 of 1,284 days from 2018-01-01 to 2021-07-07.",
      "284 days (2018-01-01 to 2018-10-11)"
    ],
    [
      "no day of a range",
      { complete: 0, missing: [range("2021-07-07")] },
      "The mirror has no day of this range.",
      "1 day (2021-07-07)"
    ],
    ["nothing at all", noDay, "The mirror has no day of this range.", "every day"]
  ] as const) {
    it(`are ${name}`, () => {
      assert.deepStrictEqual(textsOf(coverage), [basis, gap])
    })
  }

  it("are named up to the fifth, and counted", () => {
    const days = ["a", "b", "c", "d", "e"]
    assert.deepStrictEqual([named([]), named(["a"]), named(days)], ["", "a", "a, b, c, d, e"])
    assert.strictEqual(named([...days, "f"]), "a, b, c, d, e and 1 more")
    assert.strictEqual(missingDays({ missing: [] }), 0)
    // The clocks change on 14 March 2021.
    const missing = [range("2021-03-13", "2021-03-15"), range("2021-12-31", "2022-01-01")]
    assert.strictEqual(missingDays({ missing }), 5)
  })
})

const hostile = "a\u001B[2J\u202Eb\nc\uE000"

describe("the rows of an answer", () => {
  it.effect("are exact in a file, and safe on a terminal", () =>
    Effect.gen(function* () {
      const rows = [{ city: hostile }, { city: null }]
      const answer: Parameters<typeof printRows<(typeof rows)[number]>>[1] = {
        json: { rows },
        rows,
        columns: [["city", ({ city }) => city]],
        text: () => ""
      }
      const printed = Effect.fnUntraced(function* (format: "csv" | "json" | "ndjson", columns?: number) {
        const host = hostIn(columns === undefined ? {} : { columns })
        yield* Effect.provide(printRows({ format }, answer), host.layer)
        return host.written().stdout
      })
      assert.strictEqual(yield* printed("csv"), `city\r\n"${hostile}"\r\n\r\n`)
      assert.match(yield* printed("csv", 80), /^city\na\P{Cc}+c\P{Cc}\n\n$/u)
      for (const format of ["json", "ndjson", "csv"] as const) {
        assert.notMatch(yield* printed(format, 80), /[^\P{Cc}\n]|\u202E|\uE000/u, format)
      }
      assert.deepStrictEqual(JSON.parse(yield* printed("json", 80)), { rows })
    })
  )
})
