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
    "The longest wait that the service may ask for, such as 90s or 3h (2m)"
  )
}

/** The same for an export, which waits longer. */
export const patientSourceFlags = {
  ...sourceFlags,
  maxRetryAfter: textFlag(
    "max-retry-after",
    "D",
    "The longest wait that the service may ask for, such as 90s or 3h (3h)"
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
}
