import { assert, describe, it } from "@effect/vitest"
import type { NumberReport, PartyHistory, PartyNotice, TrendRow } from "@public-records/mirror"
import { numberSections, numbersSections } from "../src/report/numberReport.ts"
import { partySections } from "../src/report/partyReport.ts"
import type { Section } from "../src/report/Report.ts"
import { someDays } from "./fakeLocal.ts"
import { history, report } from "./openReports.ts"

const sectionsOf = (
  change: Partial<NumberReport> = {},
  hours: ReadonlyArray<TrendRow> = [],
  expanded: ReadonlyArray<string> = []
): ReadonlyArray<Section> =>
  numberSections({ ...report, ...change }, hours, someDays, (section) => expanded.includes(section))

const rowsIn = (sections: ReadonlyArray<Section>, title: string): ReadonlyArray<string> =>
  sections
    .filter((section) => section.title === title)
    .flatMap(({ rows }) => rows.map(({ count, text }) => (count === undefined ? text : `${text}: ${count}`)))

describe("the summary of a number", () => {
  const first = (change: Partial<NumberReport>): string | undefined => rowsIn(sectionsOf(change), "")[0]

  it("says when the number was reported: at a time, on a day or on several days", () => {
    const last = "2021-07-07 21:28:59"
    for (const [from, text] of [
      ["2021-07-07 21:28:00", "on 2021-07-07 at 21:28"],
      ["2021-07-07 21:27:00", "on 2021-07-07, 21:27 to 21:28"],
      ["2021-07-06 21:28:00", "from 2021-07-06 21:28 to 2021-07-07 21:28"]
    ] as const) {
      assert.strictEqual(first({ first: from, last, records: 42 }), `42 reports, ${text}.`)
    }
  })

  it("names the records only if there are duplicates", () => {
    const at = { first: "2021-07-07 21:28:00", last: "2021-07-07 21:28:00" }
    assert.strictEqual(first({ ...at, reports: 1, records: 2 }), "1 report in 2 records, on 2021-07-07 at 21:28.")
    assert.strictEqual(rowsIn(sectionsOf({ ...at, reports: 1, records: 1 }), "")[1], "Show the complaint")
    assert.strictEqual(rowsIn(sectionsOf({ ...at, reports: 1, records: 2 }), "")[1], "Show the 2 complaints")
  })

  it("has the share of robocalls of the reports that say", () => {
    const robocalls = (yes: number, no: number, unknown: number): string | undefined =>
      rowsIn(sectionsOf({ robocalls: { yes, no, unknown } }), "")[2]
    assert.strictEqual(robocalls(1, 2, 0), "Robocalls: 1 of 3 (33 %).")
    assert.strictEqual(robocalls(0, 2, 4), "Robocalls: 0 of 2 (0 %); 4 do not say.")
    assert.strictEqual(robocalls(0, 0, 4), "Robocalls: no report says.")
  })
})

describe("a part of the report about a number", () => {
  const states = (count: number): NumberReport["states"] =>
    Array.from({ length: count }, (_, index) => ({ state: index === 0 ? null : `State ${index}`, reports: 2 }))

  it("has at most eleven rows until it is expanded", () => {
    assert.strictEqual(rowsIn(sectionsOf({ states: states(11) }), "STATES")[10], "State 10: 2")
    const rows = rowsIn(sectionsOf({ states: states(12) }), "STATES")
    assert.lengthOf(rows, 11)
    assert.strictEqual(rows[0], "not stated: 2")
    assert.strictEqual(rows[10], "Show 2 more: 4 reports")
    assert.lengthOf(rowsIn(sectionsOf({ states: states(12) }, [], ["STATES"]), "STATES"), 12)
    assert.lengthOf(rowsIn(sectionsOf({ states: states(12) }, [], ["SUBJECTS"]), "STATES"), 11)
  })

  it("is omitted if it is empty", () => {
    const empty = { states: [], areaCodes: [], subjects: [], months: [], number: "555", neighbors: [] }
    assert.deepStrictEqual(
      sectionsOf(empty).map(({ title }) => title),
      [""]
    )
  })

  it("has each hour from the first to the last one, and calls without a time", () => {
    const hour = (key: number | null) => ({ key, split: null, reports: 3, records: 3 })
    assert.deepStrictEqual(rowsIn(sectionsOf({}, [hour(8), hour(10), hour(null)]), "HOURS OF THE CALLS"), [
      "08:00: 3",
      "09:00: 0",
      "10:00: 3",
      "no time given: 3"
    ])
    assert.deepStrictEqual(rowsIn(sectionsOf({}, [hour(null)]), "HOURS OF THE CALLS"), ["no time given: 3"])
    assert.deepStrictEqual(rowsIn(sectionsOf({}, [hour(0)]), "HOURS OF THE CALLS"), ["00:00: 3"])
  })

  it("says that there are no neighbors only for a complete number", () => {
    assert.deepStrictEqual(rowsIn(sectionsOf({ neighbors: [] }), "NEIGHBORS"), [
      "No other number that begins with 214555 was reported."
    ])
    assert.deepStrictEqual(rowsIn(sectionsOf({ number: "214555" }), "NEIGHBORS"), [])
  })
})

