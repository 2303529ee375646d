import type { Duration } from "effect"
import type { LoadProgress } from "./dataset/LoadProgress.ts"
import type { FaultSchedule } from "./faults/FaultSchedule.ts"
import type { ProfileName } from "./Profile.ts"
import type { Quirks } from "./Quirks.ts"
import type { RequestLogEntry } from "./watching/RequestLogEntry.ts"
import type { SocketLimits } from "./socket/SocketLimits.ts"

/** How many requests one key may send within a sliding window. */
export interface RateLimit {
  readonly limit: number
  readonly window: Duration.Input
}

/** The certificate of a socket: made for this run, none at all (plain HTTP), or read from PEM files. */
export type TlsOption = "self-signed" | "off" | { readonly certFile: string; readonly keyFile: string }

/** What a reference server serves, and how strictly. */
export interface ReferenceServerOptions {
  /**
   * Paths of daily CSV files, JSON and NDJSON. They replace the bundled set; a collection not given is empty. Read in
   * pieces, so that their size does not matter.
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
  /**
   * Told how far a load has come, at the start and at each reload: several hundred times for a million rows.
   */
  readonly onLoadProgress?: ((progress: LoadProgress) => void) | undefined
  /** Serve this many generated complaints, and a hundredth as many notices, instead of a data set. */
  readonly synthetic?: number | undefined
  /**
   * What the generated records are made from, and which records have quirks: the same seed makes the same records.
   * @default 1
   */
  readonly seed?: number | undefined
  /** @default ["DEMO_KEY"] */
  readonly apiKeys?: ReadonlyArray<string> | undefined
  /** @default { limit: 1000, window: "1 hour" } */
  readonly rateLimit?: RateLimit | "off" | undefined
  /**
   * Limits for each key besides `rateLimit`, on shorter or longer windows; the gateway's own are `stockBurstLimits`.
   * @default none
   */
  readonly burstLimits?: ReadonlyArray<RateLimit> | undefined
  /** @default "documented" */
  readonly profile?: ProfileName | undefined
  /**
   * What the service does wrong now and then.
   * @default none
   */
  readonly quirks?: Quirks | undefined
  /** A schedule of faults, or the path of a file that holds one. */
  readonly faults?: FaultSchedule | string | undefined
  /**
   * How many requests the faults keep account of, for `faults.played`.
   * @default 1000
   */
  readonly faultHistory?: number | undefined
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
  /** When clients that take too much, or too long, are dropped. */
  readonly limits?: Partial<SocketLimits> | undefined
}
