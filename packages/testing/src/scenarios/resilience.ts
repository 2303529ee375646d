import { type Fault } from "@public-records/server"
import { type Outcome, records, refused, type Scenario } from "../Scenario.ts"
import { everyComplaint, everyNotice, onComplaints, onNotices } from "./questions.ts"
import { lastFirst, newestFirst } from "./truth.ts"

/** The service fails for a moment at a page of complaints, and the walk goes on. */
const survives = (what: string, requests: ReadonlyArray<number>, fault: Fault): Scenario => ({
  name: `covers every complaint once, though ${what}`,
  statements: [33],
  setting: onComplaints(requests, fault),
  question: everyComplaint,
  outcome: records(newestFirst())
})

/** The service fails at the first page of complaints in a way that ends the call at once. */
const ends = (name: string, statements: ReadonlyArray<number>, outcome: Outcome, fault: Fault): Scenario => ({
  name,
  statements,
  setting: onComplaints([1], fault),
  question: everyComplaint,
  outcome
})

/** What a client makes of a service that fails for a while, or for good. */
export const resilience: ReadonlyArray<Scenario> = [
  survives("the service is down for a moment", [2], { do: "status", status: 503 }),
  survives("an answer is cut short", [2], { do: "truncate" }),
  survives("the connection is cut", [1], { do: "reset" }),
  survives("a web page comes with status 200", [2], { do: "html", status: 200 }),
  survives("answers are slow", [1, 2, 3, 4, 5], { do: "delay", ms: 150 }),
  survives("the service asks for a pause", [2], { do: "status", status: 429, retryAfter: 1 }),
  survives("its wish for a pause cannot be read", [2], { do: "status", status: 429, retryAfter: "soon" }),
  { ...survives("answers fail to end", [2, 5], { do: "stall" }), isSlow: true },
  { ...survives("the service is down four times in a row", [2, 3, 4, 5], { do: "status", status: 500 }), isSlow: true },
  {
    name: "covers every notice once, though JSON comes broken",
    statements: [33],
    setting: onNotices([2], { do: "malformed" }),
    question: everyNotice,
    outcome: records(lastFirst("created"))
  },
  {
    ...ends("gives up after five attempts", [33], refused("Unavailable"), { do: "status", status: 503 }),
    setting: onComplaints([1, 2, 3, 4, 5], { do: "status", status: 503 }),
    isSlow: true
  },
  {
    ...ends("says that a later page failed for good", [33], refused("Unavailable"), { do: "reset" }),
    setting: onComplaints([3, 4, 5, 6, 7], { do: "reset" }),
    isSlow: true
  },
  ends("does not wait above the cap, but says when", [33], refused("RateLimited"), {
    do: "status",
    status: 429,
    retryAfter: 3600
  }),
  ends("does not wait above the cap for a service that is down", [33], refused("RateLimited"), {
    do: "status",
    status: 503,
    retryAfter: 3600
  }),
  ends("asks only once what is refused for good", [33], refused("BadRequest"), {
    do: "status",
    status: 422
  }),
  ends("takes a web page with an error status for that error", [31], refused("BadRequest"), {
    do: "html",
    status: 404
  }),
  ends("takes an error without a body for that error", [31], refused("KeyRejected"), {
    do: "status",
    status: 403,
    body: ""
  }),
  ends("follows no redirect elsewhere", [34], refused("RedirectRefused"), {
    do: "status",
    status: 302,
    headers: { Location: "https://elsewhere.invalid/v0/dnc-complaints" }
  })
]
