import { hostileComplaints, hostileNotices } from "../HostileSamples.ts"
import { complaintRecord } from "../Samples.ts"
import { records, refused } from "../Scenario.ts"
import { type Draft, type Setup } from "./Draft.ts"
import { respondingWith, complaintsPath, everyComplaint, everyNotice, onComplaints } from "./requests.ts"
import { complaintsNewestFirst, newestFirst, numbersNewestFirst, transactionsLastFirst } from "./expectedRecords.ts"
import { knownKey } from "../Keys.ts"

const hostile: Setup = { data: "hostile" }

/** The newest complaints, in responses that repeat the key in every string. */
const repeatingTheKey = respondingWith(
  complaintsNewestFirst.slice(0, 3).map((complaint) =>
    Object.assign(complaintRecord({ ...complaint, city: knownKey, subject: `key ${knownKey}` }), {
      links: { self: `https://elsewhere.invalid/${complaint.id}?api_key=${knownKey}` }
    })
  ),
  { "records-this-page": 3, "records-total": 3 }
)

/** Untrusted content: hostile records, and responses that repeat the key. Drivers look for both in their entire output. */
export const untrustedContent: ReadonlyArray<Draft> = [
  {
    name: "returns every complaint once, even if its strings contain terminal sequences or line breaks",
    statements: [51],
    setup: hostile,
    request: everyComplaint,
    outcome: records(numbersNewestFirst(hostileComplaints))
  },
  {
    name: "returns every notice once, even if its strings contain terminal sequences or line breaks",
    statements: [51],
    setup: hostile,
    request: everyNotice,
    outcome: records(transactionsLastFirst(hostileNotices))
  },
  {
    name: "does not reveal a key that the service repeats in records",
    statements: [37],
    setup: { faults: [{ on: { path: complaintsPath }, ...repeatingTheKey }] },
    request: everyComplaint,
    outcome: records(newestFirst().slice(0, 3))
  },
  {
    name: "does not reveal a key that the service repeats in an error",
    statements: [37],
    setup: onComplaints([1], {
      do: "status",
      status: 400,
      body: JSON.stringify({ error: { code: "BAD", message: `the key ${knownKey} is no good` } })
    }),
    request: everyComplaint,
    outcome: refused("BadRequest")
  },
  {
    name: "does not reveal a key that the service puts into the URL of a redirect",
    statements: [37],
    setup: onComplaints([1], {
      do: "status",
      status: 302,
      headers: { Location: `https://elsewhere.invalid/${knownKey}?api_key=${knownKey}` }
    }),
    request: everyComplaint,
    outcome: refused("RedirectRefused")
  },
  {
    name: "does not reveal its key if the service rejects it",
    statements: [37],
    setup: onComplaints([1], {
      do: "status",
      status: 403,
      body: JSON.stringify({ error: { code: "API_KEY_INVALID", message: `unknown: ${knownKey}` } })
    }),
    request: everyComplaint,
    outcome: refused("KeyRejected")
  }
]
