import { assert, describe, it } from "@effect/vitest"
import type { PartyHistory, PartyNotice } from "@public-records/mirror"
import { partyAnswer } from "../src/partyAnswer.ts"

const notice: PartyNotice = {
  id: "1",
  date: "2021-01-04",
  transactionNumber: "20210001",
  acquiringParty: "Blockbuster Inc.",
  acquiredParty: "Other, LLC",
  role: "acquiring"
}

const history: PartyHistory = {
  party: [notice],
  transactions: 1,
  withoutEnding: null,
  similar: [],
  notices: 10,
  lastChanged: null,
  readToTheEnd: true
}

const summaryOf = (change: Partial<PartyHistory>): string | undefined =>
  partyAnswer("Blockbuster", { ...history, ...change }).summary[0]?.text

describe("the answer about a party", () => {
  it("says how many notices name it, in how many transactions, and under which name", () => {
    assert.strictEqual(summaryOf({}), "1 notice names this party.")
    assert.strictEqual(summaryOf({ party: [notice, notice] }), "2 notices name this party in 1 transaction.")
    assert.strictEqual(
      summaryOf({ withoutEnding: "Nestle" }),
      '1 notice names this party, also without its ending, as "Nestle".'
    )
    assert.strictEqual(
      summaryOf({ party: [], transactions: 0, similar: ["A", "B"] }),
      'No notice names "Blockbuster". Similar names: "A", "B".'
    )
    assert.strictEqual(summaryOf({ party: [], transactions: 0 }), 'No notice names "Blockbuster".')
  })

  it("says who acquires whom, in the spelling of the notice", () => {
    const dealOf = (role: PartyNotice["role"]) =>
      partyAnswer("blockbuster", { ...history, party: [{ ...notice, role }] }).sections[0]?.rows[0]?.cells?.[1]
    assert.strictEqual(dealOf("acquiring"), "Blockbuster Inc. acquires Other, LLC")
    assert.strictEqual(dealOf("acquired"), "Blockbuster Inc. acquires Other, LLC")
    assert.strictEqual(dealOf("entity"), "Blockbuster Inc. acquires an entity of Other, LLC")
  })

  it("leads each notice to its transaction, if it has a number", () => {
    const party = [notice, { ...notice, transactionNumber: "" }]
    const [section] = partyAnswer("Blockbuster Inc.", { ...history, party }).sections
    assert.deepStrictEqual(section?.header, ["date", "transaction", "deal"])
    assert.deepStrictEqual(section?.rows, [
      {
        text: "2021-01-04",
        cells: ["20210001", "Blockbuster Inc. acquires Other, LLC"],
        target: { _tag: "Notice", transactionNumber: "20210001" }
      },
      { text: "2021-01-04", cells: ["", "Blockbuster Inc. acquires Other, LLC"] }
    ])
    assert.deepStrictEqual(partyAnswer("X", { ...history, party: [] }).sections, [])
  })

  it("has the notices as they are for programs", () => {
    const { cells, header, json, rows } = partyAnswer("X", history).data
    assert.strictEqual(header.join(), "id,date,transactionNumber,acquiringParty,acquiredParty,role")
    assert.deepStrictEqual(
      [cells, rows],
      [[["1", "2021-01-04", "20210001", "Blockbuster Inc.", "Other, LLC", "acquiring"]], [notice]]
    )
    assert.hasAllKeys(json, [...Object.keys(history), "note", "basis"])
  })
})
