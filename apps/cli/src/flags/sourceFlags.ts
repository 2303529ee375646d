import { switchFlag, textFlag, textsFlag } from "./flag.ts"

/** Where records come from, and the bounds of asking for them; for every command but `serve`. */
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

/** The same for an export, which waits longer. */
export const patientSourceFlags = {
  ...sourceFlags,
  maxRetryAfter: textFlag(
    "max-retry-after",
    "D",
    "The longest pause that the service may ask for, such as 90s or 3h (3h); --max-wait bounds every wait"
  )
}

/** What the flags of `sourceFlags` were read as. */
export interface SourceFlags {
  readonly baseUrl: string | undefined
  readonly allowHttp: boolean
  readonly ca: string | undefined
  readonly demo: boolean
  readonly data: ReadonlyArray<string>
  readonly requestsPerHour: string | undefined
  readonly maxRetryAfter: string | undefined
  readonly maxWait: string | undefined
  readonly noWait: boolean
}
