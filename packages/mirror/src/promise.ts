import { type Complaint, createClientOver, InvalidQuery } from "@public-records/core"
import type { PublicRecordsClient } from "@public-records/core/promise"
import { Effect, ManagedRuntime, Stream } from "effect"
import { argumentProblems, optionProblems } from "./argumentProblems.ts"
import type { Blocklist, BlocklistRule } from "./blocklist/Blocklist.ts"
import type { ImportEvent, ImportOptions } from "./ImportEvent.ts"
import { type Compaction, Mirror, type MirrorOptions, type ReportOptions } from "./Mirror.ts"
import { type MirrorError, mirrorError } from "./MirrorError.ts"
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

/**
 * A mirror for code without Effect. Failures reject with `MirrorError`, also calls after `close`. Any invalid argument rejects with
 * `InvalidQuery` of core before anything is read, with a problem for each unknown or invalid member.
 */
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
    typed: string | number,
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

const toQuery = (plain: PlainMirrorQuery = {}) => {
  const problems = optionProblems("A filter", plain)
  if (problems.length > 0) return Effect.fail(new InvalidQuery({ problems }))
  const texts = Object.entries(plain).filter(([, value]) => value !== undefined)
  return parseMirrorQuery(Object.fromEntries(texts.map(([field, value]) => [field, String(value)])))
}

type Problems = InvalidQuery["problems"]

/** Runs the calls of a mirror whose arguments are valid, until it is closed. */
const makeRunner = (file: string, runtime: ManagedRuntime.ManagedRuntime<Mirror, MirrorError>) => {
  let isClosed = false
  const refusal = (problems: Problems): MirrorError | InvalidQuery | undefined => {
    if (isClosed) return mirrorError("Unusable", file, "it is closed; open it again with createMirror")
    return problems.length > 0 ? new InvalidQuery({ problems }) : undefined
  }
  const run = async <A, E>(
    effect: () => Effect.Effect<A, E>,
    options?: CallOptions,
    problems: Problems = []
  ): Promise<A> => {
    const error = refusal([...problems, ...optionProblems("A call", options)])
    if (error !== undefined) throw error
    const signal = options?.signal
    signal?.throwIfAborted()
    try {
      return await runtime.runPromise(effect(), signal === undefined ? {} : { signal })
    } catch (cause) {
      signal?.throwIfAborted()
      throw cause
    }
  }
  const iterate = <A, E>(stream: () => Stream.Stream<A, E>, problems: () => Problems): AsyncIterable<A> =>
    Stream.toAsyncIterable(
      Stream.suspend((): Stream.Stream<A, E | MirrorError | InvalidQuery> => {
        const error = refusal(problems())
        return error === undefined ? stream() : Stream.fail(error)
      })
    )
  const close = async (): Promise<void> => {
    isClosed = true
    await runtime.dispose()
  }
  return { run, iterate, close }
}

const clientOver = (
  mirror: Mirror["Service"],
  { close: closeFile, iterate, run }: ReturnType<typeof makeRunner>
): MirrorClient => {
  const records = createClientOver(mirror.records)
  const ask = <A, E>(
    plain: PlainMirrorQuery | undefined,
    answer: (query: MirrorQuery) => Effect.Effect<A, E>,
    callOptions: CallOptions | undefined,
    problems?: Problems
  ): Promise<A> => run(() => Effect.flatMap(toQuery(plain), answer), callOptions, problems)
  const close = async (): Promise<void> => {
    await records.close()
    await closeFile()
  }
  return {
    complaints: records.complaints,
    notices: records.notices,
    status: () => run(() => mirror.status),
    coverage: () => run(() => mirror.coverage()),
    days: () => run(() => mirror.days()),
    find: (plain, findOptions) =>
      iterate(
        () => Stream.unwrap(Effect.map(toQuery(plain), (query) => mirror.find(query, findOptions))),
        () => optionProblems("find", findOptions)
      ),
    count: (plain, callOptions) => ask(plain, (query) => mirror.count(query, callOptions), callOptions),
    number: (typed, plain, callOptions) => {
      const text = typeof typed === "number" ? String(typed) : typed
      const wrong = argumentProblems("number", text)
      return ask(plain, (query) => mirror.number(text, query, callOptions), callOptions, wrong)
    },
    top: (query, callOptions) => {
      const wrong = optionProblems("top", query)
      return ask(query?.where, (where) => mirror.top({ ...query, where }, callOptions), callOptions, wrong)
    },
    trends: (query, callOptions) => {
      const wrong = optionProblems("trends", query)
      return ask(query?.where, (where) => mirror.trends({ ...query, where }, callOptions), callOptions, wrong)
    },
    blocklist: (rule, callOptions) =>
      run(() => mirror.blocklist(rule, callOptions), callOptions, optionProblems("blocklist", rule)),
    party: (name) => run(() => mirror.party(name), undefined, argumentProblems("name", name)),
    importFiles: (paths, importOptions) =>
      iterate(
        () => mirror.importFiles(paths, importOptions),
        () => [...argumentProblems("paths", paths), ...optionProblems("importFiles", importOptions)]
      ),
    sync: (service, syncOptions) =>
      iterate(
        () => mirror.syncFrom(sourceOfClient(service), syncOptions),
        () => [...argumentProblems("service", service), ...optionProblems("sync", syncOptions)]
      ),
    verify: (depth, callOptions) =>
      run(() => mirror.verify(depth, callOptions), callOptions, argumentProblems("depth", depth)),
    compact: () => run(() => mirror.compact),
    close,
    [Symbol.asyncDispose]: close
  }
}

/**
 * Opens a mirror. **Fails with** `MirrorError` if the file does not exist, unless `access` is `write`, or is not a mirror, and with
 * `InvalidQuery` for invalid options.
 */
export const createMirror = async (options: MirrorOptions): Promise<MirrorClient> => {
  const problems = optionProblems("createMirror", options)
  if (problems.length > 0) throw new InvalidQuery({ problems })
  const runtime = ManagedRuntime.make(Mirror.layer(options))
  const mirror = await runtime.runPromise(Mirror)
  return clientOver(mirror, makeRunner(options.file, runtime))
}
