import { assert, describe, it } from "@effect/vitest"
import {
  type NumberReport,
  notVerified,
  type PrefixReport,
  type SuffixReport,
  type Trends
} from "@public-records/mirror"
import { Effect } from "effect"
import { type Answer, folded, type Section } from "../src/Answer.ts"
import { answerOfNumber, askNumber } from "../src/numberAnswer.ts"
import { oneDay, range } from "./coverages.ts"

const report: NumberReport = {
  number: "3152328257",
  possibly: [],
  reports: 42,
  records: 42,
  first: "2021-07-07 10:55:10",
  last: "2021-07-07 21:28:58",
  robocalls: { yes: 40, no: 2, unknown: 0 },
  states: [],
  areaCodes: [],
  subjects: [],
  months: [],
  neighbors: []
}

const covered = <A>(value: A, coverage = oneDay) => ({ value, coverage, note: notVerified }) as const
const answerTo = (change: Partial<NumberReport>, coverage = oneDay, hours?: Trends): Answer =>
  answerOfNumber(covered({ ...report, ...change }, coverage), "", hours)
const summaryOf = (change: Partial<NumberReport>) => answerTo(change).summary.map(({ text }) => text)
const sectionOf = ({ sections }: Answer, title: string): Section | undefined =>
  sections.find((section) => section.title === title)
const linesOf = (section: Section | undefined): ReadonlyArray<string> =>
  (section === undefined ? [] : folded(section).rows).map(({ cells = [], text }) => [text, ...cells].join("|"))

describe("the summary of a number", () => {
  it("says how often and when it was reported: at a time, on a day or on several days", () => {
    for (const [first, text] of [
      ["2021-07-07 21:28:00", "on 2021-07-07 at 21:28"],
      ["2021-07-07 21:27:00", "on 2021-07-07, 21:27 to 21:28"],
      ["2021-07-06 21:28:00", "from 2021-07-06 21:28 to 2021-07-07 21:28"]
    ] as const) {
      assert.strictEqual(summaryOf({ first })[0], `42 reports, ${text}.`)
    }
    assert.deepStrictEqual(summaryOf({ first: null, last: null }), ["Never reported."])
  })

  it("names the records only if there are duplicates, and leads to them", () => {
    const at = { first: report.last }
    assert.strictEqual(
      summaryOf({ ...at, reports: 1, records: 2 })[0],
      "1 report in 2 records, on 2021-07-07 at 21:28."
    )
    assert.strictEqual(summaryOf({ ...at, reports: 1, records: 1 })[1], "Show the complaint")
    assert.deepStrictEqual(answerTo({ records: 1200 }).summary[1], {
      text: "Show the 1,200 complaints",
      target: { _tag: "Complaints", where: { number: "3152328257" } }
    })
  })

  it("has the share of robocalls of the reports that say", () => {
    const robocalls = (yes: number, no: number, unknown: number) => summaryOf({ robocalls: { yes, no, unknown } })[2]
    assert.strictEqual(robocalls(1, 2, 0), "Robocalls: 1 of 3 (33 %).")
    assert.strictEqual(robocalls(0, 2, 4), "Robocalls: 0 of 2 (0 %); 4 do not say.")
    assert.strictEqual(robocalls(0, 0, 4), "Robocalls: no report says.")
  })

  it("names a known owner, also of a number that was never reported", () => {
    const number = "8002752273"
    const owner =
      "Public lines: (800) 275-2273 of Apple. Callers forge such numbers, so a report does not mean that the owner called."
    assert.strictEqual(answerTo({ number }).title, "(800) 275-2273, Apple")
    assert.strictEqual(summaryOf({ number })[1], owner)
    assert.deepStrictEqual(summaryOf({ number, first: null, last: null }).slice(1), [owner])
    assert.include(answerTo({ number }).data.json, { owner: "Apple" })
    assert.include(answerTo({}).data.json, { owner: null })
  })

  it("leads to the same number without its last digit", () => {
    const [row] = answerTo({ possibly: ["315232825"] }).summary.slice(-1)
    assert.deepStrictEqual(row, {
      text: "Possibly also reported as 315232825, which lacks the last digit.",
      target: { _tag: "Report", question: { _tag: "Number", text: "315232825" } }
    })
  })
})

