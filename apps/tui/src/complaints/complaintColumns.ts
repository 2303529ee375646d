import { type Complaint, states, subjectLabel } from "@public-records/core"
import { type Column, fittingColumns, noValue } from "../collection/columns.ts"

const tenDigits = /^(\d{3})(\d{3})(\d{4})$/
const postalCodes: ReadonlyMap<string, string> = new Map(states.map(({ name, postalCode }) => [name, postalCode]))

/** A telephone number as people read it; what is not ten digits stays as it came. */
export const numberLabel = (number: string | null): string =>
  number === null ? noValue : number.replace(tenDigits, "($1) $2-$3")

/** `Y`, `N`, or a dash for complaints that say neither. */
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
  title: "CREATED",
  width: 11,
  grow: 0,
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
  text: (complaint) => complaint.consumerCity ?? noValue
}
const state: Column<Complaint> = {
  title: "STATE",
  width: 12,
  grow: 0,
  text: (complaint) => complaint.consumerState ?? noValue
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

/** What gives way, one after the other: the state's name, the year, the city, the state, the subject. */
const choices: ReadonlyArray<ReadonlyArray<Column<Complaint>>> = [
  [createdLong, from, city, state, robocall, subject],
  [createdLong, from, city, stateShort, robocall, subject],
  [createdShort, from, city, stateShort, robocall, subject],
  [createdShort, from, stateShort, robocall, subject],
  [createdShort, from, robocall, subject],
  [createdShort, from, robocall]
]

/** The columns of the complaints that fit `width` cells; a narrow table keeps time, number and robocall. */
export const complaintColumns = (width: number): ReadonlyArray<Column<Complaint>> => fittingColumns(choices, width)
