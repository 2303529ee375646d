import {
  type ComplaintQuery,
  createClientOver,
  InvalidQuery,
  readComplaintQuery,
  readNoticeQuery
} from "@public-records/core"
import type { ComplaintFilters, NoticeQuery } from "@public-records/core/promise"
import { Effect, ManagedRuntime, Predicate, Schema, Stream } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { argumentProblems, optionProblems, Texts } from "./argumentProblems.ts"
import { BlocklistRule } from "./blocklist/Blocklist.ts"
import { ImportOptions } from "./ImportEvent.ts"
import { Mirror, MirrorOptions, ReportOptions } from "./Mirror.ts"
import { type MirrorError, mirrorError } from "./MirrorError.ts"
import { CountNoticesQuery, TopPartiesQuery, TopQuery, TrendQuery } from "./MirrorQuery.ts"
import type { VerifyDepth } from "./store/verify.ts"
import { ServiceClient, sourceOfClient } from "./sync/SyncSource.ts"
import { SyncOptions } from "./SyncEvent.ts"

type Plain<Query, Filters = ComplaintFilters> = Omit<Query, "where"> & { readonly where?: Filters | undefined }

/** Which notices, as a query without its page. */
export type NoticeFilters = Omit<NoticeQuery, "sort" | "sortBy" | "limit" | "offset">

export const CallOptions = Schema.Struct({
  ...ReportOptions.fields,
  /** When it is aborted, the call stops, and rejects with the signal's reason. */
  signal: Schema.optional(Schema.instanceOf(AbortSignal, { expected: "an AbortSignal" }))
})
export interface CallOptions extends ReportOptions, Schema.Schema.Type<typeof CallOptions> {}

const Text = Schema.String.annotate({ expected: "a string" })
const TypedNumber = Schema.String.annotate({ expected: "a string, such as 213-555-1212" })
// The filter is checked when it is read.
const PlainTopQuery = Schema.Struct({ ...TopQuery.fields, where: Schema.Unknown })
const PlainTrendQuery = Schema.Struct({ ...TrendQuery.fields, where: Schema.Unknown })
const PlainTopPartiesQuery = Schema.Struct({ ...TopPartiesQuery.fields, where: Schema.Unknown })
const PlainCountNoticesQuery = Schema.Struct({ ...CountNoticesQuery.fields, where: Schema.Unknown })
const Depth = Schema.Literals(["counts", "contents"])

/** Members of a query that are no filters. */
const pagingMembers = ["sort", "limit", "offset"]

const readFilters = (where?: ComplaintFilters) => {
  const problems = pagingMembers
    .filter((member) => Predicate.hasProperty(where, member))
    .map((field) => ({
      field,
      rule: `A filter has no member "${field}". Remove it. Only lists have it: complaints.page and complaints.stream.`
    }))
  return problems.length > 0 ? Effect.fail(new InvalidQuery({ problems })) : readComplaintQuery(where, "local")
}

type Problems = InvalidQuery["problems"]

/** Runs the calls of a mirror until it is closed. A call with problems is refused. */
const makeRunner = (file: string, runtime: ManagedRuntime.ManagedRuntime<Mirror, MirrorError>) => {
  let isClosed = false
  const admit = (problems: Problems): Effect.Effect<void, MirrorError | InvalidQuery> => {
    if (isClosed) return Effect.fail(mirrorError("Unusable", file, "it is closed; open it again with createMirror"))
    return problems.length > 0 ? Effect.fail(new InvalidQuery({ problems })) : Effect.void
  }
  const run = async <A, E>(
    effect: () => Effect.Effect<A, E>,
    options?: CallOptions,
    problems: Problems = []
  ): Promise<A> => {
    await Effect.runPromise(admit([...problems, ...optionProblems("A call", CallOptions, options)]))
    const signal = options?.signal
    signal?.throwIfAborted()
    try {
      return await Effect.runPromise(effect(), { signal })
    } catch (cause) {
      signal?.throwIfAborted()
      throw cause
    }
  }
  const iterate = <A, E>(stream: () => Stream.Stream<A, E>, problems: Problems): AsyncIterable<A> => {
    const admitted = Effect.suspend(() => admit(problems))
    return Stream.toAsyncIterable(Stream.unwrap(Effect.map(admitted, stream)))
  }
  const close = async (others: () => Promise<void>): Promise<void> => {
    isClosed = true
    await others()
    await runtime.dispose()
  }
  return { run, iterate, close }
}

type Runner = ReturnType<typeof makeRunner>

