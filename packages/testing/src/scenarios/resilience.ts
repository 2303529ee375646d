import { type Fault } from "@public-records/server"
import { type Outcome, records, refused } from "../Scenario.ts"
import { draft, type Draft } from "./Draft.ts"
import { everyComplaint, everyNotice, onComplaints, onNotices } from "./requests.ts"
import { lastFirst, newestFirst } from "./expectedRecords.ts"

/** Creates a scenario with temporary faults during a walk, which continues. */
const survives = (what: string, requests: ReadonlyArray<number>, fault: Fault): Draft =>
  draft(
    `returns every complaint once, even if ${what}`,
    [33],
    everyComplaint,
    records(newestFirst()),
    onComplaints(requests, fault)
  )

/** Creates a scenario with a fault at the first page that ends the call. */
const ends = (name: string, statements: ReadonlyArray<number>, outcome: Outcome, fault: Fault): Draft =>
  draft(name, statements, everyComplaint, outcome, onComplaints([1], fault))

/** Client behavior if the service fails temporarily or permanently. */
export const resilience: ReadonlyArray<Draft> = [
  survives("the service is briefly unavailable", [2], { do: "status", status: 503 }),
  survives("a response is truncated", [2], { do: "truncate" }),
  survives("the connection is reset", [1], { do: "reset" }),
  survives("a response is HTML with status 200", [2], { do: "html", status: 200 }),
  survives("responses are slow", [1, 2, 3, 4, 5], { do: "delay", ms: 150 }),
  survives("the service requires a pause", [2], { do: "status", status: 429, retryAfter: 1 }),
  survives("Retry-After is invalid", [2], { do: "status", status: 429, retryAfter: "soon" }),
  { ...survives("responses never end", [2, 5], { do: "stall" }), needsVirtualTime: true },
  {
    ...survives("the service fails four times in a row", [2, 3, 4, 5], { do: "status", status: 500 }),
    needsVirtualTime: true
  },
  {
    name: "returns every notice once, even if a response is invalid JSON",
    statements: [33],
    setup: onNotices([2], { do: "malformed" }),
    request: everyNotice,
    outcome: records(lastFirst("created"))
  },
  {
    ...ends("gives up after five attempts", [33], refused("Unavailable"), { do: "status", status: 503 }),
    setup: onComplaints([1, 2, 3, 4, 5], { do: "status", status: 503 }),
    needsVirtualTime: true
  },
  {
    ...ends("fails if a later page fails permanently", [33], refused("Unavailable"), { do: "reset" }),
    setup: onComplaints([3, 4, 5, 6, 7], { do: "reset" }),
    needsVirtualTime: true
  },
  ends("fails with the time of the next attempt if Retry-After exceeds the maximum", [33], refused("RateLimited"), {
    do: "status",
    status: 429,
    retryAfter: 3600
  }),
  ends("fails if an unavailable service requires a pause above the maximum", [33], refused("RateLimited"), {
    do: "status",
    status: 503,
    retryAfter: 3600
  }),
  ends("does not retry a permanent error", [33], refused("BadRequest"), { do: "status", status: 422 }),
  ends("treats HTML with an error status as that error", [31], refused("BadRequest"), { do: "html", status: 404 }),
  ends("treats an error status without a body as that error", [31], refused("UnexpectedAnswer"), {
    do: "status",
    status: 403,
    body: ""
  }),
  ends("does not follow a redirect to another origin", [34], refused("RedirectRefused"), {
    do: "status",
    status: 302,
    headers: { Location: "https://elsewhere.invalid/v0/dnc-complaints" }
  })
]
