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
import type { Database } from "../store/Database.ts"
import type { MirrorFile } from "../store/MirrorFile.ts"
import type { Steps } from "../store/steps.ts"

interface PagedQuery<Self> {
  readonly offset: number
  readonly limit: number
  readonly withOffset: (offset: number) => Self
  readonly withLimit: (limit: number) => Self
}

/** One data set of a mirror. `Stored` is the type of its records in the file. */
interface MirrorCollection<Query, Stored, Record> {
  readonly file: MirrorFile
  readonly singular: string
  readonly plural: string
  readonly nextPublication: Effect.Effect<DateTime.Utc>
  readonly page: (
    query: Query
  ) => Effect.Effect<
    (db: Database) => Steps<{ readonly records: ReadonlyArray<Stored>; readonly total: number }>,
    InvalidQuery
  >
  readonly find: (db: Database, id: string) => Stored | undefined
  readonly decode: (stored: Stored) => Record
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
export const collectionOver = <
  Query extends PagedQuery<Query>,
  Stored extends { readonly id: string },
  Record extends { readonly id: string }
>({
  decode,
  file,
  find,
  nextPublication,
  page,
  plural,
  singular
}: MirrorCollection<Query, Stored, Record>): Collection<Query, Record> => {
  const list = failedOperation(`List ${plural}`)
  const fetchPage = (query: Query): Effect.Effect<IdentifiedPage<Record>, Reason> =>
    Effect.flatMap(page(query), (read) => file.read(read)).pipe(
      Effect.mapError(toReason),
      Effect.map(({ records, total }) =>
        makePage({
          records: records.map(decode),
          rejected: [],
          ids: records.map(({ id }) => id),
          offset: query.offset,
          total
        })
      )
    )
  const get = Effect.fnUntraced(function* (id: string): Effect.fn.Return<Record, Reason> {
    const read = file.read(function* (db) {
      return find(db, id)
    })
    const stored = yield* Effect.mapError(read, toReason)
    return stored === undefined ? yield* Effect.fail(new NotFound({ id })) : decode(stored)
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
