import {
  type CivilDate,
  type ComplaintFilters,
  type ComplaintQuery,
  InvalidQuery,
  latestPublishedDay,
  type OpenRange,
  type PublicRecords,
  type PublicRecordsError,
  readComplaintQuery,
  readNoticeQuery,
  type Records
} from "@public-records/core"
import type { ParquetFailure } from "@public-records/files/parquetFile"
import { Context, DateTime, Effect, Layer, Option, Predicate, Schema, type Scope, Stream, Struct } from "effect"
import { HttpClient } from "effect/http"
import { filledText } from "./argumentProblems.ts"
import type { ImportEvent, ImportOptions } from "./ImportEvent.ts"
import type { MirrorError } from "./MirrorError.ts"
import type { SiteError } from "./SiteError.ts"
import type {
  CountNoticesQuery,
  Counts,
  NoticeCounts,
  NumberReport,
  PartyHistory,
  PartyRanking,
  PrefixReport,
  Ranking,
  SuffixReport,
  TopPartiesQuery,
  TopQuery,
  TrendQuery,
  Trends
} from "./MirrorQuery.ts"
import { recordsOver } from "./MirrorRecords.ts"
import {
  type MirrorCoverage,
  type Covered,
  type Dates,
  type MirrorDay,
  type MirrorStatus,
  notVerified,
  type Verification
} from "./MirrorStatus.ts"
import { countComplaints } from "./questions/complaints.ts"
import { type Conditions, conditionsOf, daysOf } from "./questions/conditions.ts"
import { datesOf } from "./questions/dates.ts"
import { copyDay, type DayComplaints, type DayFile, type ParquetFile, readDay } from "./questions/day.ts"
import { numberSearch } from "./questions/numberSearch.ts"
import { reportOf } from "./questions/number.ts"
import { countNotices, topParties } from "./questions/countNotices.ts"
import { partyHistory } from "./questions/party.ts"
import { bytesOf, statusOf } from "./questions/status.ts"
import { topOf } from "./questions/top.ts"
import { trendsOf } from "./questions/trends.ts"
import type { Blocklist, BlocklistRefused, BlocklistRule } from "./blocklist/Blocklist.ts"
import type { Database, OnProgress } from "./store/Database.ts"
import type { OnWaiting } from "./store/fileLock.ts"
import { easternToday } from "./store/civil.ts"
import { coverageOf, storedDays } from "./store/ledger.ts"
import { memoryStore, staticStore } from "./store/privateStore.ts"
import { MirrorFile } from "./store/MirrorFile.ts"
import type { Store } from "./store/Store.ts"
import type { VerifyDepth } from "./store/verify.ts"
import { type SyncSources, sourceOfRecords } from "./sync/SyncSource.ts"
import type { SyncEvent, SyncOptions } from "./SyncEvent.ts"

export const MirrorOptions = Schema.Struct({
  /** The DuckDB file. */
  file: filledText("the path of the file"),
  /** `write` creates the file, and its folder, if it does not exist. `static` is for a file that nobody writes. @default "read" */
  access: Schema.optional(Schema.Literals(["read", "write", "static"])),
  /** Called with a sentence when another process has used the file for a second. @default nothing happens */
  onWaiting: Schema.optional(
    Schema.declare((value): value is OnWaiting => Predicate.isFunction(value), { expected: "a function" })
  )
})
export interface MirrorOptions extends Schema.Schema.Type<typeof MirrorOptions> {}

export const ReportOptions = Schema.Struct({
  /** Called while a long question is answered, with the finished share from 0 to 1. */
  onProgress: Schema.optional(
    Schema.declare((value): value is OnProgress => Predicate.isFunction(value), { expected: "a function" })
  )
})
export interface ReportOptions extends Schema.Schema.Type<typeof ReportOptions> {}

type Answer<A> = Effect.Effect<Covered<A>, InvalidQuery | MirrorError>

/** The size of a mirror, and that of the compacted file. **Units** bytes. */
export interface Compaction {
  readonly before: number
  readonly after: number
}

const layerOver = (store: Effect.Effect<Store, MirrorError, Scope.Scope>): Layer.Layer<Mirror, MirrorError> =>
  Layer.effect(Mirror, Effect.map(store, mirrorOver))

/** Core's service. It is loaded on demand, because it loads core's client, and most programs only ask questions. */
const coreService = Effect.map(
  Effect.promise(() => import("./publicRecords.ts")),
  ({ PublicRecords }) => PublicRecords
)

