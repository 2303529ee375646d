import { type Complaint, subjectLabel } from "@public-records/core"
import { type Column, noValue } from "../browsing/columns.ts"

const tenDigits = /^(\d{3})(\d{3})(\d{4})$/
const wide = 84
const medium = 54

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
const robocall: Column<Complaint> = { title: "ROBO", width: 4, grow: 0, text: robocallLabel }
const subject: Column<Complaint> = {
  title: "SUBJECT",
  width: 18,
  grow: 4,
  text: (complaint) => (complaint.subject === null ? noValue : subjectLabel(complaint.subject))
}

/** The columns of the complaints that fit `width` cells; a narrow table keeps time, number and robocall. */
export const complaintColumns = (width: number): ReadonlyArray<Column<Complaint>> => {
  if (width >= wide) return [createdLong, from, city, state, robocall, subject]
  return width >= medium ? [createdShort, from, robocall, subject] : [createdShort, from, robocall]
}