describe("the report about first digits", () => {
  const numbers = [{ number: "2145550001", reports: 7, records: 7 }]

  it("says whether it has all of the numbers", () => {
    for (const [count, title, found] of [
      [1, "NUMBERS", "1 number begins with 214: 7 reports."],
      [2, "THE 1 THAT WERE REPORTED MOST", "2 numbers begin with 214: 7 reports."]
    ] as const) {
      const sections = numbersSections({ prefix: "214", count, numbers, reports: 7, records: 7 }, someDays)
      assert.deepStrictEqual(rowsIn(sections, title), ["(214) 555-0001: 7"])
      assert.strictEqual(rowsIn(sections, "")[0], found)
    }
  })
})

describe("the report about a party", () => {
  const notice = {
    id: "1",
    date: "2011-04-11T00:00:00",
    transactionNumber: "7",
    acquiringParty: "A",
    acquiredParty: "B"
  }
  const deal = (role: PartyNotice["role"], name: string): string | undefined =>
    rowsIn(partySections(name, { ...history, party: [{ ...notice, role }] }), "NOTICES")[0]
  const basis = (change: Partial<PartyHistory>): string | undefined =>
    rowsIn(partySections("a", { ...history, ...change }), "")[1]

  it("names the party of a notice unless it is the one that was looked up", () => {
    assert.strictEqual(deal("acquiring", " a "), "2011-04-11  7  acquires B")
    assert.strictEqual(deal("acquiring", "b"), "2011-04-11  7  A acquires B")
    assert.strictEqual(deal("acquired", "b"), "2011-04-11  7  acquired by A")
    assert.strictEqual(deal("acquired", "a"), "2011-04-11  7  B acquired by A")
    assert.strictEqual(deal("entity", "b"), "2011-04-11  7  entity of B acquired by A")
  })

  it("leads to notices that have a transaction number", () => {
    const targets = ["7", ""].map((transactionNumber) => {
      const party = [{ ...notice, transactionNumber, role: "acquired" as const }]
      return partySections("b", { ...history, party })[1]?.rows[0]
    })
    assert.deepStrictEqual(targets, [
      { text: "2011-04-11  7  acquired by A", target: { _tag: "Notice", transactionNumber: "7" } },
      { text: "2011-04-11  acquired by A" }
    ])
  })

  it("says how the notices were found, and names similar to one that was not", () => {
    const found = (change: Partial<PartyHistory>): string | undefined =>
      rowsIn(partySections("a", { ...history, ...change }), "")[0]
    for (const [change, text] of [
      [{}, "3 notices name this party."],
      [{ transactions: 2 }, "3 notices name this party in 2 transactions."],
      [{ withoutEnding: "A" }, '3 notices name this party, also without its ending, as "A".'],
      [{ party: [], withoutEnding: "A" }, 'No notice names this party, also without its ending, as "A".'],
      [{ party: [], similar: ["B", "C"] }, 'No notice names this party. Similar names: "B", "C".']
    ] as const) {
      assert.strictEqual(found(change), text)
    }
  })

  it("says on which notices it is based", () => {
    assert.strictEqual(basis({ notices: 0 }), "The mirror has no notices.")
    assert.strictEqual(
      basis({ notices: 1, readToTheEnd: true }),
      "Based on 1 notice, the last changed on 2021-02-01: all that the service had when they were read."
    )
    assert.strictEqual(
      basis({ notices: 2, lastChanged: null }),
      "Based on 2 notices. The mirror may lack others: the notices were never read to the end."
    )
    assert.lengthOf(partySections("a", { ...history, party: [] }), 1)
  })
})
