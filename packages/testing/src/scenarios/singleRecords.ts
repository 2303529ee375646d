import { complaintAt, noticeAt } from "../Samples.ts"
import { records, refused } from "../Scenario.ts"
import { type Draft } from "./Draft.ts"

const complaint = complaintAt(17)
const notice = noticeAt(17)

/** Single records by id. */
export const singleRecords: ReadonlyArray<Draft> = [
  {
    name: "gets one complaint by id",
    statements: [14, 28],
    request: { _tag: "GetComplaint", id: complaint.id },
    outcome: records([complaint.companyPhoneNumber])
  },
  {
    name: "gets one notice by id",
    statements: [14, 28],
    request: { _tag: "GetNotice", id: notice.id },
    outcome: records([notice.transactionNumber])
  },
  {
    name: "fails for an unknown complaint id",
    statements: [28],
    request: { _tag: "GetComplaint", id: "ffffffffffffffffffffffffffffffff" },
    outcome: refused("NotFound")
  }
]
