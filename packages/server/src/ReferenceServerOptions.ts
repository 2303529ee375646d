import type { Duration } from "effect"
import type { LoadProgress } from "./dataset/LoadProgress.ts"
import type { FaultSchedule } from "./faults/FaultSchedule.ts"
import type { ProfileName } from "./Profile.ts"
import type { Quirks } from "./Quirks.ts"
import type { RequestLogEntry } from "./observability/RequestLogEntry.ts"
import type { SocketLimits } from "./socket/SocketLimits.ts"

/** The number of requests that one key may send within a sliding window. */
export interface RateLimit {
  readonly limit: number
  readonly window: Duration.Input
}

/** The certificate of a socket: made for this run, none (plain HTTP), or read from PEM files. */
export type TlsOption = "self-signed" | "off" | { readonly certFile: string; readonly keyFile: string }

/** Options of every reference server. */
export interface ReferenceServerOptions {
  /**
   * Paths of daily CSV, JSON and NDJSON files. They replace the bundled sample; a collection without a file is empty.
   * @default the bundled sample
   */
  readonly data?: ReadonlyArray<string> | undefined
  /**
   * The folder of the bundled files, for programs that ship them elsewhere. Ends with a slash.
   * @default the `data` folder of this package
   */
  readonly bundledData?: URL | undefined
  /**
   * Whether an invalid row or record stops the server, or is left out and counted.
   * @default "fail"
   */
  readonly onBadRow?: "fail" | "skip" | undefined
  /**
   * Receives the progress of a load, at the start and at each reload: several hundred times for a million rows.
   */
  readonly onLoadProgress?: ((progress: LoadProgress) => void) | undefined
  /** Serve this many generated complaints, and a hundredth as many notices, instead of a data set. */
  readonly synthetic?: number | undefined
  /**
   * Seed of generated records and of quirks. The same seed gives the same records.
   * @default 1
   */
  readonly seed?: number | undefined
  /** @default ["DEMO_KEY"] */
  readonly apiKeys?: ReadonlyArray<string> | undefined
  /** @default { limit: 1000, window: "1 hour" } */
  readonly rateLimit?: RateLimit | "off" | undefined
  /**
   * Further limits for each key. Those of the gateway are `stockBurstLimits`.
   * @default none
   */
  readonly burstLimits?: ReadonlyArray<RateLimit> | undefined
  /** @default "documented" */
  readonly profile?: ProfileName | undefined
  /**
   * Odd behavior of the service.
   * @default none
   */
  readonly quirks?: Quirks | undefined
  /** A schedule of faults, or the path of a file that holds one. */
  readonly faults?: FaultSchedule | string | undefined
  /**
   * Number of requests in `faults.history`.
   * @default 1000
   */
  readonly faultHistory?: number | undefined
  /** Receives each request. */
  readonly log?: ((entry: RequestLogEntry) => void) | undefined
  /**
   * Receives the stack of an unexpected exception, without keys. The client gets a 500.
   * @default writes it to standard error
   */
  readonly logFailure?: ((stack: string) => void) | undefined
}

/** Options of a reference server on a socket. */
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
   * Accept plain HTTP as if it were HTTPS.
   * @default false
   */
  readonly allowHttp?: boolean | undefined
  /**
   * Trust `X-Forwarded-Proto`.
   * @default false
   */
  readonly trustProxy?: boolean | undefined
  /** Limits for connections and slow clients. */
  readonly limits?: Partial<SocketLimits> | undefined
}
