import type { Fault } from "../faults/FaultSchedule.ts"

/** One request in the log. It never contains a key. */
export interface RequestLogEntry {
  /** Milliseconds since 1970, from the server's clock. */
  readonly at: number
  readonly method: string
  /** Path and query without the parameter `api_key`. `••••` replaces any other key. */
  readonly url: string
  /** Whether the URL or a header contains a key of the server, also percent-encoded. */
  readonly hasKey: boolean
  readonly status: number
  /** Bytes of the body as it is sent, after compression. */
  readonly bytes: number
  /** Milliseconds from the request to its response, including the delay of a fault. */
  readonly milliseconds: number
  /** The `error.code` of a rejected request, such as `API_KEY_MISSING`, otherwise `null`. */
  readonly errorCode: string | null
  /** The injected fault, otherwise `null`. */
  readonly fault: Fault["do"] | null
}
