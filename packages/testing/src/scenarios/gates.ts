import { inOrder, type Question, records, refused, type Scenario, type WireAnswer } from "../Scenario.ts"
import { everyComplaint, onComplaints } from "./questions.ts"
import { newestFirst } from "./truth.ts"

const oneComplaint: Question = { _tag: "ListComplaints", input: { limit: "1" }, wire: "items_per_page=1", all: false }
const newest = records(newestFirst().slice(0, 1))

const refusedWith = (status: number, code: string): WireAnswer => ({ status, body: { error: { code } } })

const anHour = { limit: 60, window: "1 hour" } as const

/** What stands before the collections: keys, HTTPS, limits, and which of them speaks first. */
export const gates: ReadonlyArray<Scenario> = [
  {
    name: "takes the key from the address where the header has none",
    statements: [29],
    setting: { ...inOrder, key: "none", addressKey: "known" },
    question: oneComplaint,
    outcome: newest
  },
  {
    name: "takes the key from the address where the header's is empty",
    statements: [29],
    setting: { ...inOrder, key: "empty", addressKey: "known" },
    question: oneComplaint,
    outcome: newest
  },
  {
    name: "takes the header's key before the address's",
    statements: [29],
    setting: { ...inOrder, key: "unknown", addressKey: "known" },
    question: oneComplaint,
    outcome: refused("KeyRejected")
  },
  {
    name: "says that an address is none before it asks for HTTPS and a key",
    statements: [30],
    setting: { ...inOrder, wrongPath: true, isSecure: false, key: "unknown" },
    question: oneComplaint,
    outcome: refused("BadRequest"),
    answer: refusedWith(404, "NOT_FOUND")
  },
  {
    name: "asks for HTTPS before it looks at the key",
    statements: [30],
    setting: { ...inOrder, isSecure: false, key: "unknown" },
    question: oneComplaint,
    outcome: refused("BadRequest"),
    answer: refusedWith(400, "HTTPS_REQUIRED")
  },
  {
    name: "refuses a key before it counts a request",
    statements: [30],
    setting: { ...inOrder, isSpent: true, key: "unknown" },
    question: oneComplaint,
    outcome: refused("KeyRejected"),
    answer: refusedWith(403, "API_KEY_INVALID")
  },
  {
    name: "tells what is left of the key's limit",
    statements: [32],
    setting: { ...inOrder, burstLimits: [anHour] },
    question: oneComplaint,
    outcome: newest,
    answer: {
      status: 200,
      headers: { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "59", "retry-after": undefined }
    }
  },
  {
    name: "covers every complaint once, though the key's requests of an hour are used up in the middle",
    statements: [32],
    setting: { ...inOrder, burstLimits: [{ limit: 2, window: "1 hour" }] },
    question: everyComplaint,
    outcome: records(newestFirst()),
    isSlow: true
  },
  {
    name: "covers every complaint once, though the limit of a minute is reached again and again",
    statements: [33, 48],
    setting: { ...inOrder, burstLimits: [anHour, { limit: 1, window: "1 minute" }] },
    question: everyComplaint,
    outcome: records(newestFirst()),
    isSlow: true
  },
  {
    name: "follows a redirect within the service",
    statements: [34],
    setting: onComplaints([1], {
      do: "status",
      status: 302,
      headers: { Location: "/v0/dnc-complaints?items_per_page=50" }
    }),
    question: everyComplaint,
    outcome: records(newestFirst())
  },
  {
    name: "follows no redirect in a circle",
    statements: [34],
    setting: onComplaints([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22], {
      do: "status",
      status: 302,
      headers: { Location: "/v0/dnc-complaints" }
    }),
    question: oneComplaint,
    outcome: refused("UnexpectedAnswer")
  }
]
