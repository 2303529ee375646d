import {
  type Collection,
  type IdentifiedPage,
  type InvalidQuery,
  makePage,
  NotFound,
  PublicRecordsError,
  type Reason,
  Unavailable,
  walk,
  walkPages,
  withoutIds
} from "@public-records/core"
import { type DateTime, Duration, Effect, Option, Stream } from "effect"
import type { MirrorError } from "../MirrorError.ts"

interface PagedQuery<Self> {
  readonly offset: number
  readonly limit: number
  readonly withOffset: (offset: number) => Self
  readonly withLimit: (limit: number) => Self
}

interface RecordPage<Record> {
  readonly records: ReadonlyArray<Record>
  readonly total: number
}

/** One data set of a mirror. */
export interface MirrorCollection<Query, Record> {
  readonly singular: string
  readonly plural: string
  readonly nextPublication: Effect.Effect<DateTime.Utc>
  readonly readPage: (query: Query) => Effect.Effect<RecordPage<Record>, MirrorError | InvalidQuery>
  readonly find: (id: string) => Effect.Effect<Record | undefined, MirrorError>
}

/** A mirror that cannot be read takes the place of a service that cannot be reached. */
const toReason = (error: MirrorError | InvalidQuery): Reason =>
  error._tag === "InvalidQuery"
    ? error
    : new Unavailable({ detail: error.message, advice: "Check the file of the mirror." })

const failedOperation =
  (operation: string) =>
  (reason: Reason): PublicRecordsError =>
    new PublicRecordsError({ operation, reason })

/** Returns core's interface of a data set. Deadlines and priorities have no effect, because nothing waits. */
export const collectionOver = <Query extends PagedQuery<Query>, Record extends { readonly id: string }>({
  find,
  nextPublication,
  plural,
  readPage,
  singular
}: MirrorCollection<Query, Record>): Collection<Query, Record> => {
  const list = failedOperation(`List ${plural}`)
  const fetchPage = (query: Query): Effect.Effect<IdentifiedPage<Record>, Reason> =>
    Effect.mapError(readPage(query), toReason).pipe(
      Effect.map(({ records, total }) =>
        makePage({ records, rejected: [], ids: records.map(({ id }) => id), offset: query.offset, total })
      )
    )
  const get = Effect.fnUntraced(function* (id: string): Effect.fn.Return<Record, Reason> {
    const record = yield* Effect.mapError(find(id), toReason)
    return record ?? (yield* Effect.fail(new NotFound({ id })))
  })
  const estimate = (query: Query) =>
    Effect.map(fetchPage(query.withOffset(0).withLimit(1)), ({ total }) => {
      const records = Option.map(Option.fromNullOr(total), (all) => Math.max(0, all - query.offset))
      const pages = Option.map(records, (count) => Math.ceil(count / query.limit))
      return { records, pages, requests: pages, time: Option.some(Duration.zero) }
    })
  return {
    page: (query) => Effect.mapBoth(fetchPage(query), { onFailure: list, onSuccess: withoutIds }),
    stream: (query, options) => Stream.mapError(walk(query, fetchPage, options), list),
    pages: (query, options) => Stream.mapError(walkPages(query, fetchPage, options), list),
    get: (id) => Effect.mapError(get(id), failedOperation(`Get ${singular} ${JSON.stringify(id)}`)),
    estimate: (query) => Effect.mapError(estimate(query), failedOperation(`Estimate ${plural}`)),
    nextPublication
  }
}
