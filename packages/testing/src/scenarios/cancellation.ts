import { type Fault } from "@public-records/server"
import { complaintAt } from "../Samples.ts"
import { records } from "../Scenario.ts"
import { type Draft } from "./Draft.ts"
import { complaintsPath, everyComplaint, everyNotice, onComplaints, onNotices } from "./requests.ts"
import { lastFirst, newestFirst } from "./expectedRecords.ts"

const complaint = complaintAt(17)

/** Delay that is longer than any test. */
const late: Fault = { do: "delay", ms: 3_600_000 }

const cancels = (name: string, during: number, maxRequests: number): Draft => ({
  name,
  statements: [53],
  setup: onComplaints([during], late),
  request: everyComplaint,
  outcome: records(newestFirst()),
  cancels: { during, maxRequests }
})

/** Cancellation. The request is aborted, and a second call succeeds. */
export const cancellation: ReadonlyArray<Draft> = [
  cancels("cancels a slow page of complaints, and returns all of them on a second call", 2, 5),
  {
    ...cancels("cancels a page of notices in the middle of the body, and returns all of them on a second call", 2, 6),
    setup: onNotices([2], { do: "stall" }),
    request: everyNotice,
    outcome: records(lastFirst("created"))
  },
  {
    ...cancels("cancels the request for a single complaint, and returns it on a second call", 1, 2),
    setup: { faults: [{ on: { path: `${complaintsPath}/*`, requests: [1] }, do: "stall" }] },
    request: { _tag: "GetComplaint", id: complaint.id },
    outcome: records([complaint.companyPhoneNumber])
  }
]