/** Returns the calls with one result. */
const callsOver = (mirror: Mirror["Service"], { run }: Runner) => {
  const ask = <A, E>(
    where: ComplaintFilters | undefined,
    question: (query: ComplaintQuery) => Effect.Effect<A, E>,
    options: CallOptions | undefined,
    problems?: Problems
  ): Promise<A> => run(() => Effect.flatMap(readFilters(where), question), options, problems)
  return {
    status: () => run(() => mirror.status),
    /** Returns which days are complete, partial or missing, from the first to the newest day. */
    coverage: () => run(() => mirror.coverage()),
    days: () => run(() => mirror.days()),
    count: (where: ComplaintFilters, options?: CallOptions) =>
      ask(where, (query) => mirror.count(query, options), options),
    /** Returns what is known of a number, in any form in which people type it, or of the numbers that begin with some digits. */
    number: (typed: string | number, where?: ComplaintFilters, options?: CallOptions) => {
      const text = typeof typed === "number" ? String(typed) : typed
      const problems = argumentProblems("number", TypedNumber, text)
      return ask(where, (query) => mirror.number(text, query, options), options, problems)
    },
    top: (query: Plain<TopQuery>, options?: CallOptions) => {
      const problems = optionProblems("top", PlainTopQuery, query)
      return ask(query?.where, (where) => mirror.top({ ...query, where }, options), options, problems)
    },
    trends: (query: Plain<TrendQuery>, options?: CallOptions) => {
      const problems = optionProblems("trends", PlainTrendQuery, query)
      return ask(query?.where, (where) => mirror.trends({ ...query, where }, options), options, problems)
    },
    /** Returns the numbers to block. Rejects with `BlocklistRefused` if the list should not be published. */
    blocklist: (rule?: BlocklistRule, options?: CallOptions) =>
      run(() => mirror.blocklist(rule, options), options, optionProblems("blocklist", BlocklistRule, rule)),
    party: (name: string) => run(() => mirror.party(name), undefined, argumentProblems("name", Text, name)),
    /** Returns the parties with the most transactions. */
    topParties: (query: Plain<TopPartiesQuery, NoticeFilters>) =>
      run(
        () => Effect.flatMap(readNoticeQuery(query.where, "local"), (where) => mirror.topParties({ ...query, where })),
        undefined,
        optionProblems("topParties", PlainTopPartiesQuery, query)
      ),
    /** Counts notices by year, by month of the year, or by party. */
    countNotices: (query: Plain<CountNoticesQuery, NoticeFilters>) =>
      run(
        () =>
          Effect.flatMap(readNoticeQuery(query.where, "local"), (where) => mirror.countNotices({ ...query, where })),
        undefined,
        optionProblems("countNotices", PlainCountNoticesQuery, query)
      ),
    verify: (depth: VerifyDepth, options?: CallOptions) =>
      run(() => mirror.verify(depth, options), options, argumentProblems("depth", Depth, depth)),
    compact: () => run(() => mirror.compact),
    /** Writes a copy without free space into a file that does not exist. */
    copyTo: (path: string) => run(() => mirror.copyTo(path), undefined, argumentProblems("path", Text, path))
  }
}

const PlainSyncOptions = Schema.Struct({
  ...SyncOptions.fields,
  /** The client of a service. @default only daily files are read */
  service: Schema.optional(ServiceClient),
  /** Sends the requests to the site. @default the global `fetch` */
  fetch: Schema.optional(
    Schema.declare((value): value is typeof globalThis.fetch => Predicate.isFunction(value), { expected: "a function" })
  )
})
export interface PlainSyncOptions extends Schema.Schema.Type<typeof PlainSyncOptions> {}

const syncOver = (mirror: Mirror["Service"], { fetch = globalThis.fetch, service, ...options }: PlainSyncOptions) =>
  Effect.map(HttpClient.HttpClient, (http) =>
    mirror.syncFrom(
      {
        http: options.source === "service" ? undefined : http,
        service: service === undefined || options.source === "files" ? undefined : sourceOfClient(service)
      },
      options
    )
  ).pipe(Stream.unwrap, Stream.provide(FetchHttpClient.layer), Stream.provideService(FetchHttpClient.Fetch, fetch))

/** Returns the calls with one result after the other. */
const iterablesOver = (mirror: Mirror["Service"], { iterate }: Runner) => ({
  /** Imports files, folders, patterns, and `-`, which is standard input. Nothing is imported before the first event is read. The last event is the report. */
  importFiles: (paths: ReadonlyArray<string>, options?: ImportOptions) =>
    iterate(
      () => mirror.importFiles(paths, options),
      [...argumentProblems("paths", Texts, paths), ...optionProblems("importFiles", ImportOptions, options)]
    ),
  /** Reads the daily files that the mirror lacks, and what they lack from a service. Nothing is read before the first event is. */
  sync: (options: PlainSyncOptions = {}) =>
    iterate(() => syncOver(mirror, options), optionProblems("sync", PlainSyncOptions, options))
})

const clientOver = (mirror: Mirror["Service"], runner: Runner) => {
  const records = createClientOver(mirror.records)
  const close = () => runner.close(() => records.close())
  return {
    complaints: records.complaints,
    notices: records.notices,
    ...callsOver(mirror, runner),
    ...iterablesOver(mirror, runner),
    close,
    [Symbol.asyncDispose]: close
  }
}

/**
 * A mirror for code without Effect. Failures reject with `MirrorError`, also calls after `close`. Any invalid argument rejects with
 * `InvalidQuery` of core before anything is read, with a problem for each unknown or invalid member.
 */
export interface MirrorClient extends ReturnType<typeof clientOver> {}

/**
 * Opens a mirror. **Fails with** `MirrorError` if the file does not exist, unless `access` is `write`, or is not a mirror, and with
 * `InvalidQuery` for invalid options.
 */
export const createMirror = async (options: MirrorOptions): Promise<MirrorClient> => {
  const problems = optionProblems("createMirror", MirrorOptions, options)
  if (problems.length > 0) throw new InvalidQuery({ problems })
  const runtime = ManagedRuntime.make(Mirror.layer(options))
  const mirror = await runtime.runPromise(Mirror)
  return clientOver(mirror, makeRunner(options.file, runtime))
}
