import type { PartyHistory, PartyNotice } from "@public-records/mirror"
import { counted } from "@public-records/text/counts"
import { type Answer, dataOf, type Row } from "./Answer.ts"
import { noticesBasis } from "./basis.ts"

const noticeRow = ({ acquiredParty, acquiringParty, date, role, transactionNumber }: PartyNotice): Row => {
  const deal = `${acquiringParty} acquires ${role === "entity" ? "an entity of " : ""}${acquiredParty}`
  const row = { text: date.slice(0, 10), cells: [transactionNumber, deal] }
  return transactionNumber === "" ? row : { ...row, target: { _tag: "Notice", transactionNumber } }
}

/** Says how many notices were found and how, or which names are similar. */
const foundText = ({ party, similar, transactions, withoutEnding }: PartyHistory, name: string): string => {
  const shorter = withoutEnding === null ? "" : `, also without its ending, as "${withoutEnding}"`
  if (party.length === 0) {
    const names = similar.map((one) => `"${one}"`).join(", ")
    return `No notice names "${name}"${shorter}.${names && ` Similar names: ${names}.`}`
  }
  const of = transactions === party.length ? "" : ` in ${counted(transactions, "transaction", "transactions")}`
  return `${counted(party.length, "notice names", "notices name")} this party${of}${shorter}.`
}

const columns = "id date transactionNumber acquiringParty acquiredParty role"

/** Returns the answer about a party. */
export const partyAnswer = (name: string, history: PartyHistory): Answer => {
  const { party } = history
  const rows = party.map(noticeRow)
  const basis = noticesBasis(history)
  return {
    title: name,
    summary: [{ text: foundText(history, name) }],
    sections: rows.length === 0 ? [] : [{ title: "Notices", header: ["date", "transaction", "deal"], rows }],
    basis,
    data: dataOf({ ...history, ...basis.json }, party, columns, (notice) => {
      const { acquiredParty, acquiringParty, date, id, role, transactionNumber } = notice
      return [id, date, transactionNumber, acquiringParty, acquiredParty, role]
    })
  }
}
