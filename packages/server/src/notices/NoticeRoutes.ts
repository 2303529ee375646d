import { Result } from "effect"
import { drupalError, jsonapi } from "./DrupalError.ts"
import type { NoticeStore } from "../store/NoticeStore.ts"
import type { NoticeValues } from "../store/Notice.ts"
import { noticeOnWire } from "./noticeOnWire.ts"
import type { PageBend } from "../faults/PageBend.ts"
import type { Profile } from "../Profile.ts"
import { readNoticeRequest } from "./NoticeParameters.ts"
import type { Reply } from "../requests/Answer.ts"
import type { RequestParameters } from "../requests/RequestParameters.ts"

/** Everything besides the request that a response about notices depends on. */
export interface NoticeContext {
  readonly store: NoticeStore
  readonly profile: Profile
  /** The start of every link. */
  readonly origin: string
  readonly bend: PageBend
}

const envelope = (
  { origin, profile }: NoticeContext,
  parameters: RequestParameters,
  notices: ReadonlyArray<NoticeValues>,
  total: number,
  next?: string
): Reply => {
  const data = JSON.stringify(notices.map((notice) => noticeOnWire(notice, origin, profile)))
  const self = { href: origin + parameters.hrefWithoutKey() }
  const links = JSON.stringify(next === undefined ? { self } : { self, next: { href: next } })
  return {
    status: 200,
    headers: { "Content-Type": profile.noticeContentType },
    body: `{"jsonapi":${jsonapi},"data":${data},"meta":${profile.noticeMeta(notices.length, total)},"links":${links}}`
  }
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
  const page = context.bend.records(selection.page(offset, limit)).flatMap((ordinal) => context.store.at(ordinal) ?? [])
  const hasNext = context.profile.hasDrupalExtras && offset + limit < selection.total
  const next = hasNext ? nextHref(context, parameters, offset + limit, limit) : undefined
  return envelope(context, parameters, page, selection.total, next)
}

/** Answers `GET /v0/hsr-early-termination-notices/{id}` with the envelope of a list and one record. */
export const answerNotice = (context: NoticeContext, parameters: RequestParameters, id: string): Reply => {
  const ordinal = context.store.ordinalOf(id)
  const notice = ordinal === undefined ? undefined : context.store.at(ordinal)
  if (notice === undefined) return refuse(context, parameters, 404, "There is no notice with this id.")
  return envelope(context, parameters, [notice], 1)
}
