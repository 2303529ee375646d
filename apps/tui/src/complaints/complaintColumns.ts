import { type Complaint, states, subjectLabel } from "@public-records/core"
import type { DetailField } from "../collection/CollectionDefinition.ts"
import { type Column, fittingColumns, linkText, noValue } from "../collection/columns.ts"

const tenDigits = /^(\d{3})(\d{3})(\d{4})$/
const postalCodes: ReadonlyMap<string, string> = new Map(states.map(({ name, postalCode }) => [name, postalCode]))

/** Formats a phone number of ten digits. Returns other numbers unchanged. */
export const numberLabel = (number: string | null): string =>
  number === null ? noValue : number.replace(tenDigits, "($1) $2-$3")

/** Returns `Y`, `N`, or a dash if the complaint states neither. */
const robocallLabel = (complaint: Complaint): string => {
  if (complaint.isRobocall === null) return noValue
  return complaint.isRobocall ? "Y" : "N"
}

const createdLong: Column<Complaint> = {
  title: "CREATED",
  width: 16,
  grow: 0,
  text: ({ createdDate }) => createdDate.slice(0, 16)
}
const createdShort: Column<Complaint> = {
  ...createdLong,
  width: 11,
  text: ({ createdDate }) => createdDate.slice(5, 16)
}
const from: Column<Complaint> = {
  title: "FROM",
  width: 14,
  grow: 0,
  text: ({ companyPhoneNumber }) => numberLabel(companyPhoneNumber)
}
const city: Column<Complaint> = {
  title: "CITY",
  width: 12,
  grow: 1,
  text: ({ consumerCity }) => consumerCity ?? noValue
}
const state: Column<Complaint> = {
  title: "STATE",
  width: 12,
  grow: 0,
  text: ({ consumerState }) => consumerState ?? noValue
}
const stateShort: Column<Complaint> = {
  ...state,
  width: 5,
  text: ({ consumerState }) => (consumerState === null ? noValue : (postalCodes.get(consumerState) ?? consumerState))
}
const robocall: Column<Complaint> = { title: "ROBO", width: 4, grow: 0, text: robocallLabel }
const subject: Column<Complaint> = {
  title: "SUBJECT",
  width: 18,
  grow: 4,
  text: (complaint) => (complaint.subject === null ? noValue : subjectLabel(complaint.subject))
}

/** On narrow tables the state's name, the year, the city, the state and the subject give way in this order. */
const choices: ReadonlyArray<ReadonlyArray<Column<Complaint>>> = [
  [createdLong, from, city, state, robocall, subject],
  [createdLong, from, city, stateShort, robocall, subject],
  [createdShort, from, city, stateShort, robocall, subject],
  [createdShort, from, stateShort, robocall, subject],
  [createdShort, from, robocall, subject],
  [createdShort, from, robocall]
]

/** Returns the columns of complaints that fit `width` cells. */
export const complaintColumns = (width: number): ReadonlyArray<Column<Complaint>> => fittingColumns(choices, width)

const midnight = "00:00:00"

const calledAt = (violationDate: string): string =>
  violationDate.endsWith(midnight) ? `${violationDate.slice(0, 10)} (no time given)` : violationDate

const robocallText = (complaint: Complaint): string => {
  if (complaint.isRobocall !== null) return complaint.isRobocall ? "yes" : "no"
  return complaint.recordedMessageOrRobocall === "" ? "not stated" : complaint.recordedMessageOrRobocall
}

/** Returns every field of a complaint in reading order. Dates are civil times, as printed by the service. */
export const complaintDetail = (complaint: Complaint): ReadonlyArray<DetailField> => [
  { label: "FROM", text: numberLabel(complaint.companyPhoneNumber) },
  { label: "CREATED", text: complaint.createdDate },
  { label: "CALLED", text: calledAt(complaint.violationDate) },
  { label: "SUBJECT", text: complaint.subject === null ? noValue : subjectLabel(complaint.subject) },
  { label: "CITY", text: complaint.consumerCity ?? noValue },
  { label: "STATE", text: complaint.consumerState ?? noValue },
  { label: "AREA CODE", text: complaint.consumerAreaCode ?? noValue },
  { label: "ROBOCALL", text: robocallText(complaint) },
  { label: "ID", text: complaint.id },
  { label: "LINK", text: linkText(complaint.link) }
]
