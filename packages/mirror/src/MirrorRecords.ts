import {
  type Complaint,
  ComplaintQuery,
  type Notice,
  nextPublication,
  type NoticeQuery,
  type PublicRecords,
  type QuotaState,
  type UncheckedComplaintQuery,
  type UndocumentedNoticeQuery
} from "@public-records/core"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { Duration, Effect, Option, Stream } from "effect"
import { parseParameters } from "./MirrorInput.ts"
import { collectionOver } from "./reading/collection.ts"
import { complaintById, complaintPage } from "./reading/complaintPages.ts"
import { conditionsOf, queryOfFilter } from "./reading/Conditions.ts"
import { noticeById, noticePage } from "./reading/notices.ts"
import { complaintOf, noticeOf } from "./reading/wire.ts"
import type { MirrorFile } from "./store/MirrorFile.ts"

type AnyComplaintQuery = ComplaintQuery | UncheckedComplaintQuery
type AnyNoticeQuery = NoticeQuery | UndocumentedNoticeQuery

const complaintsOver = (file: MirrorFile) =>
  collectionOver<AnyComplaintQuery, PlainComplaint, Complaint>({
    file,
    singular: "complaint",
    plural: "complaints",
    nextPublication: nextPublication.complaints,
    page: Effect.fnUntraced(function* (query) {
      const where =
        query instanceof ComplaintQuery ? queryOfFilter(query.filter) : yield* parseParameters(query.unchecked)
      return (db) => complaintPage(db, conditionsOf(db, where), query.order, query)
    }),
    find: complaintById,
    decode: complaintOf
  })

const noticesOver = (file: MirrorFile) =>
  collectionOver<AnyNoticeQuery, PlainNotice, Notice>({
    file,
    singular: "notice",
    plural: "notices",
    nextPublication: nextPublication.notices,
    page: (query) => Effect.succeed((db) => noticePage(db, query)),
    find: noticeById,
    decode: noticeOf
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
export const recordsOver = (file: MirrorFile): PublicRecords["Service"] => ({
  complaints: complaintsOver(file),
  notices: noticesOver(file),
  quota: { get: Effect.succeed(unlimited), changes: Stream.succeed(unlimited) },
  timeFor: () => Effect.succeed(Option.some(Duration.zero))
})
