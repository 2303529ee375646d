import { assert, describe, it } from "@effect/vitest"
import { notVerified, type Ranked, type Ranking, type TopDimension } from "@public-records/mirror"
import { partiesAnswer, rankingAnswer, rankingChart } from "../src/rankingAnswer.ts"
import { oneDay } from "./coverages.ts"

const ranked = (value: Ranked["value"], reports: number): Ranked => ({
  value,
  reports,
  records: reports + 1,
  places: 2,
  robocalls: { yes: 1, no: 1, unknown: reports - 2 },
  first: "2021-07-07 09:00:00",
  last: "2021-07-07 10:00:00"
})

const apple = "8002752273"
const ranking: Ranking = {
  top: [ranked(apple, 1128), ranked("4242044290", 60)],
  omitted: [{ ...ranked("0000000000", 24), reason: "placeholder" }],
  withoutValue: ranked("", 1528)
}

const answerTo = (value: Ranking, of: TopDimension, filter = "") =>
  rankingAnswer({ value, coverage: oneDay, note: notVerified }, of, filter)

const columns = "reports,records,places,robocalls_yes,robocalls_no,robocalls_unknown,first_filed,last_filed"
const figures = [1128, 1129, 2, 1, 1, 1126, "2021-07-07 09:00:00", "2021-07-07 10:00:00"]

describe("a ranking of numbers", () => {
  it("has a known owner beside each number, and says that callers forge it", () => {
    const { sections, summary, title } = answerTo(ranking, "numbers")
    assert.strictEqual(title, "Numbers by reports")
    assert.deepStrictEqual(summary, [{ text: "Most: (800) 275-2273, Apple, 1,128 reports, then (424) 204-4290: 60." }])
    assert.deepStrictEqual(sections[0]?.header, ["number", "reports", "places", "robocalls"])
    assert.deepStrictEqual(sections[0]?.rows[0], {
      text: "(800) 275-2273, Apple",
      cells: ["1,128", "2", "<1 %"],
      count: 1128,
      target: { _tag: "Report", question: { _tag: "Number", text: apple } }
    })
    assert.strictEqual(
      sections[0]?.note,
      "Omitted: (000) 000-0000 (24, a placeholder). Not ranked: 1,528 reports (no number). Public lines: (800) 275-2273 of Apple. Callers forge such numbers, so a report does not mean that the owner called."
    )
  })

  it("has the owner in JSON and CSV, or null", () => {
    const { cells, header, json, rows } = answerTo(ranking, "numbers").data
    assert.strictEqual(header.join(), `value,${columns},owner`)
    assert.deepStrictEqual(cells[0], [apple, ...figures, "Apple"])
    assert.strictEqual(cells[1]?.at(-1), null)
    assert.deepStrictEqual(rows, [
      { ...ranked(apple, 1128), owner: "Apple" },
      { ...ranked("4242044290", 60), owner: null }
    ])
    assert.hasAllKeys(json, ["top", "omitted", "withoutValue", "coverage", "note", "basis"])
  })

  it("is a chart whose shares are of all reports, if their number is known", () => {
    const { slices, sentence, total } = rankingChart(ranking, "numbers", 11_280)
    assert.deepStrictEqual([slices[0]?.percent, total], [10, 11_280])
    assert.include(sentence, "1,128 reports (10 %)")
    assert.deepStrictEqual(slices[0]?.where, { number: apple })
    assert.deepStrictEqual(rankingChart(ranking, "numbers").slices[0]?.percent, 0)
  })
})

describe("a ranking of other values", () => {
  const of = (dimension: TopDimension, value: Ranked["value"]) =>
    answerTo({ ...ranking, top: [ranked(value, 1128)], omitted: [], withoutValue: ranked("", 0) }, dimension, "hour 9")

  it("has cities in two columns", () => {
    const { data, sections } = of("cities", { city: "Akron", state: null })
    assert.strictEqual(data.header.join(), `city,state,${columns}`)
    assert.deepStrictEqual(data.cells, [["Akron", null, ...figures]])
    assert.strictEqual(sections[0]?.note, "")
    assert.strictEqual(of("cities", { city: "Akron", state: "Ohio" }).sections[0]?.rows[0]?.text, "Akron, Ohio")
  })

  it("leads to the complaints with the value", () => {
    for (const [dimension, value, where] of [
      ["states", "Ohio", { state: "Ohio" }],
      ["area-codes", "216", { areaCode: "216" }],
      ["subjects", "Other", { subject: "Other" }],
      ["cities", { city: "Akron", state: "Ohio" }, { city: "Akron", state: "Ohio" }]
    ] as const) {
      const { data, sections } = of(dimension, value)
      assert.deepStrictEqual(sections[0]?.rows[0]?.target, { _tag: "Complaints", where })
      assert.notInclude(JSON.stringify(data), "owner")
    }
  })
})

describe("a ranking of parties", () => {
  it("has transactions and notices, and the notices without a party", () => {
    const top = [{ value: "Example, Inc.", transactions: 3, notices: 4, first: "2000-06-08", last: "2011-08-26" }]
    const basis = { notices: 10, lastChanged: null, readToTheEnd: true }
    const { data, sections, summary, title } = partiesAnswer({ top, withoutValue: 2, ...basis }, "acquiring-parties")
    assert.strictEqual(title, "Acquiring parties by transactions")
    assert.deepStrictEqual(summary, [{ text: "Most: Example, Inc., 3 transactions." }])
    assert.deepStrictEqual(sections, [
      {
        title: "acquiring parties",
        header: ["acquiring party", "transactions", "notices"],
        rows: [
          {
            text: "Example, Inc.",
            cells: ["3", "4"],
            count: 3,
            target: { _tag: "Report", question: { _tag: "Party", text: "Example, Inc." } }
          }
        ],
        note: "Not ranked: 2 notices (no acquiring party)."
      }
    ])
    assert.deepStrictEqual(
      [data.header.join(), data.cells, data.rows],
      ["value,transactions,notices,first,last", [["Example, Inc.", 3, 4, "2000-06-08", "2011-08-26"]], top]
    )
    assert.strictEqual(partiesAnswer({ top, withoutValue: 0, ...basis }, "parties").sections[0]?.note, "")
  })
})
