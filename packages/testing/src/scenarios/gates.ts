import { type Fault } from "@public-records/server"
import { records, refused, type ExpectedResponse } from "../Scenario.ts"
import { draft, type Draft } from "./Draft.ts"
import { complaintsPage, everyComplaint, onComplaints } from "./requests.ts"
import { newestFirst } from "./expectedRecords.ts"

const oneComplaint = complaintsPage({ limit: "1" }, "items_per_page=1")
const newest = records(newestFirst().slice(0, 1))

const refusedWith = (status: number, code: string): ExpectedResponse => ({ status, body: { error: { code } } })

const redirectTo = (Location: string): Fault => ({ do: "status", status: 302, headers: { Location } })

const anHour = { limit: 60, window: "1 hour" } as const

/** Checks of the gateway and their order: paths, HTTPS, keys and rate limits. */
export const gates: ReadonlyArray<Draft> = [
  draft("reads the key from the URL if the header is empty", [29], oneComplaint, newest, {
    key: "empty",
    queryKey: "known"
  }),
  draft("prefers the key in the header to the key in the URL", [29], oneComplaint, refused("KeyRejected"), {
    key: "unknown",
    queryKey: "known"
  }),
  {
    ...draft("rejects an unknown path before it requires HTTPS and a key", [30], oneComplaint, refused("BadRequest"), {
      wrongPath: true,
      isSecure: false,
      key: "unknown"
    }),
    response: refusedWith(404, "NOT_FOUND")
  },
  {
    ...draft("requires HTTPS before it checks the key", [30], oneComplaint, refused("BadRequest"), {
      isSecure: false,
      key: "unknown"
    }),
    response: refusedWith(400, "HTTPS_REQUIRED")
  },
  {
    ...draft("rejects a key before it counts the request", [30], oneComplaint, refused("KeyRejected"), {
      isQuotaExhausted: true,
      key: "unknown"
    }),
    response: refusedWith(403, "API_KEY_INVALID")
  },
  {
    ...draft("reports the key's remaining requests", [32], oneComplaint, newest, { burstLimits: [anHour] }),
    response: {
      status: 200,
      headers: { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "59", "retry-after": undefined }
    }
  },
  {
    ...draft(
      "returns every complaint once, even if the key's hourly limit is reached during the walk",
      [32],
      everyComplaint,
      records(newestFirst()),
      { burstLimits: [{ limit: 2, window: "1 hour" }] }
    ),
    needsVirtualTime: true
  },
  {
    ...draft(
      "returns every complaint once, even if the limit per minute is reached repeatedly",
      [33, 48],
      everyComplaint,
      records(newestFirst()),
      { burstLimits: [anHour, { limit: 1, window: "1 minute" }] }
    ),
    needsVirtualTime: true
  },
  draft(
    "follows a redirect within the service",
    [34],
    everyComplaint,
    records(newestFirst()),
    onComplaints([1], redirectTo("/v0/dnc-complaints?items_per_page=50"))
  ),
  draft(
    "does not follow redirects in a loop",
    [34],
    oneComplaint,
    refused("UnexpectedAnswer"),
    onComplaints(
      Array.from({ length: 22 }, (_, index) => index + 1),
      redirectTo("/v0/dnc-complaints")
    )
  )
]
