import {
  type Complaint,
  ComplaintQuery,
  type Notice,
  nextPublication,
  type NoticeQuery,
  PublicRecords,
  type QuotaState,
  type UncheckedComplaintQuery,
  type UndocumentedNoticeQuery
} from "@public-records/core"
import { Duration, Effect, Option, Result, Stream } from "effect"
import { parseParameters } from "./MirrorInput.ts"
import { collectionOver } from "./reading/collection.ts"
import { complaintById, complaintPage } from "./reading/complaintPages.ts"
import { conditionsOfFilter, conditionsOfQuery } from "./reading/Conditions.ts"
import { noticeById, noticePage } from "./reading/notices.ts"
import { complaintOf, noticeOf } from "./reading/wire.ts"
import type { MirrorFile } from "./store/MirrorFile.ts"

type AnyComplaintQuery = ComplaintQuery | UncheckedComplaintQuery
type AnyNoticeQuery = NoticeQuery | UndocumentedNoticeQuery

const complaintsOver = (file: MirrorFile) =>
  collectionOver<AnyComplaintQuery, Complaint>({
    singular: "complaint",
    plural: "complaints",
    nextPublication: nextPublication.complaints,
    readPage: Effect.fnUntraced(function* (query) {
      const conditions =
        query instanceof ComplaintQuery
          ? conditionsOfFilter(query.filter)
          : Result.getOrThrow(conditionsOfQuery(yield* parseParameters(query.unchecked), 0))
      const page = yield* file.read((db) => complaintPage(db, conditions, query.order, query))
      return { records: page.records.map(complaintOf), total: page.total }
    }),
    find: (id) =>
      file.read(function* (db) {
        const complaint = complaintById(db, id)
        return complaint === undefined ? undefined : complaintOf(complaint)
      })
  })

const noticesOver = (file: MirrorFile) =>
  collectionOver<AnyNoticeQuery, Notice>({
    singular: "notice",
    plural: "notices",
    nextPublication: nextPublication.notices,
    readPage: (query) =>
      Effect.map(
        file.read((db) => noticePage(db, query)),
        ({ records, total }) => ({ records: records.map(noticeOf), total })
      ),
    find: (id) =>
      file.read(function* (db) {
        const notice = noticeById(db, id)
        return notice === undefined ? undefined : noticeOf(notice)
      })
  })

/** A mirror has no key and no limit. */
const unlimited: QuotaState = {
  limit: Option.none(),
  remaining: Option.none(),
  requestsThisHour: 0,
  nextRequestAt: Option.none(),
  waiting: 0
}

/** Returns core's service over a mirror: the same ids, order and totals as the service that the records come from. */
export const recordsOver = (file: MirrorFile): PublicRecords["Service"] =>
  PublicRecords.of({
    complaints: complaintsOver(file),
    notices: noticesOver(file),
    quota: { get: Effect.succeed(unlimited), changes: Stream.succeed(unlimited) },
    timeFor: () => Effect.succeed(Option.some(Duration.zero))
  })
