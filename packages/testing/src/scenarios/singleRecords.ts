import { sampleComplaints, sampleNotices } from "../Samples.ts"
import { inOrder, records, refused, type Scenario } from "../Scenario.ts"

const complaint = sampleComplaints[17]
const notice = sampleNotices[17]

/** One record by its id. */
export const singleRecords: ReadonlyArray<Scenario> = [
  {
    name: "gets one complaint by its id",
    statements: [14, 28],
    setting: inOrder,
    question: { _tag: "GetComplaint", id: complaint?.id ?? "" },
    outcome: records([complaint?.companyPhoneNumber ?? ""])
  },
  {
    name: "gets one notice by its id",
    statements: [14, 28],
    setting: inOrder,
    question: { _tag: "GetNotice", id: notice?.id ?? "" },
    outcome: records([notice?.transactionNumber ?? ""])
  },
  {
    name: "finds no complaint under an id that none has",
    statements: [28],
    setting: inOrder,
    question: { _tag: "GetComplaint", id: "ffffffffffffffffffffffffffffffff" },
    outcome: refused("NotFound")
  },
  {
    name: "finds no notice under an id that none has",
    statements: [28],
    setting: inOrder,
    question: { _tag: "GetNotice", id: "ffffffff-ffff-4fff-8fff-ffffffffffff" },
    outcome: refused("NotFound")
  }
]
