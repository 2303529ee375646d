import { type Fault } from "@public-records/server"
import { records, refused, type ExpectedResponse } from "../Scenario.ts"
import { type Draft } from "./Draft.ts"
import { complaintsPage, everyComplaint, onComplaints } from "./requests.ts"
import { newestFirst } from "./expectedRecords.ts"

const oneComplaint = complaintsPage({ limit: "1" }, "items_per_page=1")
const newest = records(newestFirst().slice(0, 1))

const refusedWith = (status: number, code: string): ExpectedResponse => ({ status, body: { error: { code } } })

const redirectTo = (Location: string): Fault => ({ do: "status", status: 302, headers: { Location } })

const anHour = { limit: 60, window: "1 hour" } as const

/** Checks of the gateway and their order: paths, HTTPS, keys and rate limits. */
export const gates: ReadonlyArray<Draft> = [
  {
    name: "reads the key from the URL if the header is empty",
    statements: [29],
    setup: { key: "empty", queryKey: "known" },
    request: oneComplaint,
    outcome: newest
  },
  {
    name: "prefers the key in the header to the key in the URL",
    statements: [29],
    setup: { key: "unknown", queryKey: "known" },
    request: oneComplaint,
    outcome: refused("KeyRejected")
  },
  {
    name: "rejects an unknown path before it requires HTTPS and a key",
    statements: [30],
    setup: { wrongPath: true, isSecure: false, key: "unknown" },
    request: oneComplaint,
    outcome: refused("BadRequest"),
    response: refusedWith(404, "NOT_FOUND")
  },
  {
    name: "requires HTTPS before it checks the key",
    statements: [30],
    setup: { isSecure: false, key: "unknown" },
    request: oneComplaint,
    outcome: refused("BadRequest"),
    response: refusedWith(400, "HTTPS_REQUIRED")
  },
  {
    name: "rejects a key before it counts the request",
    statements: [30],
    setup: { isQuotaExhausted: true, key: "unknown" },
    request: oneComplaint,
    outcome: refused("KeyRejected"),
    response: refusedWith(403, "API_KEY_INVALID")
  },
  {
    name: "reports the key's remaining requests",
    statements: [32],
    setup: { burstLimits: [anHour] },
    request: oneComplaint,
    outcome: newest,
    response: {
      status: 200,
      headers: { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "59", "retry-after": undefined }
    }
  },
  {
    name: "returns every complaint once, even if the key's hourly limit is reached during the walk",
    statements: [32],
    setup: { burstLimits: [{ limit: 2, window: "1 hour" }] },
    request: everyComplaint,
    outcome: records(newestFirst()),
    needsVirtualTime: true
  },
  {
    name: "returns every complaint once, even if the limit per minute is reached repeatedly",
    statements: [33, 48],
    setup: { burstLimits: [anHour, { limit: 1, window: "1 minute" }] },
    request: everyComplaint,
    outcome: records(newestFirst()),
    needsVirtualTime: true
  },
  {
    name: "follows a redirect within the service",
    statements: [34],
    setup: onComplaints([1], redirectTo("/v0/dnc-complaints?items_per_page=50")),
    request: everyComplaint,
    outcome: records(newestFirst())
  },
  {
    name: "does not follow redirects in a loop",
    statements: [34],
    setup: onComplaints(
      Array.from({ length: 22 }, (_, index) => index + 1),
      redirectTo("/v0/dnc-complaints")
    ),
    request: oneComplaint,
    outcome: refused("UnexpectedAnswer")
  }
]
