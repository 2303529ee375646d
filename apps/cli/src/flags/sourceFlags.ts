import { type FlagValues, switchFlag, textFlag, textsFlag } from "./flag.ts"

/** Where records come from, and how long requests may wait. Every command has these flags except `serve` and `completions`. */
export const sourceFlags = {
  baseUrl: textFlag("base-url", "URL", "Where the service is (https://api.ftc.gov)"),
  allowHttp: switchFlag("allow-http", "Let the base URL be plain HTTP, in which the key travels readable"),
  ca: textFlag("ca", "FILE", "PEM file of a certificate to trust beside the usual ones"),
  demo: switchFlag("demo", "Use the bundled sample data: no key, no network, no limit"),
  data: textsFlag("data", "FILE", "Use a local file: the daily CSV, JSON or NDJSON; no key, no network"),
  requestsPerHour: textFlag("requests-per-hour", "N", "The budget of requests in any hour (1000)"),
  maxRetryAfter: textFlag(
    "max-retry-after",
    "D",
    "The longest pause that the service may ask for, such as 90s or 3h (2m); --max-wait bounds every wait"
  ),
  maxWait: textFlag(
    "max-wait",
    "D",
    "The longest wait for the key's requests, a pause of the service or a retry; exit 4 at once instead of a longer one (no limit)"
  ),
  noWait: switchFlag("no-wait", "Never wait: exit 4 at once, with the time of the next try")
}

/** The same for `export`, which waits longer. */
export const patientSourceFlags = {
  ...sourceFlags,
  maxRetryAfter: textFlag(
    "max-retry-after",
    "D",
    "The longest pause that the service may ask for, such as 90s or 3h (3h); --max-wait bounds every wait"
  )
}

export type SourceFlags = FlagValues<typeof sourceFlags>
