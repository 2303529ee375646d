import { type KeyMask, type PublicRecords } from "@public-records/core"
import { type Duration, type Effect, type Layer, type Redacted, type Scope } from "effect"
import { type HttpClient } from "effect/http"
import { type CommandFailure } from "../CommandFailure.ts"

export interface Limits {
  readonly requestsPerHour: number | undefined
  readonly maxRetryAfter: Duration.Duration | undefined
  readonly maxWait: Duration.Duration | undefined
}

export interface Connection {
  readonly http: HttpClient.HttpClient
  readonly options: Limits & {
    readonly apiKey: Redacted.Redacted
    readonly baseUrl: string
    readonly allowHttp?: boolean | undefined
  }
}

export interface Source {
  readonly records: Layer.Layer<PublicRecords, CommandFailure>
  /** Connects to the service for other requests. Starts another embedded server for local data. */
  readonly connection: Effect.Effect<Connection, CommandFailure, Scope.Scope>
  /** The budget and the circuit breaker, if other processes share them. */
  readonly guards: Layer.Layer<never>
  readonly origin: {
    readonly baseUrl: string
    readonly isSample: boolean
    /** A label such as "sample of 7 July 2021", or an empty string for other data. */
    readonly sampleNote: string
    /** The name of the setting that contains the key. */
    readonly keySource: string
    /** Advice about a key whose limit is low, or an empty string. */
    readonly keyAdvice: string
    readonly hasLimit: boolean
  }
  /** The budget of this process. */
  readonly requestsPerHour: number
  /** Redacts the key in any text. */
  readonly keyMask: KeyMask
  readonly warning: string | undefined
}

export interface SourceOptions {
  readonly sampleWithoutKey: boolean
  /** A key that the user typed, which overrides every setting. */
  readonly typedKey?: string
  /** The default of the setting `maxRetryAfter`. */
  readonly maxRetryAfter?: Duration.Duration
  /** Maximum requests in any hour, if that is fewer than the setting `requestsPerHour`. */
  readonly spend?: number | undefined
  /** Whether the message for a missing key suggests `--demo`. @default true */
  readonly suggestsDemo?: boolean
  /** Whether to show the progress of loading local files on a terminal. @default true */
  readonly showsLoading?: boolean
}
