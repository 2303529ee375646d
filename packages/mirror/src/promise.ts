import { type Complaint, createClientOver } from "@public-records/core"
import type { PublicRecordsClient } from "@public-records/core/promise"
import { Effect, ManagedRuntime, Stream } from "effect"
import type { Blocklist, BlocklistRule } from "./blocklist/Blocklist.ts"
import type { ImportEvent, ImportOptions } from "./ImportEvent.ts"
import { type Compaction, Mirror, type MirrorOptions, type ReportOptions } from "./Mirror.ts"
import { type MirrorInput, parseMirrorQuery } from "./MirrorInput.ts"
import type {
  Counts,
  FindOptions,
  MirrorQuery,
  NumberReport,
  PartyHistory,
  PrefixReport,
  Ranking,
  TopQuery,
  TrendQuery,
  Trends
} from "./MirrorQuery.ts"
import type { Coverage, Covered, MirrorDay, MirrorStatus, Verification } from "./MirrorStatus.ts"
import type { VerifyDepth } from "./store/verify.ts"
import { sourceOfClient } from "./sync/SyncSource.ts"
import type { SyncEvent, SyncOptions } from "./SyncEvent.ts"

/** A query in plain values: `{ state: "Ohio", robocall: true, createdFrom: "2021-07-01" }`. */
export type PlainMirrorQuery = {
  readonly [Field in keyof MirrorInput]: MirrorInput[Field] | number | boolean
}

type Plain<Query> = Omit<Query, "where"> & { readonly where?: PlainMirrorQuery | undefined }

export interface CallOptions extends ReportOptions {
  /** When it is aborted, the call stops, and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** A mirror for code without Effect. Failures reject with `MirrorError`, or with `InvalidQuery` of core. */
export interface MirrorClient extends AsyncDisposable, Pick<PublicRecordsClient, "complaints" | "notices"> {
  readonly status: () => Promise<MirrorStatus>
  /** Returns which days are whole, partial or missing, from the first to the newest day. */
  readonly coverage: () => Promise<Coverage>
  readonly days: () => Promise<ReadonlyArray<MirrorDay>>
  /** Returns the complaints that match, also those that are equal to another one. */
  readonly find: (query: PlainMirrorQuery, options?: FindOptions) => AsyncIterable<Complaint>
  readonly count: (query: PlainMirrorQuery, options?: CallOptions) => Promise<Covered<Counts>>
  /** Returns what is known of a number, in any form in which people type it, or of the numbers that begin with some digits. */
  readonly number: (
    typed: string,
    where?: PlainMirrorQuery,
    options?: CallOptions
  ) => Promise<Covered<NumberReport | PrefixReport>>
  readonly top: (query: Plain<TopQuery>, options?: CallOptions) => Promise<Covered<Ranking>>
  readonly trends: (query: Plain<TrendQuery>, options?: CallOptions) => Promise<Covered<Trends>>
  /** Returns the numbers to block. Rejects with `BlocklistRefused` if the list should not be published. */
  readonly blocklist: (rule?: BlocklistRule, options?: CallOptions) => Promise<Covered<Blocklist>>
  readonly party: (name: string) => Promise<PartyHistory>
  /** Imports files, folders and patterns. Nothing is imported before the first event is read. The last event is the report. */
  readonly importFiles: (paths: ReadonlyArray<string>, options?: ImportOptions) => AsyncIterable<ImportEvent>
  /** Reads from a service what the mirror lacks, and days that may have changed. Nothing is read before the first event is. */
  readonly sync: (service: PublicRecordsClient, options?: SyncOptions) => AsyncIterable<SyncEvent>
  readonly verify: (depth: VerifyDepth, options?: CallOptions) => Promise<Verification>
  readonly compact: () => Promise<Compaction>
  readonly close: () => Promise<void>
}

const toQuery = (plain: PlainMirrorQuery) => {
  const texts = Object.entries(plain).filter(([, value]) => value !== undefined)
  return parseMirrorQuery(Object.fromEntries(texts.map(([field, value]) => [field, String(value)])))
}

/** Opens a mirror. **Fails with** `MirrorError` if the file does not exist, unless `access` is `write`, or is not a mirror. */
export const createMirror = async (options: MirrorOptions): Promise<MirrorClient> => {
  const runtime = ManagedRuntime.make(Mirror.layer(options))
  const mirror = await runtime.runPromise(Mirror)
  const records = createClientOver(mirror.records)
  const run = async <A, E>(effect: Effect.Effect<A, E>, { signal }: CallOptions = {}): Promise<A> => {
    signal?.throwIfAborted()
    try {
      return await runtime.runPromise(effect, signal === undefined ? {} : { signal })
    } catch (cause) {
      signal?.throwIfAborted()
      throw cause
    }
  }
  const ask = <A, E>(
    plain: PlainMirrorQuery = {},
    answer: (query: MirrorQuery) => Effect.Effect<A, E>,
    callOptions?: CallOptions
  ): Promise<A> => run(Effect.flatMap(toQuery(plain), answer), callOptions)
  const close = async (): Promise<void> => {
    await records.close()
    await runtime.dispose()
  }
  return {
    complaints: records.complaints,
    notices: records.notices,
    status: () => run(mirror.status),
    coverage: () => run(mirror.coverage()),
    days: () => run(mirror.days()),
    find: (plain, findOptions) =>
      Stream.toAsyncIterable(Stream.unwrap(Effect.map(toQuery(plain), (query) => mirror.find(query, findOptions)))),
    count: (plain, callOptions) => ask(plain, (query) => mirror.count(query, callOptions), callOptions),
    number: (typed, plain, callOptions) => ask(plain, (query) => mirror.number(typed, query, callOptions), callOptions),
    top: (query, callOptions) => ask(query.where, (where) => mirror.top({ ...query, where }, callOptions), callOptions),
    trends: (query, callOptions) =>
      ask(query.where, (where) => mirror.trends({ ...query, where }, callOptions), callOptions),
    blocklist: (rule, callOptions) => run(mirror.blocklist(rule, callOptions), callOptions),
    party: (name) => run(mirror.party(name)),
    importFiles: (paths, importOptions) => Stream.toAsyncIterable(mirror.importFiles(paths, importOptions)),
    sync: (service, syncOptions) => Stream.toAsyncIterable(mirror.syncFrom(sourceOfClient(service), syncOptions)),
    verify: (depth, callOptions) => run(mirror.verify(depth, callOptions), callOptions),
    compact: () => run(mirror.compact),
    close,
    [Symbol.asyncDispose]: close
  }
}
