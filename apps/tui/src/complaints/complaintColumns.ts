import { numberLabel } from "@public-records/answers/words"
import { type Complaint, states, subjectLabel } from "@public-records/core"
import type { Detail } from "../collection/CollectionDefinition.ts"
import { type TableColumn, fittingColumns, linkText, noValue } from "../collection/tableColumns.ts"

const postalCodes: ReadonlyMap<string, string> = new Map(states.map(({ name, postalCode }) => [name, postalCode]))

const fromText = ({ companyPhoneNumber: number }: Complaint): string =>
  number === null ? noValue : numberLabel(number)

const subjectText = ({ subject }: Complaint): string => (subject === null ? noValue : subjectLabel(subject))

const robocallLetter = ({ isRobocall }: Complaint): string => {
  if (isRobocall === null) return noValue
  return isRobocall ? "Y" : "N"
}

const shortState = ({ consumerState }: Complaint): string =>
  consumerState === null ? noValue : (postalCodes.get(consumerState) ?? consumerState)

const created: TableColumn<Complaint> = {
  title: "CREATED",
  width: 16,
  text: ({ createdDate }) => createdDate.slice(0, 16)
}
const createdShort: TableColumn<Complaint> = {
  ...created,
  width: 11,
  text: ({ createdDate }) => createdDate.slice(5, 16)
}
const from: TableColumn<Complaint> = { title: "FROM", width: 14, text: fromText }
const city: TableColumn<Complaint> = { title: "CITY", width: 12, grow: 1, text: (one) => one.consumerCity ?? noValue }
const state: TableColumn<Complaint> = { title: "STATE", width: 12, text: (one) => one.consumerState ?? noValue }
const stateShort: TableColumn<Complaint> = { title: "STATE", width: 5, text: shortState }
const robocall: TableColumn<Complaint> = { title: "ROBO", width: 4, text: robocallLetter }
const subject: TableColumn<Complaint> = { title: "SUBJECT", width: 18, grow: 4, text: subjectText }

/** Columns from wide to narrow: drops the state's name, the year, the city, the state and the subject, in this order. */
const choices: ReadonlyArray<ReadonlyArray<TableColumn<Complaint>>> = [
  [created, from, city, state, robocall, subject],
  [created, from, city, stateShort, robocall, subject],
  [createdShort, from, city, stateShort, robocall, subject],
  [createdShort, from, stateShort, robocall, subject],
  [createdShort, from, robocall, subject],
  [createdShort, from, robocall]
]

/** Returns the columns of complaints that fit `width` cells. */
export const complaintColumns = (width: number): ReadonlyArray<TableColumn<Complaint>> => fittingColumns(choices, width)

const calledAt = ({ violationDate }: Complaint): string =>
  violationDate.endsWith("00:00:00") ? `${violationDate.slice(0, 10)} (no time given)` : violationDate

const robocallText = ({ isRobocall, recordedMessageOrRobocall }: Complaint): string => {
  if (isRobocall !== null) return isRobocall ? "yes" : "no"
  return recordedMessageOrRobocall === "" ? "not stated" : recordedMessageOrRobocall
}

/** Returns all fields of a complaint in reading order. Dates are civil times, as in the response. */
export const complaintDetail = (complaint: Complaint): Detail => [
  { label: "FROM", text: fromText(complaint) },
  { label: "CREATED", text: complaint.createdDate },
  { label: "CALLED", text: calledAt(complaint) },
  { label: "SUBJECT", text: subjectText(complaint) },
  { label: "CITY", text: complaint.consumerCity ?? noValue },
  { label: "STATE", text: complaint.consumerState ?? noValue },
  { label: "AREA CODE", text: complaint.consumerAreaCode ?? noValue },
  { label: "ROBOCALL", text: robocallText(complaint) },
  { label: "ID", text: complaint.id },
  { label: "LINK", text: linkText(complaint.link) }
]
