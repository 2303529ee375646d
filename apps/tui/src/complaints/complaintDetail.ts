import { type Complaint, subjectLabel } from "@public-records/core"
import type { DetailField } from "../collection/CollectionDefinition.ts"

import { linkText, noValue } from "../collection/columns.ts"
import { numberLabel } from "./complaintColumns.ts"

const midnight = "00:00:00"

const calledAt = (violationDate: string): string =>
  violationDate.endsWith(midnight) ? `${violationDate.slice(0, 10)} (no time given)` : violationDate

const robocallText = (complaint: Complaint): string => {
  if (complaint.isRobocall !== null) return complaint.isRobocall ? "yes" : "no"
  return complaint.recordedMessageOrRobocall === "" ? "not stated" : complaint.recordedMessageOrRobocall
}

/** Every field of a complaint, in the order in which one reads it. Dates are civil times, as the service printed them. */
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