describe("the sections of a number", () => {
  const states = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ state: index === 0 ? null : `State ${index}`, reports: 2 }))

  it("have at most eleven values until they are expanded", () => {
    assert.lengthOf(linesOf(sectionOf(answerTo({ states: states(11) }), "States")), 11)
    const section = sectionOf(answerTo({ states: states(12) }), "States")
    assert.strictEqual(section?.rows.length, 12)
    const lines = linesOf(section)
    assert.deepStrictEqual([lines.length, lines[0], lines[10]], [11, "not stated|2", "Show 2 more: 4 reports"])
  })

  it("have the last 24 months, the sum of earlier ones, and the days of each", () => {
    const months = Array.from({ length: 26 }, (_, index) => ({
      month: `${2019 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`,
      reports: index + 1
    }))
    const all = { ...oneDay, ...range("2019-01-01", "2021-07-07"), complete: 919 }
    const lines = linesOf(sectionOf(answerTo({ months }, all), "Months"))
    assert.deepStrictEqual(
      [lines.length, lines[0], lines[1], lines.at(-1)],
      [25, "earlier||3", "2019-03|31 of 31|3", "2021-02|28 of 28|26"]
    )
    const gap = { ...all, complete: 10, missing: [range("2019-01-11", "2021-06-30")] }
    const some = answerTo({ months: months.slice(0, 1) }, gap)
    assert.isUndefined(sectionOf(some, "Months"))
    const ends = [...months.slice(0, 1), { month: "2021-07", reports: 5 }]
    assert.deepStrictEqual(linesOf(sectionOf(answerTo({ months: ends }, gap), "Months")), [
      "2019-01|10 of 31|1",
      "2019-02-01 to 2021-06-30|0|missing",
      "2021-07|7 of 31|5"
    ])
    const [, missing, last] = sectionOf(answerTo({ months: ends }, gap), "Months")?.rows ?? []
    assert.isUndefined(missing?.target)
    const where = { createdFrom: "2021-07-01", createdTo: "2021-07-07", number: report.number }
    assert.deepStrictEqual(last?.target, { _tag: "Complaints", where })
  })

  it("have the hours of the calls from the first to the last one, and calls without a time", () => {
    const hour = (key: number | null, reports: number) => ({ key, split: null, reports, records: reports })
    const trends: Trends = { by: "call-hour", split: null, rows: [hour(null, 2), hour(9, 1), hour(11, 3)] }
    const section = sectionOf(answerTo({}, oneDay, trends), "Hours of the calls")
    assert.deepStrictEqual(linesOf(section), ["09:00|1", "10:00|0", "11:00|3", "not stated|2"])
    assert.isUndefined(sectionOf(answerTo({}), "Hours of the calls"))
  })

  it("have neighbors, or the sentence that no neighbor was reported, only of ten digits", () => {
    const none = "No other number that begins with 315232 was reported."
    assert.deepStrictEqual(linesOf(sectionOf(answerTo({}), "Neighbors")), [none])
    assert.isUndefined(sectionOf(answerTo({ number: "31523282" }), "Neighbors"))
    const neighbors = [{ number: "3152328258", reports: 1200, records: 1201 }]
    const answer = answerTo({ neighbors })
    assert.deepStrictEqual(linesOf(sectionOf(answer, "Neighbors")), ["(315) 232-8258|1,200"])
    assert.deepInclude(answer.data.json, { neighbors: [{ ...neighbors[0], owner: null }] })
  })

  it("have one line of CSV", () => {
    const { cells, header } = answerTo({ states: states(3) }).data
    assert.strictEqual(
      header.join(),
      "number,reports,records,first_filed,last_filed,robocalls_yes,robocalls_no,robocalls_unknown,states,area_codes,owner"
    )
    assert.deepStrictEqual(cells, [["3152328257", 42, 42, report.first, report.last, 40, 2, 0, 3, 0, null]])
  })
})

describe("the numbers with some digits", () => {
  const numbers = [{ number: "8002752273", reports: 1200, records: 1201 }]
  const prefix: PrefixReport = { prefix: "800275", count: 1, reports: 1200, records: 1201, numbers }

  it("are counted, the most reported ones first, with their owners", () => {
    const { chart, data, sections, summary, title } = answerOfNumber(covered(prefix))
    assert.strictEqual(title, "800275")
    assert.deepStrictEqual(summary, [{ text: "1 number begins with 800275: 1,200 reports." }])
    assert.deepStrictEqual([sections[0]?.title, linesOf(sections[0])], ["Numbers", ["(800) 275-2273, Apple|1,200"]])
    assert.include(sections[0]?.note, "Public lines: (800) 275-2273 of Apple.")
    assert.deepStrictEqual(
      [data.header.join(), data.cells],
      ["number,reports,records,owner", [["8002752273", 1200, 1201, "Apple"]]]
    )
    assert.strictEqual(chart?.slices[0]?.percent, 100)
    const many = answerOfNumber(covered({ ...prefix, count: 60 }))
    assert.match(many.sections[0]?.note ?? "", /^These are the 1 that were reported most\. Public lines: /)
    assert.strictEqual(many.summary[0]?.text, "60 numbers begin with 800275: 1,200 reports.")
  })

  it("may lack the area code, or not be there at all", () => {
    const suffix: SuffixReport = { suffix: "2328257", count: 0, reports: 0, records: 0, numbers: [] }
    const { sections, summary, title } = answerOfNumber(covered(suffix))
    assert.deepStrictEqual([title, sections], ["232-8257", []])
    assert.deepStrictEqual(
      summary.map(({ text }) => text),
      ["No number that ends with 2328257 was reported.", "The area code of the number is missing."]
    )
  })

  it.effect("are one question, and a number is two", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const trends: Trends = { by: "call-hour", split: null, rows: [{ key: 9, split: null, reports: 42, records: 42 }] }
      const mirror = (value: NumberReport | PrefixReport) => ({
        number: (typed: string) =>
          Effect.as(
            Effect.sync(() => void asked.push(typed)),
            covered(value)
          ),
        trends: ({ by }: { readonly by: string }) =>
          Effect.as(
            Effect.sync(() => void asked.push(by)),
            covered(trends)
          )
      })
      const answer = yield* askNumber(mirror(report), "315")
      assert.isDefined(sectionOf(answer, "Hours of the calls"))
      yield* askNumber(mirror(prefix), "800275")
      yield* askNumber(mirror({ ...report, reports: 0 }), "316")
      assert.deepStrictEqual(asked, ["315", "call-hour", "800275", "316"])
    })
  )
})
