import {
  type Collection,
  type Complaint,
  ComplaintQuery,
  type InvalidQuery,
  makePage,
  nextPublication,
  NotFound,
  type Notice,
  type NoticeQuery,
  type PublicRecords,
  PublicRecordsError,
  type QuotaState,
  type Reason,
  Unavailable,
  type UncheckedComplaintQuery,
  type UndocumentedNoticeQuery,
  walk,
  type WalkableQuery,
  walkPages,
  readComplaint,
  readNotice,
  withoutIds
} from "@public-records/core"
import { complaintAttributes, type PlainComplaint } from "@public-records/files/PlainComplaint"
import { noticeAttributes, type PlainNotice } from "@public-records/files/PlainNotice"
import { Duration, Effect, Option, Stream } from "effect"
import type { MirrorError } from "./MirrorError.ts"
import { parseMirrorQuery, parseParameters } from "./MirrorInput.ts"
import { complaintById, complaintPage } from "./reading/complaintPages.ts"
import { conditionsOf } from "./reading/Conditions.ts"
import { searchOf } from "./reading/numberSearch.ts"
import { noticeById, noticePage } from "./reading/notices.ts"
import type { Database } from "./store/Database.ts"
import type { MirrorFile } from "./store/MirrorFile.ts"
import type { Steps } from "./store/steps.ts"

/** Returns a complaint as core reads it from a response. It has no link. */
export const complaintOf = (plain: PlainComplaint): Complaint =>
  readComplaint({ type: "dnc_complaint", id: plain.id, attributes: complaintAttributes(plain) })

/** Returns a notice as core reads it from a response. It has no link. */
const noticeOf = (plain: PlainNotice): Notice => {
  const attributes = { ...noticeAttributes(plain), tags: plain.tags }
  return readNotice({ type: "early_termination_notice", id: plain.id, attributes })
}

type ReadPage<Stored> = (db: Database) => Steps<{ readonly records: ReadonlyArray<Stored>; readonly total: number }>

/** How a data set is read from a mirror. */
interface DataSet<Query, Stored, Record> {
  readonly name: "complaint" | "notice"
  readonly page: (query: Query) => Effect.Effect<ReadPage<Stored>, InvalidQuery | MirrorError>
  readonly find: (db: Database, id: string) => Stored | undefined
  readonly decode: (stored: Stored) => Record
  readonly nextPublication: Collection<Query, Record>["nextPublication"]
}

/** A mirror that cannot be read takes the place of a service that cannot be reached. */
const toReason = (error: MirrorError | InvalidQuery): Reason =>
  error._tag === "InvalidQuery"
    ? error
    : new Unavailable({ detail: error.message, advice: "Check the file of the mirror." })

/** Returns core's interface of a data set. Deadlines and priorities have no effect, because nothing waits. */
const collectionOver = <Query extends WalkableQuery<Query>, Stored, Record extends { readonly id: string }>(
  file: MirrorFile,
  { decode, find, name, nextPublication, page }: DataSet<Query, Stored, Record>
): Collection<Query, Record> => {
  const failed = (operation: string) => (reason: Reason) => new PublicRecordsError({ operation, reason })
  const listFailed = failed(`List ${name}s`)
  const read = (query: Query) =>
    Effect.mapError(
      Effect.flatMap(page(query), (readPage) => file.read(readPage)),
      toReason
    )
  const fetchPage = (query: Query) =>
    Effect.map(read(query), (list) => {
      const records = list.records.map(decode)
      const ids = records.map(({ id }) => id)
      return makePage({ records, rejected: [], ids, offset: query.offset, total: list.total })
    })
  return {
    page: (query) => Effect.mapBoth(fetchPage(query), { onFailure: listFailed, onSuccess: withoutIds }),
    stream: (query, options) => Stream.mapError(walk(query, fetchPage, options), listFailed),
    pages: (query, options) => Stream.mapError(walkPages(query, fetchPage, options), listFailed),
    get: (id) =>
      file
        .read(function* (db) {
          return find(db, id)
        })
        .pipe(
          Effect.mapError(toReason),
          Effect.filterOrFail(
            (stored) => stored !== undefined,
            () => new NotFound({ id })
          ),
          Effect.mapBoth({ onFailure: failed(`Get ${name} ${JSON.stringify(id)}`), onSuccess: decode })
        ),
    estimate: (query) =>
      Effect.mapBoth(read(query), {
        onFailure: failed(`Estimate ${name}s`),
        onSuccess: ({ total }) => {
          const records = Math.max(0, total - query.offset)
          const pages = Option.some(Math.ceil(records / query.limit))
          return { records: Option.some(records), pages, requests: pages, time: Option.some(Duration.zero) }
        }
      }),
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
export const recordsOver = (file: MirrorFile): PublicRecords["Service"] => ({
  complaints: collectionOver<ComplaintQuery | UncheckedComplaintQuery, PlainComplaint, Complaint>(file, {
    name: "complaint",
    page: Effect.fnUntraced(function* (query) {
      const where = yield* query instanceof ComplaintQuery
        ? parseMirrorQuery(query.toInput())
        : parseParameters(query.unchecked)
      const search = yield* searchOf(file, where)
      return (db) => complaintPage(db, conditionsOf(db, where, search), query.order, query)
    }),
    find: complaintById,
    decode: complaintOf,
    nextPublication: nextPublication.complaints
  }),
  notices: collectionOver<NoticeQuery | UndocumentedNoticeQuery, PlainNotice, Notice>(file, {
    name: "notice",
    page: (query) => Effect.succeed((db) => noticePage(db, query)),
    find: noticeById,
    decode: noticeOf,
    nextPublication: nextPublication.notices
  }),
  quota: { get: Effect.succeed(unlimited), changes: Stream.succeed(unlimited) },
  timeFor: () => Effect.succeed(Option.some(Duration.zero))
})
