import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type * as HttpClient from "effect/http/HttpClient"
import { type PublicRecordsOptions, resolveOptions } from "./Options.ts"
import { type Collection, failedOperation, makeCollection } from "./Collection.ts"
import { type Complaint, ComplaintFromRecord } from "./records/Complaint.ts"
import {
  type ComplaintInput,
  ComplaintQuery,
  readComplaintQuery,
  type ServiceComplaintQuery
} from "./queries/ComplaintQuery.ts"
import { type Notice, NoticeFromRecord } from "./records/Notice.ts"
import { type NoticeInput, NoticeQuery, readNoticeQuery, type ServiceNoticeQuery } from "./queries/NoticeQuery.ts"
import { decodePage } from "./records/Page.ts"
import { nextPublication } from "./dates/PublicationCalendar.ts"
import type { PublicRecordsError } from "./PublicRecordsError.ts"
import type { QuotaState } from "./budget/Quota.ts"
import { timeFor } from "./Estimate.ts"
import { linkRewriter } from "./records/RecordLink.ts"
import { makePipeline } from "./client/pipeline.ts"

/**
 * The two data sets, and the key's remaining budget. `ComplaintQueries` and `NoticeQueries` are the queries that compile. Local records
 * accept every input, and are a `PublicRecords` too.
 */
export interface Records<ComplaintQueries = ComplaintInput, NoticeQueries = NoticeInput> {
  readonly complaints: Collection<ComplaintQueries, Complaint>
  readonly notices: Collection<NoticeQueries, Notice>
  readonly quota: { readonly get: Effect.Effect<QuotaState>; readonly changes: Stream.Stream<QuotaState> }
  /** Estimates how long a number of requests takes, sent one after another. Returns `None` before the first response. */
  readonly timeFor: (requests: number) => Effect.Effect<Option.Option<Duration.Duration>>
}

/** The records of the service, or local ones in their place. A literal that the service refuses does not compile as a query. */
export class PublicRecords extends Context.Service<
  PublicRecords,
  Records<ComplaintQuery | ServiceComplaintQuery, NoticeQuery | ServiceNoticeQuery>
>()("@public-records/core/PublicRecords") {
  /** Builds a client. **Fails with** `PublicRecordsError` whose reason is `InvalidOptions`, before anything is sent. */
  static readonly layer = (
    options: PublicRecordsOptions
  ): Layer.Layer<PublicRecords, PublicRecordsError, HttpClient.HttpClient> =>
    Layer.effect(PublicRecords, makeRecords(options))
}

/** Builds a client whose calls read their queries. **Fails with** `PublicRecordsError` whose reason is `InvalidOptions`. */
export const makeRecords = Effect.fnUntraced(function* (
  options: PublicRecordsOptions
): Effect.fn.Return<Records, PublicRecordsError, HttpClient.HttpClient | Scope.Scope> {
  const config = yield* Effect.mapError(resolveOptions(options), failedOperation("Build a client"))
  const pipeline = yield* makePipeline(config)
  const { state } = pipeline.quota
  const rewriteLink = linkRewriter(config.baseUrl)
  const complaints = {
    singular: "complaint",
    plural: "complaints",
    readQuery: (query: unknown) => readComplaintQuery(query, "service"),
    toUrlParams: ComplaintQuery.toUrlParams,
    path: "/v0/dnc-complaints",
    nextPublication: nextPublication.complaints,
    decodePage: decodePage(ComplaintFromRecord, rewriteLink)
  }
  const notices = {
    singular: "notice",
    plural: "notices",
    readQuery: (query: unknown) => readNoticeQuery(query, "service"),
    toUrlParams: NoticeQuery.toUrlParams,
    path: "/v0/hsr-early-termination-notices",
    nextPublication: nextPublication.notices,
    decodePage: decodePage(NoticeFromRecord, rewriteLink)
  }
  return {
    complaints: makeCollection(pipeline, complaints),
    notices: makeCollection(pipeline, notices),
    quota: { get: Effect.sync(() => state.value), changes: state.changes },
    timeFor: (requests) => timeFor(pipeline, requests)
  }
})
