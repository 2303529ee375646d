import { Result } from "effect"
import { drupalError, jsonapi } from "./DrupalError.ts"
import type { NoticeStore } from "../store/NoticeStore.ts"
import { pageWriter } from "../store/PageWriter.ts"
import type { PageBend } from "../faults/PageBend.ts"
import type { Profile } from "../Profile.ts"
import { readNoticeRequest } from "./NoticeParameters.ts"
import { writeNotices } from "./NoticeJson.ts"
import type { Reply } from "../requests/Answer.ts"
import type { RequestParameters } from "../requests/RequestParameters.ts"

/** What an answer about notices depends on, besides the request. */
export interface NoticeContext {
  readonly store: NoticeStore
  readonly profile: Profile
  /** Where links point. */
  readonly origin: string
  readonly bend: PageBend
}

const envelope = (
  { origin, profile, store }: NoticeContext,
  parameters: RequestParameters,
  ordinals: ReadonlyArray<number>,
  total: number,
  next?: string
): Reply => {
  pageWriter.begin()
  pageWriter.text(`{"jsonapi":${jsonapi},"data":[`)
  writeNotices(store, ordinals, origin, profile)
  const meta = profile.noticeMeta(ordinals.length, total)
  const self = JSON.stringify(origin + parameters.hrefWithoutKey())
  const following = next === undefined ? "" : `,"next":{"href":${JSON.stringify(next)}}`
  pageWriter.text(`],"meta":${meta},"links":{"self":{"href":${self}}${following}}}`)
  return { status: 200, headers: { "Content-Type": profile.noticeContentType }, body: pageWriter.finish() }
}

const refuse = (context: NoticeContext, parameters: RequestParameters, status: 400 | 404, detail: string): Reply =>
  drupalError(status, detail, context.origin + parameters.hrefWithoutKey(), context.profile.noticeContentType)

const nextHref = (context: NoticeContext, parameters: RequestParameters, offset: number, limit: number): string => {
  const query = new URLSearchParams()
  for (const [name, value] of parameters.all()) {
    if (!["api_key", "page[offset]", "page[limit]"].includes(name)) query.append(name, value)
  }
  query.append("page[offset]", String(offset))
  query.append("page[limit]", String(limit))
  return `${context.origin}${parameters.path}?${query.toString()}`
}

/** Answers `GET /v0/hsr-early-termination-notices`. */
export const answerNoticeList = (context: NoticeContext, parameters: RequestParameters): Reply => {
  const request = readNoticeRequest(parameters, context.profile)
  if (Result.isFailure(request)) return refuse(context, parameters, 400, request.failure)
  const { filter, sorts, window } = request.success
  const selection = context.store.select(filter, sorts)
  const { limit, offset } = context.bend.window(window)
  const page = context.bend.records(selection.page(offset, limit))
  const hasNext = context.profile.hasDrupalExtras && offset + limit < selection.total
  const next = hasNext ? nextHref(context, parameters, offset + limit, limit) : undefined
  return envelope(context, parameters, page, selection.total, next)
}

/** Answers `GET /v0/hsr-early-termination-notices/{id}`: the list's envelope with one record. */
export const answerNotice = (context: NoticeContext, parameters: RequestParameters, id: string): Reply => {
  const ordinal = context.store.ordinalOf(id)
  if (ordinal === undefined) return refuse(context, parameters, 404, "There is no notice with this id.")
  return envelope(context, parameters, [ordinal], 1)
}
