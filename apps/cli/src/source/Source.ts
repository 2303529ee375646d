import { type Basis } from "@public-records/answers/basis"
import { type KeyMask, type OpenRange, type PublicRecordsError, type WalkableQuery } from "@public-records/core"
import { type DayCounts } from "@public-records/export/days"
import type * as Tui from "@public-records/tui/Source"
import { type Duration, type Effect, type Layer, type Redacted } from "effect"
import { type HttpClient } from "effect/http"
import { type CommandFailure } from "../CommandFailure.ts"
import { type RecordKind } from "../output/kinds.ts"
import { type Wording } from "../output/wording.ts"

/** Members in which the sources differ for a command. */
interface Members {
  /** The base URL, or what local records were opened from. */
  readonly name: string
  readonly wording: Wording
  /** Sentences to print first. */
  readonly warnings: ReadonlyArray<string>
  /** Sentences to print unless the output is for programs. */
  readonly notices: ReadonlyArray<string>
  /** Why `--verbose` has no effect. */
  readonly verboseNotes: ReadonlyArray<string>
  /** Advice about a key whose limit is low, or an empty string. */
  readonly keyAdvice: string
  /** They redact the key in any text. */
  readonly keyMasks: ReadonlyArray<KeyMask>
  /** Reads a query from flags. `latest` is the last published day, or the last day of local records. */
  readonly readQuery: <Query, Record>(
    kind: RecordKind<Query, Record>,
    flags: object
  ) => Effect.Effect<Query, CommandFailure>
  /** Returns sentences to print beside an answer. */
  readonly notesOn: <Query, Record>(kind: RecordKind<Query, Record>, query: Query) => ReadonlyArray<string>
  /** Returns sentences about days that are not published yet. */
  readonly publicationNotes: (range: OpenRange) => Effect.Effect<ReadonlyArray<string>>
  /** Returns the basis of the records that match a query, or `undefined` for the service. */
  readonly basisOf: <Query, Record>(
    kind: RecordKind<Query, Record>,
    query: Query
  ) => Effect.Effect<Basis | undefined, CommandFailure>
  /** Counts the days of an export to one file. */
  readonly countDays: <Query extends WalkableQuery, Record>(
    kind: RecordKind<Query, Record>,
    query: Query,
    isEmpty: boolean
  ) => Effect.Effect<DayCounts, CommandFailure | PublicRecordsError>
  /** Returns the end of the message about an empty result: the days that local records cover. */
  readonly daysNote: <Query, Record>(kind: RecordKind<Query, Record>) => Effect.Effect<string, CommandFailure>
  readonly failureOf: (error: PublicRecordsError) => CommandFailure
}

/** A connection to the service, before a client exists. */
export interface Connection {
  readonly http: HttpClient.HttpClient
  readonly options: {
    readonly apiKey: Redacted.Redacted
    readonly baseUrl: string
    readonly allowHttp?: boolean | undefined
    readonly requestsPerHour: number | undefined
    readonly maxRetryAfter: Duration.Duration | undefined
    readonly maxWait: Duration.Duration | undefined
  }
  /** The budget and the circuit breaker, if other processes share them. */
  readonly guards: Layer.Layer<never>
  /** The name of the setting that contains the key. */
  readonly keySource: string
  /** Advice about a key whose limit is low, or an empty string. */
  readonly keyAdvice: string
  /** Redacts the key in any text. */
  readonly keyMask: KeyMask
  /** The budget of this process. */
  readonly requestsPerHour: number
  /** Problems of the configuration file. */
  readonly warnings: ReadonlyArray<string>
}

export interface Service extends Tui.Service, Members, Pick<Connection, "requestsPerHour"> {}
export interface Local extends Tui.Local, Members {}

/** The service, or local records. */
export type Source = Service | Local
