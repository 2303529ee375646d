import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type Collection as EffectCollection, failedOperation } from "../Collection.ts"
import { InvalidOptions, type PublicRecordsError } from "../PublicRecordsError.ts"
import type { CallOptions, Collection, RequestOptions } from "./api.ts"
import type { CallRunner, CallSite, RunOptions } from "./CallRunner.ts"
import type { Listener } from "./listener.ts"
import { optionsProblem, signalOf, withDefaults } from "./options.ts"
import { toPlainEstimate } from "./plain.ts"
import { pageStream, recordStream } from "./RecordStream.ts"

/** The context that the calls of a collection share. */
interface Calling<Query> {
  readonly calls: CallRunner
  readonly singular: string
  readonly plural: string
  /** The query of a call without one. */
  readonly everything: Query
  /** The options that the options of a call replace. */
  readonly defaults: RequestOptions
  readonly listener: Listener
}

/** Checks the options of a call, and adds the defaults. */
const prepare = <Query, Options extends CallOptions>(
  { defaults }: Calling<Query>,
  operation: string,
  [owner, options]: readonly [owner: Parameters<typeof optionsProblem>[0], options: Options]
): Effect.Effect<Options, PublicRecordsError> =>
  Effect.suspend(() => {
    const message = optionsProblem(owner, options)
    return message === undefined
      ? Effect.succeed(withDefaults(defaults, options))
      : Effect.fail(failedOperation(operation)(new InvalidOptions({ message })))
  })

const requestOptions = (options: RequestOptions) => {
  const { timeout, deadline, maxWait, maxRetries, priority, headers } = options
  return { timeout, deadline, maxWait, maxRetries, priority, headers }
}

const single = <Query, Record>(
  collection: EffectCollection<Query, Record>,
  calling: Calling<Query>
): Pick<Collection<Query, Record>, "page" | "get" | "estimate"> => {
  const { calls, everything, listener, plural, singular } = calling
  const run = <A>(call: Effect.Effect<A, PublicRecordsError>, options: CallOptions, site: CallSite) =>
    calls.run(call, { listener, signal: signalOf(options), site })
  return {
    page: (query = everything, options = {}) => {
      const page = Effect.flatMap(prepare(calling, `List ${plural}`, ["A call", options]), (checked) =>
        collection.page(query, requestOptions(checked))
      )
      return run(page, options, new Error())
    },
    get: (id, options = {}) => {
      const record = Effect.flatMap(prepare(calling, `Get ${singular}`, ["A call", options]), (checked) =>
        collection.get(id, requestOptions(checked))
      )
      return run(record, options, new Error())
    },
    estimate: (query = everything, options = {}) => {
      const estimate = Effect.flatMap(prepare(calling, `Estimate ${plural}`, ["A call", options]), (checked) =>
        collection.estimate(query, requestOptions(checked))
      )
      return run(Effect.map(estimate, toPlainEstimate), options, new Error())
    }
  }
}

const walks = <Query, Record>(
  collection: EffectCollection<Query, Record>,
  calling: Calling<Query>
): Pick<Collection<Query, Record>, "stream" | "pages"> => {
  const { calls, everything, listener, plural } = calling
  const from = (options: CallOptions, site: CallSite): RunOptions & { readonly calls: CallRunner } => ({
    calls,
    listener,
    signal: signalOf(options),
    site
  })
  const list = `List ${plural}`
  return {
    stream: (query = everything, options = {}) =>
      recordStream({
        ...from(options, new Error()),
        items: (onReport) =>
          Effect.map(prepare(calling, list, ["A stream", options]), (checked) => {
            const { onRejected } = checked
            return collection.stream(query, {
              ...requestOptions(checked),
              onReport,
              onRejected: onRejected && ((rejected) => Effect.promise(async () => onRejected(rejected)))
            })
          }).pipe(Stream.unwrap)
      }),
    pages: (query = everything, options = {}) =>
      pageStream({
        ...from(options, new Error()),
        items: (onReport) =>
          Effect.map(prepare(calling, list, ["A walk of pages", options]), (checked) =>
            collection.pages(query, { ...requestOptions(checked), from: checked.from, onReport })
          ).pipe(Stream.unwrap)
      })
  }
}

/** Returns the methods of a collection as promises and async iterators. */
export const collectionClient = <Query, Record>(
  collection: EffectCollection<Query, Record>,
  calling: Calling<Query>
): Collection<Query, Record> => ({
  ...single(collection, calling),
  ...walks(collection, calling),
  nextPublication: () => DateTime.toDateUtc(Effect.runSync(collection.nextPublication))
})
