import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type Collection as EffectCollection, failedOperation } from "../Collection.ts"
import { InvalidOptions, type InvalidQuery, type PublicRecordsError } from "../PublicRecordsError.ts"
import type { CallOptions, Collection, RequestOptions } from "./api.ts"
import type { CallRunner, CallSite, RunOptions } from "./CallRunner.ts"
import type { Listener } from "./listener.ts"
import { optionsProblem, signalOf, withDefaults } from "./options.ts"
import { toPlainEstimate } from "./plain.ts"
import { pageStream, recordStream } from "./RecordStream.ts"

/** The context that the calls of a collection share. */
interface Calling<Query, EffectQuery> {
  readonly calls: CallRunner
  readonly singular: string
  readonly plural: string
  readonly toQuery: (query: Query | undefined) => Effect.Effect<EffectQuery, InvalidQuery>
  /** The options that the options of a call replace. */
  readonly defaults: RequestOptions
  readonly listener: Listener
}

/** Checks the options of a call, adds the defaults, and parses its query. */
const prepare = <Query, EffectQuery, Options extends CallOptions>(
  { defaults, toQuery }: Calling<Query, EffectQuery>,
  operation: string,
  [owner, options]: readonly [owner: Parameters<typeof optionsProblem>[0], options: Options],
  query?: Query
): Effect.Effect<{ readonly options: Options; readonly query: EffectQuery }, PublicRecordsError> =>
  Effect.suspend((): Effect.Effect<{ options: Options; query: EffectQuery }, InvalidOptions | InvalidQuery> => {
    const message = optionsProblem(owner, options)
    if (message !== undefined) return Effect.fail(new InvalidOptions({ message }))
    const complete = withDefaults(defaults, options)
    return Effect.map(toQuery(query), (parsed) => ({ options: complete, query: parsed }))
  }).pipe(Effect.mapError(failedOperation(operation)))

const requestOptions = (options: RequestOptions) => {
  const { timeout, deadline, maxWait, maxRetries, priority, headers } = options
  return { timeout, deadline, maxWait, maxRetries, priority, headers }
}

const single = <Query, EffectQuery, Record>(
  collection: EffectCollection<EffectQuery, Record>,
  calling: Calling<Query, EffectQuery>
): Pick<Collection<Query, Record>, "page" | "get" | "estimate"> => {
  const { calls, listener, plural, singular } = calling
  const run = <A>(call: Effect.Effect<A, PublicRecordsError>, options: CallOptions, site: CallSite) =>
    calls.run(call, { listener, signal: signalOf(options), site })
  return {
    page: (query, options = {}) => {
      const page = Effect.flatMap(prepare(calling, `List ${plural}`, ["A call", options], query), (call) =>
        collection.page(call.query, requestOptions(call.options))
      )
      return run(page, options, new Error())
    },
    get: (id, options = {}) => {
      const record = Effect.flatMap(prepare(calling, `Get ${singular}`, ["A call", options]), (call) =>
        collection.get(id, requestOptions(call.options))
      )
      return run(record, options, new Error())
    },
    estimate: (query, options = {}) => {
      const estimate = Effect.flatMap(prepare(calling, `Estimate ${plural}`, ["A call", options], query), (call) =>
        collection.estimate(call.query, requestOptions(call.options))
      )
      return run(Effect.map(estimate, toPlainEstimate), options, new Error())
    }
  }
}

const walks = <Query, EffectQuery, Record>(
  collection: EffectCollection<EffectQuery, Record>,
  calling: Calling<Query, EffectQuery>
): Pick<Collection<Query, Record>, "stream" | "pages"> => {
  const { calls, listener, plural } = calling
  const from = (options: CallOptions, site: CallSite): RunOptions & { readonly calls: CallRunner } => ({
    calls,
    listener,
    signal: signalOf(options),
    site
  })
  const list = `List ${plural}`
  return {
    stream: (query, options = {}) =>
      recordStream({
        ...from(options, new Error()),
        items: (onReport) =>
          Effect.map(prepare(calling, list, ["A stream", options], query), (call) => {
            const { onRejected } = call.options
            return collection.stream(call.query, {
              ...requestOptions(call.options),
              onReport,
              onRejected: onRejected && ((rejected) => Effect.promise(async () => onRejected(rejected)))
            })
          }).pipe(Stream.unwrap)
      }),
    pages: (query, options = {}) =>
      pageStream({
        ...from(options, new Error()),
        items: (onReport) =>
          Effect.map(prepare(calling, list, ["A walk of pages", options], query), (call) =>
            collection.pages(call.query, { ...requestOptions(call.options), from: call.options.from, onReport })
          ).pipe(Stream.unwrap)
      })
  }
}

/** Returns the methods of a collection as promises and async iterators. */
export const collectionClient = <Query, EffectQuery, Record>(
  collection: EffectCollection<EffectQuery, Record>,
  calling: Calling<Query, EffectQuery>
): Collection<Query, Record> => ({
  ...single(collection, calling),
  ...walks(collection, calling),
  nextPublication: () => DateTime.toDateUtc(Effect.runSync(collection.nextPublication))
})
