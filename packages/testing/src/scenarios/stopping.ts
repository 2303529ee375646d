import { type Fault } from "@public-records/server"
import { sampleComplaints } from "../Samples.ts"
import { inOrder, type Question, records, type Scenario } from "../Scenario.ts"
import { complaintsPath, everyComplaint, everyNotice, onComplaints, onNotices } from "./questions.ts"
import { lastFirst, newestFirst } from "./truth.ts"

const complaint = sampleComplaints[17]
const oneComplaint: Question = { _tag: "GetComplaint", id: complaint?.id ?? "" }

/** An answer that nobody waits for. */
const late: Fault = { do: "delay", ms: 3_600_000 }

const stops = (name: string, during: number, mostRequests: number): Scenario => ({
  name,
  statements: [53],
  setting: onComplaints([during], late),
  question: everyComplaint,
  outcome: records(newestFirst()),
  stops: { during, mostRequests }
})

/** Who asks stops waiting: the request under way is cut off, and the same question is answered when it is asked again. */
export const stopping: ReadonlyArray<Scenario> = [
  stops("cuts off a page of complaints that takes too long, and brings all of them when asked again", 2, 5),
  {
    ...stops("cuts off a page of notices in the middle of its answer, and brings all of them when asked again", 2, 6),
    setting: onNotices([2], { do: "stall" }),
    question: everyNotice,
    outcome: records(lastFirst("created"))
  },
  {
    ...stops("cuts off a single complaint, and brings it when asked again", 1, 2),
    setting: { ...inOrder, faults: [{ on: { path: `${complaintsPath}/*`, requests: [1] }, do: "stall" }] },
    question: oneComplaint,
    outcome: records([complaint?.companyPhoneNumber ?? ""])
  }
]
