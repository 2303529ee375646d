import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type * as HttpClient from "effect/http/HttpClient"
import { type PublicRecordsOptions, resolveOptions } from "./Options.ts"
import { type Collection, failedOperation, makeCollection } from "./Collection.ts"
import { type Complaint, ComplaintFromRecord } from "./records/Complaint.ts"
import type { ComplaintQuery, UncheckedComplaintQuery } from "./queries/ComplaintQuery.ts"
import { type Notice, NoticeFromRecord } from "./records/Notice.ts"
import type { NoticeQuery, UndocumentedNoticeQuery } from "./queries/NoticeQuery.ts"
import { decodePage } from "./records/Page.ts"
import { nextPublication } from "./dates/PublicationCalendar.ts"
import type { PublicRecordsError } from "./PublicRecordsError.ts"
import type { QuotaState } from "./budget/Quota.ts"
import { timeFor } from "./Estimate.ts"
import { linkRewriter } from "./records/RecordLink.ts"
import { makePipeline } from "./client/pipeline.ts"

type AnyComplaintQuery = ComplaintQuery | UncheckedComplaintQuery
type AnyNoticeQuery = NoticeQuery | UndocumentedNoticeQuery

/** The two data sets of the service, and the key's remaining budget. */
export class PublicRecords extends Context.Service<
  PublicRecords,
  {
    readonly complaints: Collection<AnyComplaintQuery, Complaint>
    readonly notices: Collection<AnyNoticeQuery, Notice>
    readonly quota: { readonly get: Effect.Effect<QuotaState>; readonly changes: Stream.Stream<QuotaState> }
    /** Estimates how long a number of requests takes, sent one after another. Returns `None` before the first response. */
    readonly timeFor: (requests: number) => Effect.Effect<Option.Option<Duration.Duration>>
  }
>()("@public-records/core/PublicRecords") {
  /** Builds a client. **Fails with** `PublicRecordsError` whose reason is `InvalidOptions`, before anything is sent. */
  static readonly layer = (
    options: PublicRecordsOptions
  ): Layer.Layer<PublicRecords, PublicRecordsError, HttpClient.HttpClient> => Layer.effect(PublicRecords, make(options))
}

const make = Effect.fnUntraced(function* (options: PublicRecordsOptions) {
  const config = yield* Effect.mapError(resolveOptions(options), failedOperation("Build a client"))
  const pipeline = yield* makePipeline(config)
  const { state } = pipeline.quota
  const rewriteLink = linkRewriter(config.baseUrl)
  const complaints = {
    singular: "complaint",
    plural: "complaints",
    path: "/v0/dnc-complaints",
    nextPublication: nextPublication.complaints,
    decodePage: decodePage(ComplaintFromRecord, rewriteLink)
  }
  const notices = {
    singular: "notice",
    plural: "notices",
    path: "/v0/hsr-early-termination-notices",
    nextPublication: nextPublication.notices,
    decodePage: decodePage(NoticeFromRecord, rewriteLink)
  }
  return PublicRecords.of({
    complaints: makeCollection<AnyComplaintQuery, Complaint>(pipeline, complaints),
    notices: makeCollection<AnyNoticeQuery, Notice>(pipeline, notices),
    quota: { get: Effect.sync(() => state.value), changes: state.changes },
    timeFor: (requests) => timeFor(pipeline, requests)
  })
})
