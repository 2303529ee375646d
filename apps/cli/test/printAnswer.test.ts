import { assert, describe, it } from "@effect/vitest"
import { type Answer } from "@public-records/answers/Answer"
import { Effect } from "effect"
import { answerText } from "../src/output/answerText.ts"
import { printData } from "../src/output/printAnswer.ts"
import { hostIn } from "./inProcess.ts"

const answer: Answer = {
  title: "(315) 232-8257",
  summary: [{ text: "42 reports." }],
  sections: [],
  basis: {
    records: "Based on 1 day.",
    caveat: "Not verified.",
    text: "Based on 1 day. Not verified.",
    gap: "",
    json: {}
  },
  data: { json: {}, rows: [], header: [], cells: [] }
}

const linesOf = (change: Partial<Answer>, width: number | undefined = 40): ReadonlyArray<string> =>
  answerText({ ...answer, ...change }, width)
    .split("\n")
    .slice(0, -1)

describe("the text of an answer", () => {
  it("has title and first sentence in one line if they fit, the others below, and the basis", () => {
    const summary = [{ text: "42 reports." }, { text: "Robocalls: 1 of 2 (50 %), and a sentence that is too long." }]
    assert.deepStrictEqual(linesOf({ summary }), [
      "(315) 232-8257   42 reports.",
      "  Robocalls: 1 of 2 (50 %), and a",
      "  sentence that is too long.",
      "Based on 1 day. Not verified."
    ])
    assert.deepStrictEqual(linesOf({ summary }, 27).slice(0, 2), ["(315) 232-8257", "  42 reports."])
  })

  it("has no row that only leads to complaints", () => {
    const target = { _tag: "Complaints", where: {} } as const
    assert.lengthOf(linesOf({ summary: [...answer.summary, { text: "Show the complaints", target }] }), 2)
  })

  it("has a brief section in one line, a table with its note, and sentences", () => {
    const rows = [
      { text: "Texas", cells: ["15"], count: 15 },
      { text: "Ohio", cells: ["1"], count: 1 }
    ]
    const header = ["state", "reports"]
    const sections = [
      { title: "States", header, rows, brief: true },
      { title: "Table", header, rows, note: "Not ranked: 3." },
      { title: "Neighbors", rows: [{ text: "None." }] }
    ]
    assert.deepStrictEqual(linesOf({ sections }).slice(1, -1), [
      "  States (2): Texas 15 · Ohio 1",
      "state  reports",
      `Texas       15  ${"█".repeat(24)}`,
      "Ohio         1  █▋",
      "Not ranked: 3.",
      "  None."
    ])
    assert.strictEqual(linesOf({ sections }, 26)[2], "  States (2): Texas 15 · …")
  })

  it("folds a section, and names columns that do not fit", () => {
    const rows = Array.from({ length: 30 }, (_, month) => ({ text: `m${month}`, cells: ["1"], count: 1 }))
    const months = { title: "Months", header: ["month", "reports"], rows, keep: "last" } as const
    assert.deepStrictEqual(linesOf({ sections: [months] })[2]?.slice(0, 16), "earlier        6")
    const header = ["month", "Ohio", "Texas", "Iowa"]
    const wide = { title: "Months", header, rows: [{ text: "2021-07", cells: ["1", "2", "3"] }] }
    assert.deepStrictEqual(linesOf({ sections: [wide] }, 18).slice(2, 6), [
      "month    Ohio",
      "2021-07     1",
      "Hidden columns: Texas, Iowa. Use a wider terminal or --format csv to see them.",
      "Based on 1 day."
    ])
  })

  it("is safe for a terminal", () => {
    const title = "a\u001B[2J"
    const texts = { title, summary: [{ text: "b\u202E" }], sections: [{ title, rows: [{ text: title }], note: title }] }
    assert.notMatch(linesOf(texts).join(""), /\u001B|\u202E/)
  })
})

const hostile = "a\u001B[2J\u202Eb\nc\uE000"

describe("the values of an answer", () => {
  it.effect("are exact in a file, and safe on a terminal", () =>
    Effect.gen(function* () {
      const rows = [{ city: hostile }, { city: null }]
      const data = { json: { rows }, rows, header: ["city"], cells: rows.map(({ city }) => [city]) }
      const printed = Effect.fnUntraced(function* (format: "csv" | "json" | "ndjson", columns?: number) {
        const host = hostIn(columns === undefined ? {} : { columns })
        yield* Effect.provide(
          printData({ format }, data, () => ""),
          host.layer
        )
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
