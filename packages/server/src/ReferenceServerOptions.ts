import type { Duration } from "effect"
import type { FaultSchedule } from "./faults/FaultSchedule.ts"
import type { ProfileName } from "./Profile.ts"

/** How many requests one key may send within a sliding window. */
export interface RateLimit {
  readonly limit: number
  readonly window: Duration.Input
}

/** The certificate of a socket: made for this run, none at all (plain HTTP), or read from PEM files. */
export type TlsOption = "self-signed" | "off" | { readonly certFile: string; readonly keyFile: string }

/** One request as the log tells it. The key is never part of it. */
export interface RequestLogEntry {
  /** Milliseconds since 1970, from the server's clock. */
  readonly at: number
  readonly method: string
  /** Path and query, without the parameter `api_key`. */
  readonly url: string
  readonly status: number
  /** Length of the body in bytes. */
  readonly bytes: number
  readonly milliseconds: number
}

/** What a reference server serves, and how strictly. */
export interface ReferenceServerOptions {
  /**
   * Paths of daily CSV files, JSON and NDJSON. They replace the bundled set; a collection not given is empty.
   * @default the bundled sample
   */
  readonly data?: ReadonlyArray<string> | undefined
  /**
   * The folder of the bundled files, records and page, for programs that ship them elsewhere. Ends with a slash.
   * @default the `data` folder of this package
   */
  readonly bundledData?: URL | undefined
  /**
   * Whether a broken row or record stops the server, or is left out and counted.
   * @default "fail"
   */
  readonly onBadRow?: "fail" | "skip" | undefined
  /** Serve this many generated complaints, and a hundredth as many notices, instead of a data set. */
  readonly synthetic?: number | undefined
  /**
   * What the generated records are made from: the same seed makes the same records.
   * @default 1
   */
  readonly seed?: number | undefined
  /** @default ["DEMO_KEY"] */
  readonly apiKeys?: ReadonlyArray<string> | undefined
  /** @default { limit: 1000, window: "1 hour" } */
  readonly rateLimit?: RateLimit | "off" | undefined
  /** @default "documented" */
  readonly profile?: ProfileName | undefined
  /** A schedule of faults, or the path of a file that holds one. */
  readonly faults?: FaultSchedule | string | undefined
  /** Told of each answered request. */
  readonly log?: ((entry: RequestLogEntry) => void) | undefined
}

/** What a reference server on a socket needs besides. */
export interface SocketOptions extends ReferenceServerOptions {
  /** @default "127.0.0.1" */
  readonly host?: string | undefined
  /**
   * 0 picks a free port.
   * @default 8080
   */
  readonly port?: number | undefined
  /** @default "self-signed" */
  readonly tls?: TlsOption | undefined
  /**
   * Answer plain HTTP as if it were HTTPS.
   * @default false
   */
  readonly allowHttp?: boolean | undefined
  /**
   * Believe `X-Forwarded-Proto`.
   * @default false
   */
  readonly trustProxy?: boolean | undefined
}
