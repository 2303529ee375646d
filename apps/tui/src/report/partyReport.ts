import type { PartyHistory, PartyNotice } from "@public-records/mirror"
import { counted } from "@public-records/text/counts"
import { foldName } from "@public-records/files/names"
import type { ReportRow, Section } from "./Report.ts"

/** Says what the party did. Names the party unless it is exactly the one that was asked for. */
const dealText = ({ acquiredParty, acquiringParty, role }: PartyNotice, name: string): string => {
  const party = role === "acquiring" ? acquiringParty : acquiredParty
  const start = foldName(party) === foldName(name.trim()) ? "" : `${party} `
  if (role === "acquiring") return `${start}acquires ${acquiredParty}`
  return role === "acquired"
    ? `${start}acquired by ${acquiringParty}`
    : `entity of ${acquiredParty} acquired by ${acquiringParty}`
}

const noticeRow = (notice: PartyNotice, name: string): ReportRow => {
  const { date, transactionNumber } = notice
  const text = [date.slice(0, 10), transactionNumber, dealText(notice, name)].filter((part) => part !== "").join("  ")
  return transactionNumber === "" ? { text } : { text, target: { _tag: "Notice", transactionNumber } }
}

const basisText = ({ lastChanged, notices, readToTheEnd }: PartyHistory): string => {
  if (notices === 0) return "The mirror has no notices."
  const until = lastChanged === null ? "" : `, the last changed on ${lastChanged.slice(0, 10)}`
  const based = `Based on ${counted(notices, "notice", "notices")}${until}`
  return readToTheEnd
    ? `${based}: all that the service had when they were read.`
    : `${based}. The mirror may lack others: the notices were never read to the end.`
}

/** Says how many notices were found and how, or which names are similar. */
const foundText = ({ party, similar, transactions, withoutEnding }: PartyHistory): string => {
  const shorter = withoutEnding === null ? "" : `, also without its ending, as "${withoutEnding}"`
  if (party.length === 0) {
    const names = similar.map((one) => `"${one}"`).join(", ")
    return `No notice names this party${shorter}.${names && ` Similar names: ${names}.`}`
  }
  const of = transactions === party.length ? "" : ` in ${counted(transactions, "transaction", "transactions")}`
  return `${counted(party.length, "notice names", "notices name")} this party${of}${shorter}.`
}

/** Returns the sections of the report about a party. */
export const partySections = (name: string, history: PartyHistory): ReadonlyArray<Section> => {
  const { party } = history
  const rows = [{ text: foundText(history) }, { text: basisText(history) }]
  return [
    { title: "", rows },
    ...(party.length === 0 ? [] : [{ title: "NOTICES", rows: party.map((one) => noticeRow(one, name)) }])
  ]
}
