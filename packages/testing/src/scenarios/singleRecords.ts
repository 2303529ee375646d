import { sampleComplaints, sampleNotices } from "../Samples.ts"
import { defaultSetup, records, refused, type Scenario } from "../Scenario.ts"

const complaint = sampleComplaints[17]
const notice = sampleNotices[17]

/** Single records by id. */
export const singleRecords: ReadonlyArray<Scenario> = [
  {
    name: "gets one complaint by id",
    statements: [14, 28],
    setup: defaultSetup,
    request: { _tag: "GetComplaint", id: complaint?.id ?? "" },
    outcome: records([complaint?.companyPhoneNumber ?? ""])
  },
  {
    name: "gets one notice by id",
    statements: [14, 28],
    setup: defaultSetup,
    request: { _tag: "GetNotice", id: notice?.id ?? "" },
    outcome: records([notice?.transactionNumber ?? ""])
  },
  {
    name: "fails for an unknown complaint id",
    statements: [28],
    setup: defaultSetup,
    request: { _tag: "GetComplaint", id: "ffffffffffffffffffffffffffffffff" },
    outcome: refused("NotFound")
  },
  {
    name: "fails for an unknown notice id",
    statements: [28],
    setup: defaultSetup,
    request: { _tag: "GetNotice", id: "ffffffff-ffff-4fff-8fff-ffffffffffff" },
    outcome: refused("NotFound")
  }
]
