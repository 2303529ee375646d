import type { Basis } from "@public-records/answers/basis"
import type {
  CivilDate,
  InvalidQuery,
  PublicRecords,
  PublicRecordsError,
  QuerySource,
  QuotaState
} from "@public-records/core"
import type { Counts, LoadedRecords, Mirror, MirrorError } from "@public-records/mirror"
import type { Effect, Result, Scope } from "effect"
import type { RowStore } from "../collection/RowStore.ts"
import type { FormMessage } from "../form/FormModel.ts"

/** A failure as its panel shows it. `short` replaces the message if there is little room. */
export interface FailureTexts {
  readonly title: string
  readonly message: string
  readonly advice: string
  readonly short: string
  readonly keys: string
}

export const invalidFilter = {
  title: "INVALID FILTER",
  short: "The filter cannot be answered.",
  keys: "f edit the filter"
}

/** The rows of a query, for charts. */
interface ChartRows<Query> {
  readonly query: Query
  /** Identifies the source and the query. */
  readonly key: string
  /** The query without a filter. */
  readonly everything: Query
  readonly store: RowStore<unknown>
  readonly loadedRecords: () => LoadedRecords
}

/** The records that charts count, and the engine that counts them. */
interface ChartSubject<Query> {
  /** Differs if the records have to be counted again. */
  readonly identity: unknown
  readonly where: Query
  readonly engine: Effect.Effect<Mirror["Service"], MirrorError, Scope.Scope>
  /** Describes the counted records, which are 100 % of every share, and says what the counts are based on. */
  readonly scopeOf: (counts: Counts, basis: Basis) => { readonly base: string; readonly basis: string }
  /** These are all matching records. */
  readonly isAll: boolean
}

/** The size of a result. `rowCount` is an estimate unless it is known. */
interface ResultSize {
  readonly loaded: number
  readonly rowCount: number
  readonly isRowCountKnown: boolean
}

/** A source as the screen uses and describes it. Everything that differs between the service and local records is a member. */
export interface ScreenSource {
  readonly records: PublicRecords["Service"]
  /** The source whose rules apply to queries. */
  readonly rules: QuerySource
  /** The address of the service, or what local records were opened from. */
  readonly name: string
  /** Answers questions about all records, or says why it cannot. */
  readonly questions: Result.Result<Mirror["Service"], string>
  readonly chartSubject: <Query>(rows: ChartRows<Query>) => ChartSubject<Query>
  /** Returns the last day of the records, or `latest` if the source resolves that word itself. */
  readonly latestDay: (of: "complaints" | "notices") => Effect.Effect<string, MirrorError>
  /** The day from which the filter "last days" counts back, if it has to be resolved before an export. */
  readonly newestDay: CivilDate | null
  /** **Fails with** `InvalidQuery` if a typed number cannot be looked for. */
  readonly checkNumber: (typed: string) => Effect.Effect<void, InvalidQuery | MirrorError>
  /** Pages to read between two frames while all rows are loaded. Drawing a frame takes longer than reading a local page. */
  readonly pagesPerUpdate: number

  /** Returns labels for the header, longest first. `newest` is the time of the newest record, or an empty string. */
  readonly labels: (newest: string) => ReadonlyArray<string>
  /** Returns candidates for the last line, longest first: what is on the left, and on the right. */
  readonly accountTexts: (
    quota: QuotaState,
    failure: PublicRecordsError | undefined
  ) => ReadonlyArray<readonly [left: string, right: string]>
  /** Returns lines of the status panel. */
  readonly statusTexts: (quota: QuotaState) => ReadonlyArray<string>
  /** Returns the purpose of a valid form. */
  readonly purpose: (request: string, filter: string, notes: ReadonlyArray<string>) => string
  /** Shown beside the problems of a form that another source could answer. */
  readonly wayOut: ReadonlyArray<FormMessage>
  /** Returns the effect of `#` on a number that `count` of the loaded rows have. */
  readonly sameNumber: (count: number, loaded: number) => string
  /** Returns the cost of loading the remaining rows. */
  readonly restText: (store: RowStore<unknown>) => string
  /** Returns what to confirm before all rows are loaded. Is empty if there is nothing to confirm. */
  readonly loadAllTexts: (size: ResultSize, rest: string, quota: QuotaState) => ReadonlyArray<string>
  /** Returns the cost of exporting all matching records. */
  readonly exportCost: (size: ResultSize, noun: string, quota: QuotaState) => string
  readonly failure: (error: PublicRecordsError) => FailureTexts
  /** Returns the message of an error, also of an export. */
  readonly messageOf: (error: { readonly message: string }) => string
  /** A remark below a table of notices. */
  readonly noticesRemark: string
  /** The item of the status panel that connects to the service. */
  readonly connectItem: { readonly label: string; readonly hint: string }
  /** Said before a key is typed. */
  readonly beforeConnecting: ReadonlyArray<string>
}