/** Complaints and notices in a local DuckDB file. Every count has the days that it is based on. */
export class Mirror extends Context.Service<
  Mirror,
  {
    /** Core's service over the mirror. It needs no key, has no limit, and answers every combination of filters. */
    readonly records: Records
    readonly status: Effect.Effect<MirrorStatus, MirrorError>
    /** Returns which days of a range are complete, partial or missing. Without a range: from the first to the newest day. */
    readonly coverage: (range?: OpenRange) => Effect.Effect<MirrorCoverage, MirrorError>
    /** Returns the days of a range that the mirror has, in their order. */
    readonly days: (range?: OpenRange) => Effect.Effect<ReadonlyArray<MirrorDay>, MirrorError>
    /** Returns the first and last day of complaints, or date of notices. An empty mirror returns `undefined`. */
    readonly dates: (of: "complaints" | "notices") => Effect.Effect<Dates | undefined, MirrorError>
    /** Returns a day with its complaints that match, from one state of the mirror, or `undefined` if the mirror does not have it. */
    readonly readDay: (
      day: CivilDate,
      query: ComplaintQuery
    ) => Effect.Effect<DayComplaints | undefined, InvalidQuery | MirrorError>
    /** Like `readDay`, but writes the complaints to a Parquet file. **Fails with** `ParquetFailure` if that is impossible. */
    readonly copyDay: (
      day: CivilDate,
      query: ComplaintQuery,
      file: ParquetFile
    ) => Effect.Effect<DayFile | undefined, InvalidQuery | MirrorError | ParquetFailure>
    readonly count: (where: ComplaintFilters, options?: ReportOptions) => Answer<Counts>
    /** **Fails with** `InvalidQuery` if a text, as it may be typed into a form, is no number that the mirror can look for. */
    readonly checkNumber: (typed: string) => Effect.Effect<void, InvalidQuery | MirrorError>
    /** Returns what is known of a number, in any form in which people type it, or of the numbers that begin with some digits. */
    readonly number: (
      typed: string,
      where?: ComplaintFilters,
      options?: ReportOptions
    ) => Answer<NumberReport | PrefixReport | SuffixReport>
    readonly top: (query: TopQuery, options?: ReportOptions) => Answer<Ranking>
    readonly trends: (query: TrendQuery, options?: ReportOptions) => Answer<Trends>
    /** Returns the numbers to block. **Fails with** `BlocklistRefused` if the list should not be published. */
    readonly blocklist: (
      rule?: BlocklistRule,
      options?: ReportOptions
    ) => Effect.Effect<Covered<Blocklist>, InvalidQuery | BlocklistRefused | MirrorError>
    /** Returns the notices that name a party. */
    readonly party: (name: string) => Effect.Effect<PartyHistory, InvalidQuery | MirrorError>
    /** Returns the parties with the most transactions. */
    readonly topParties: (query: TopPartiesQuery) => Effect.Effect<PartyRanking, InvalidQuery | MirrorError>
    /** Counts notices by year, by month of the year, or by party. */
    readonly countNotices: (query: CountNoticesQuery) => Effect.Effect<NoticeCounts, InvalidQuery | MirrorError>
    /**
     * Imports files, folders, patterns such as `data/*.csv`, and `-`, which is standard input. A file that cannot be used is reported by an event, and the others
     * are imported. Each day is replaced in one transaction. The last event is the report.
     */
    readonly importFiles: (
      paths: ReadonlyArray<string>,
      options?: ImportOptions
    ) => Stream.Stream<ImportEvent, MirrorError>
    /**
     * Reads the daily files that the mirror lacks or that have a new edition, the newest first, and the newest notices. If `PublicRecords`
     * is provided, reads from the service what the files lack, the notices, and its days that may have changed: the next sync after an
     * interruption continues from the last page, and repeats at most one request. It ends without an error if a request would wait longer
     * than the client allows.
     * **Fails with** `SiteError` if the site refuses twice, cannot be reached, or is not as expected: then the service is not read. And with
     * `PublicRecordsError` for invalid options, and after two lists of the service in a row that could not be read.
     */
    readonly sync: (
      options?: SyncOptions
    ) => Stream.Stream<SyncEvent, MirrorError | SiteError | PublicRecordsError, HttpClient.HttpClient>
    /** Like `sync`, from the given sources only. */
    readonly syncFrom: (
      sources: SyncSources,
      options?: SyncOptions
    ) => Stream.Stream<SyncEvent, MirrorError | SiteError | PublicRecordsError>
    readonly verify: (depth: VerifyDepth, options?: ReportOptions) => Effect.Effect<Verification, MirrorError>
    /** Gives free space back to the disk. It needs free space of the size of the mirror. */
    readonly compact: Effect.Effect<Compaction, MirrorError>
    /** Writes a copy without free space into a file that does not exist. Others can read the mirror in the meantime. */
    readonly copyTo: (path: string) => Effect.Effect<Compaction, MirrorError>
  }
>()("@public-records/mirror/Mirror") {
  /** **Fails with** `MirrorError` if the file does not exist, unless it is opened for writing, and if it is not a mirror. */
  static readonly layer = ({ access = "read", file, onWaiting }: MirrorOptions): Layer.Layer<Mirror, MirrorError> =>
    layerOver(access === "static" ? staticStore(file) : MirrorFile.open(file, access, onWaiting))

  /** An empty mirror in memory. It is gone when the scope closes, unless it is copied to a file. */
  static readonly layerInMemory: Layer.Layer<Mirror, MirrorError> = Layer.suspend(() => layerOver(memoryStore()))

  /** Provides core's service from a mirror. */
  static readonly layerRecords: Layer.Layer<PublicRecords, never, Mirror> = Layer.unwrap(
    Effect.map(coreService, (service) =>
      Layer.effect(
        service,
        Effect.map(Mirror, ({ records }) => records)
      )
    )
  )
}

