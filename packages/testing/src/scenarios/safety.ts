import { hostileComplaints, hostileNotices } from "../HostileSamples.ts"
import { complaintRecord } from "../Samples.ts"
import { inOrder, records, refused, type Scenario, type Setting } from "../Scenario.ts"
import { answering, complaintsPath, everyComplaint, everyNotice, onComplaints } from "./questions.ts"
import { complaintsNewestFirst, newestFirst, numbersNewestFirst, transactionsLastFirst } from "./truth.ts"
import { knownKey } from "../Keys.ts"

const hostile: Setting = { ...inOrder, data: "hostile" }

/** The newest complaints, in answers that repeat the key wherever a text may stand. */
const repeatingTheKey = answering(
  complaintsNewestFirst.slice(0, 3).map((complaint) =>
    Object.assign(complaintRecord({ ...complaint, city: knownKey, subject: `key ${knownKey}` }), {
      links: { self: `https://elsewhere.invalid/${complaint.id}?api_key=${knownKey}` }
    })
  ),
  { "records-this-page": 3, "records-total": 3 }
)

/** What must not harm who asks: texts of strangers, and a key that a service repeats. Drivers look for both in all they show. */
export const safety: ReadonlyArray<Scenario> = [
  {
    name: "covers every complaint once, though its texts would steer a terminal or break a line",
    statements: [51],
    setting: hostile,
    question: everyComplaint,
    outcome: records(numbersNewestFirst(hostileComplaints))
  },
  {
    name: "covers every notice once, though its texts would steer a terminal or break a line",
    statements: [51],
    setting: hostile,
    question: everyNotice,
    outcome: records(transactionsLastFirst(hostileNotices))
  },
  {
    name: "shows no key that a service repeats in its records",
    statements: [37],
    setting: { ...inOrder, faults: [{ on: { path: complaintsPath }, ...repeatingTheKey }] },
    question: everyComplaint,
    outcome: records(newestFirst().slice(0, 3))
  },
  {
    name: "shows no key that a service repeats in a refusal",
    statements: [37],
    setting: onComplaints([1], {
      do: "status",
      status: 400,
      body: JSON.stringify({ error: { code: "BAD", message: `the key ${knownKey} is no good` } })
    }),
    question: everyComplaint,
    outcome: refused("BadRequest")
  },
  {
    name: "shows no key that a service puts into the address of a redirect",
    statements: [37],
    setting: onComplaints([1], {
      do: "status",
      status: 302,
      headers: { Location: `https://elsewhere.invalid/${knownKey}?api_key=${knownKey}` }
    }),
    question: everyComplaint,
    outcome: refused("RedirectRefused")
  },
  {
    name: "shows no key that it was given and the service does not know",
    statements: [37],
    setting: onComplaints([1], {
      do: "status",
      status: 403,
      body: JSON.stringify({ error: { code: "API_KEY_INVALID", message: `unknown: ${knownKey}` } })
    }),
    question: everyComplaint,
    outcome: refused("KeyRejected")
  }
]
