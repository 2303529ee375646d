import type { Duration, Effect } from "effect"
import type { OpenedRecords } from "./dataset/DataSet.ts"
import type { LoadProgress } from "./dataset/LoadProgress.ts"
import type { FaultSchedule } from "./faults/FaultSchedule.ts"
import type { ProfileName } from "./Profile.ts"
import type { Quirks } from "./Quirks.ts"
import type { RequestLogEntry } from "./observability/RequestLogEntry.ts"
import type { SiteOptions } from "./SiteOptions.ts"

/** The number of requests that one key may send within a sliding window. */
export interface RateLimit {
  readonly limit: number
  readonly window: Duration.Input
}

/** The certificate of a server on a socket: created at the start, none (plain HTTP), or read from PEM files. */
export type TlsOption = "self-signed" | "off" | { readonly certFile: string; readonly keyFile: string }

/** Options of every reference server. */
export interface ReferenceServerOptions {
  /**
   * Paths of daily CSV files, JSON and NDJSON files to serve instead of the sample; `-` is standard input. A collection without
   * a file is empty.
   * @default the bundled sample
   */
  readonly data?: ReadonlyArray<string> | undefined
  /** Opens records that are not in memory, such as those of a mirror, instead of reading files. A reload opens them again. */
  readonly openRecords?: Effect.Effect<OpenedRecords, Error> | undefined
  /**
   * The folder of the bundled files, for programs that ship them elsewhere. Must end with a slash.
   * @default the `data` folder of this package
   */
  readonly bundledData?: URL | undefined
  /**
   * How to treat an invalid row or record: fail, or skip and count it.
   * @default "fail"
   */
  readonly onBadRow?: "fail" | "skip" | undefined
  /**
   * Receives the progress while data is loaded or reloaded, several hundred times for a million rows.
   */
  readonly onLoadProgress?: ((progress: LoadProgress) => void) | undefined
  /** Number of complaints to generate and serve instead of the sample, with a hundredth as many notices. */
  readonly synthetic?: number | undefined
  /**
   * Newest day of generated complaints, with `synthetic` only.
   * @default "2021-07-07"
   */
  readonly newestDay?: string | undefined
  /**
   * Seed of generated records and quirks. The same seed produces the same records.
   * @default 1
   */
  readonly seed?: number | undefined
  /** The keys to accept. @default ["DEMO_KEY"] */
  readonly apiKeys?: ReadonlyArray<string> | undefined
  /** The limit for each key. @default { limit: 1000, window: "1 hour" } */
  readonly rateLimit?: RateLimit | "off" | undefined
  /**
   * Further limits for each key. Those of the gateway are `stockBurstLimits`.
   * @default none
   */
  readonly burstLimits?: ReadonlyArray<RateLimit> | undefined
  /** @default "documented" */
  readonly profile?: ProfileName | undefined
  /**
   * Odd behavior to simulate.
   * @default none
   */
  readonly quirks?: Quirks | undefined
  /** The files on the FTC's web site, and their times. It is served next to the service. */
  readonly site?: SiteOptions | undefined
  /** A schedule of faults, or the path of a JSON file that contains one. */
  readonly faults?: FaultSchedule | string | undefined
  /** Receives each request after it was handled. */
  readonly log?: ((entry: RequestLogEntry) => void) | undefined
}

/** Options of a reference server on a socket. */
export interface SocketOptions extends ReferenceServerOptions {
  /** @default "127.0.0.1" */
  readonly host?: string | undefined
  /**
   * The port to listen on. 0 selects a free one.
   * @default 8080
   */
  readonly port?: number | undefined
  /** @default "self-signed" */
  readonly tls?: TlsOption | undefined
  /**
   * Accept plain HTTP as if it were HTTPS.
   * @default false
   */
  readonly allowHttp?: boolean | undefined
  /**
   * Trust `X-Forwarded-Proto`.
   * @default false
   */
  readonly trustProxy?: boolean | undefined
}