const invalid = (field: string, rule: string) => new InvalidQuery({ problems: [{ field, rule }] })

/** Answers a question about complaints, with the coverage of the same state of the file. */
const answer = <A>(
  store: Store,
  question: (db: Database, conditions: Conditions) => Effect.Effect<A, InvalidQuery | MirrorError>,
  where: ComplaintFilters = {},
  { onProgress }: ReportOptions = {}
): Answer<A> =>
  Effect.flatMap(readComplaintQuery(where, "local"), (query) =>
    store.read(
      Effect.fnUntraced(function* (db) {
        const conditions = yield* conditionsOf(db, query)
        const value = yield* question(db, conditions)
        return { value, coverage: yield* coverageOf(db, conditions.days), note: notVerified } as const
      }),
      onProgress
    )
  )

/** The number of a filter has no effect, because the question is about another one. */
const reportOn = (store: Store, typed: string, where: ComplaintFilters, options?: ReportOptions) =>
  answer(
    store,
    (db, conditions) => Effect.flatMap(numberSearch(db, typed), (search) => reportOf(db, search, conditions.where)),
    Struct.omit(where, ["number"]),
    options
  )

/** Compacts a file, or writes a compact copy `to` another one. */
const compact = Effect.fnUntraced(function* (store: Store, to?: string): Effect.fn.Return<Compaction, MirrorError> {
  const before = bytesOf(store.path)
  yield* to === undefined ? store.compact : store.copyTo(to)
  return { before, after: bytesOf(to ?? store.path) }
})

// Loaded on demand, like imports and block lists, because most programs only read.
const syncOver = (store: Store, sources: SyncSources, options: SyncOptions = {}) =>
  Effect.promise(() => import("./sync/sync.ts")).pipe(
    Effect.map(({ sync }) => sync(store, sources, options)),
    Stream.unwrap
  )

/** Answers all questions from some tables. */
export const mirrorOver = (store: Store): Mirror["Service"] =>
  Mirror.of({
    records: recordsOver(store),
    status: Effect.flatMap(
      Effect.all({ now: DateTime.now, published: latestPublishedDay, today: easternToday }),
      (today) => store.read((db) => statusOf(db, store, today))
    ),
    coverage: (range = {}) => store.read((db) => coverageOf(db, daysOf(range))),
    days: (range = {}) => store.read((db) => storedDays(db, daysOf(range))),
    dates: (of) => store.read((db) => datesOf(db, of)),
    readDay: (day, query) => store.read((db) => readDay(db, day, query)),
    copyDay: (day, query, file) => store.read((db) => copyDay(db, day, query, file)),
    count: (where, options) => answer(store, (db, conditions) => countComplaints(db, conditions.where), where, options),
    checkNumber: (typed) => Effect.asVoid(store.read((db) => numberSearch(db, typed))),
    number: (typed, where = {}, options) => reportOn(store, typed, where, options),
    top: (query, options) =>
      answer(store, (db, conditions) => topOf(db, query, conditions.where), query.where, options),
    trends: (query, options) =>
      answer(store, (db, conditions) => trendsOf(db, query, conditions), query.where, options),
    blocklist: (rule, { onProgress } = {}) =>
      Effect.flatMap(
        Effect.promise(() => import("./blocklist/makeBlocklist.ts")),
        ({ makeBlocklist }) => makeBlocklist(store, rule, onProgress)
      ),
    party: (name) =>
      /[\p{L}\p{N}]/u.test(name)
        ? store.read((db) => partyHistory(db, name))
        : Effect.fail(invalid("name", "The name has no letter and no digit.")),
    topParties: (query) =>
      Effect.flatMap(readNoticeQuery(query.where, "local"), (where) =>
        store.read((db) => topParties(db, query, where))
      ),
    countNotices: (query) =>
      Effect.flatMap(readNoticeQuery(query.where, "local"), (where) =>
        store.read((db) => countNotices(db, query.by, where))
      ),
    importFiles: (paths, options = {}) =>
      Effect.promise(() => import("./importing/importFiles.ts")).pipe(
        Effect.map(({ importFiles }) => importFiles(store, paths, options)),
        Stream.unwrap
      ),
    syncFrom: (sources, options) => syncOver(store, sources, options),
    sync: (options = {}) =>
      Effect.gen(function* () {
        const http = yield* HttpClient.HttpClient
        const records = options.source === "files" ? Option.none() : yield* Effect.serviceOption(yield* coreService)
        const service = Option.getOrUndefined(Option.map(records, sourceOfRecords))
        return syncOver(store, options.source === "service" ? { service } : { http, service }, options)
      }).pipe(Stream.unwrap),
    verify: (depth, { onProgress } = {}) =>
      Effect.flatMap(
        Effect.promise(() => import("./store/verify.ts")),
        ({ verifyDays }) => store.read((db) => verifyDays(db, depth), onProgress)
      ),
    compact: compact(store),
    copyTo: (path) => compact(store, path)
  })
