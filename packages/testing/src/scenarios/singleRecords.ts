import { complaintAt, noticeAt } from "../Samples.ts"
import { records, refused } from "../Scenario.ts"
import { draft, type Draft } from "./Draft.ts"

const complaint = complaintAt(17)
const notice = noticeAt(17)
const unknownId = "ffffffffffffffffffffffffffffffff"

/** Single records by id. */
export const singleRecords: ReadonlyArray<Draft> = [
  draft(
    "gets one complaint by id",
    [14, 28],
    { _tag: "GetComplaint", id: complaint.id },
    records([complaint.companyPhoneNumber])
  ),
  draft("gets one notice by id", [14, 28], { _tag: "GetNotice", id: notice.id }, records([notice.transactionNumber])),
  draft("fails for an unknown complaint id", [28], { _tag: "GetComplaint", id: unknownId }, refused("NotFound"))
]
