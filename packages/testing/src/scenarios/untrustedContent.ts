import { type Reason } from "@public-records/core"
import { type Fault } from "@public-records/server"
import { hostileComplaints, hostileNotices } from "../HostileSamples.ts"
import { complaintRecord } from "../Samples.ts"
import { records, refused } from "../Scenario.ts"
import { draft, type Draft } from "./Draft.ts"
import { respondingWith, complaintsPath, everyComplaint, everyNotice, onComplaints } from "./requests.ts"
import { complaintsNewestFirst, lastFirst, newestFirst, numbersNewestFirst } from "./expectedRecords.ts"
import { knownKey } from "../Keys.ts"

/** The newest complaints, in responses that repeat the key in every string. */
const repeatingTheKey = respondingWith(
  complaintsNewestFirst.slice(0, 3).map((complaint) =>
    Object.assign(complaintRecord({ ...complaint, city: knownKey, subject: `key ${knownKey}` }), {
      links: { self: `https://elsewhere.invalid/${complaint.id}?api_key=${knownKey}` }
    })
  ),
  { "records-this-page": 3, "records-total": 3 }
)

/** Creates a scenario about a first response that contains the key. */
const hidesKey = (place: string, reason: Reason["_tag"], fault: Fault): Draft =>
  draft(
    `does not reveal a key that the service ${place}`,
    [37],
    everyComplaint,
    refused(reason),
    onComplaints([1], fault)
  )

/** Untrusted content: hostile records, and responses that repeat the key. Drivers look for both in their entire output. */
export const untrustedContent: ReadonlyArray<Draft> = [
  draft(
    "returns every complaint once, even if its strings contain terminal sequences or line breaks",
    [51],
    everyComplaint,
    records(numbersNewestFirst(hostileComplaints)),
    { data: "hostile" }
  ),
  draft(
    "returns every notice once, even if its strings contain terminal sequences or line breaks",
    [51],
    everyNotice,
    records(lastFirst("created", () => true, hostileNotices)),
    { data: "hostile" }
  ),
  draft(
    "does not reveal a key that the service repeats in records",
    [37],
    everyComplaint,
    records(newestFirst().slice(0, 3)),
    { faults: [{ on: { path: complaintsPath }, ...repeatingTheKey }] }
  ),
  hidesKey("repeats in an error", "BadRequest", {
    do: "status",
    status: 400,
    body: JSON.stringify({ error: { code: "BAD", message: `the key ${knownKey} is no good` } })
  }),
  hidesKey("puts into the URL of a redirect", "RedirectRefused", {
    do: "status",
    status: 302,
    headers: { Location: `https://elsewhere.invalid/${knownKey}?api_key=${knownKey}` }
  }),
  hidesKey("rejects", "KeyRejected", {
    do: "status",
    status: 403,
    body: JSON.stringify({ error: { code: "API_KEY_INVALID", message: `unknown: ${knownKey}` } })
  })
]
