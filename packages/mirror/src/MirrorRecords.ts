import {
  type Collection,
  type InvalidQuery,
  makePage,
  nextPublication,
  NotFound,
  type Notice,
  PublicRecordsError,
  type QuotaState,
  readComplaintQuery,
  readNoticeQuery,
  type Reason,
  type Records,
  Unavailable,
  walk,
  type WalkableQuery,
  walkPages,
  readNotice,
  withoutIds
} from "@public-records/core"
import { noticeAttributes, type PlainNotice } from "@public-records/files/PlainNotice"
import { Duration, Effect, Option, Stream } from "effect"
import type { MirrorError } from "./MirrorError.ts"
import { complaintById, complaintOf, complaintPage } from "./questions/complaints.ts"
import { conditionsOf } from "./questions/conditions.ts"
import { noticeById, noticePage } from "./questions/notices.ts"
import { inBlocks } from "./questions/inBlocks.ts"
import type { Database } from "./store/Database.ts"
import type { Store } from "./store/Store.ts"

/** Returns a notice as core reads it from a response. It has no link. */
const noticeOf = (plain: PlainNotice): Notice => {
  const attributes = { ...noticeAttributes(plain), tags: plain.tags }
  const notice = readNotice({ type: "early_termination_notice", id: plain.id, attributes })
  return { ...notice, created: plain.created || null, updated: plain.updated || null }
}

interface StoredPage<Stored> {
  readonly records: ReadonlyArray<Stored>
  readonly total: number
}

/** How a data set is read from a mirror. */
interface DataSet<Query, Stored, Record> {
  readonly name: "complaint" | "notice"
  readonly read: (given: unknown) => Effect.Effect<Query, InvalidQuery>
  readonly page: (db: Database, query: Query) => Effect.Effect<StoredPage<Stored>, InvalidQuery | MirrorError>
  readonly find: (db: Database, id: string) => Effect.Effect<Stored | undefined, MirrorError>
  readonly decode: (stored: Stored) => Record
  readonly nextPublication: Collection<unknown, Record>["nextPublication"]
}

/** A mirror that cannot be read takes the place of a service that cannot be reached. */
const toReason = (error: MirrorError | InvalidQuery): Reason =>
  error._tag === "InvalidQuery"
    ? error
    : new Unavailable({ detail: error.message, advice: "Check the file of the mirror." })

/** Returns core's interface of a data set. Deadlines and priorities have no effect, because nothing waits. */
const collectionOver = <Query extends WalkableQuery, Stored, Record extends { readonly id: string }>(
  store: Store,
  { decode, find, name, nextPublication, page, read }: DataSet<Query, Stored, Record>
): Collection<unknown, Record> => {
  const failed = (operation: string) => (reason: Reason) => new PublicRecordsError({ operation, reason })
  const listFailed = failed(`List ${name}s`)
  const readQuery = (given: unknown) => Effect.mapError(read(given), toReason)
  const listOf = inBlocks(
    () => store.version,
    (query: Query) =>
      Effect.mapError(
        store.read((db) => page(db, query)),
        toReason
      )
  )
  const fetchPage = (query: Query) =>
    Effect.map(listOf(query), (list) => {
      const records = list.records.map(decode)
      const ids = records.map(({ id }) => id)
      return makePage({ records, rejected: [], ids, offset: query.offset, total: list.total })
    })
  const walked = <A>(given: unknown, walkOf: (query: Query) => Stream.Stream<A, Reason>) =>
    Stream.mapError(Stream.unwrap(Effect.map(readQuery(given), walkOf)), listFailed)
  return {
    page: (given) =>
      Effect.mapBoth(Effect.flatMap(readQuery(given), fetchPage), { onFailure: listFailed, onSuccess: withoutIds }),
    stream: (given, options) => walked(given, (query) => walk(query, fetchPage, options)),
    pages: (given, options) => walked(given, (query) => walkPages(query, fetchPage, options)),
    get: (id) =>
      store
        .read((db) => find(db, id))
        .pipe(
          Effect.mapError(toReason),
          Effect.filterOrFail(
            (stored) => stored !== undefined,
            () => new NotFound({ id })
          ),
          Effect.mapBoth({ onFailure: failed(`Get ${name} ${JSON.stringify(id)}`), onSuccess: decode })
        ),
    estimate: Effect.fnUntraced(
      function* (given) {
        const query = yield* readQuery(given)
        const { total } = yield* listOf(query)
        const records = Math.max(0, total - query.offset)
        const pages = Option.some(Math.ceil(records / query.limit))
        return { records: Option.some(records), pages, requests: pages, time: Option.some(Duration.zero) }
      },
      Effect.mapError(failed(`Estimate ${name}s`))
    ),
    nextPublication
  }
}

/** A mirror has no key and no limit. */
const unlimited: QuotaState = {
  limit: Option.none(),
  remaining: Option.none(),
  requestsThisHour: 0,
  nextRequestAt: Option.none(),
  waiting: 0
}

/** Returns core's service over a mirror: the same ids, order and totals as the service that the records come from. */
export const recordsOver = (store: Store): Records => ({
  complaints: collectionOver(store, {
    name: "complaint",
    read: (given) => readComplaintQuery(given, "local"),
    page: (db, query) =>
      Effect.flatMap(conditionsOf(db, query), ({ where }) =>
        complaintPage(db, where, query.sort === "asc" ? "ASC" : "DESC", query)
      ),
    find: complaintById,
    decode: complaintOf,
    nextPublication: nextPublication.complaints
  }),
  notices: collectionOver(store, {
    name: "notice",
    read: (given) => readNoticeQuery(given, "local"),
    page: noticePage,
    find: noticeById,
    decode: noticeOf,
    nextPublication: nextPublication.notices
  }),
  quota: { get: Effect.succeed(unlimited), changes: Stream.succeed(unlimited) },
  timeFor: () => Effect.succeed(Option.some(Duration.zero))
})
