import type { PlainNotice } from "@public-records/files/PlainNotice"
import { Result } from "effect"
import type { PageTransform } from "../faults/PageTransform.ts"
import type { Profile } from "../Profile.ts"
import type { TextReply } from "../requests/Reply.ts"
import type { RequestParameters } from "../requests/RequestParameters.ts"
import type { NoticeStore } from "../store/NoticeStore.ts"
import { drupalError, jsonapi } from "./DrupalError.ts"
import { noticeOnWire } from "./noticeOnWire.ts"
import { readNoticeRequest } from "./NoticeParameters.ts"

/** Everything that a response about notices depends on, apart from the request. */
export interface NoticeContext {
  readonly store: NoticeStore
  readonly profile: Profile
  /** The origin of all links. */
  readonly origin: string
  readonly transformPage: PageTransform
}

const envelope = (
  { origin, profile }: NoticeContext,
  parameters: RequestParameters,
  records: ReadonlyArray<PlainNotice>,
  total: number,
  next?: string
): TextReply => {
  const data = records.map((notice) => noticeOnWire(notice, origin, profile))
  const self = { href: origin + parameters.hrefWithoutKey() }
  const links = next === undefined ? { self } : { self, next: { href: next } }
  const body = JSON.stringify({ jsonapi, data, meta: profile.noticeMeta(records.length, total), links })
  return { status: 200, headers: { "Content-Type": profile.noticeContentType }, body }
}

const reject = (context: NoticeContext, parameters: RequestParameters, status: 400 | 404, detail: string): TextReply =>
  drupalError(status, detail, context.origin + parameters.hrefWithoutKey(), context.profile.noticeContentType)

const nextHref = (context: NoticeContext, parameters: RequestParameters, offset: number, limit: number): string => {
  const query = new URLSearchParams()
  for (const [name, value] of parameters.allWithoutKey()) {
    if (!["page[offset]", "page[limit]"].includes(name)) query.append(name, value)
  }
  query.append("page[offset]", String(offset))
  query.append("page[limit]", String(limit))
  return `${context.origin}${parameters.path}?${query.toString()}`
}

/** Handles `GET /v0/hsr-early-termination-notices`. */
export const handleNoticeList = (context: NoticeContext, parameters: RequestParameters): TextReply => {
  const { profile, store, transformPage } = context
  const request = readNoticeRequest(parameters, profile)
  if (Result.isFailure(request)) return reject(context, parameters, 400, request.failure)
  const { filter, sorts, window } = request.success
  const { limit, offset } = transformPage.window(window)
  const page = store.page(filter, sorts, { limit, offset })
  const hasNext = profile.hasDrupalExtras && offset + limit < page.total
  const next = hasNext ? nextHref(context, parameters, offset + limit, limit) : undefined
  return envelope(context, parameters, transformPage.records(page.records), page.total, next)
}

/** Handles `GET /v0/hsr-early-termination-notices/{id}`. The response is the envelope of a list with one record. */
export const handleNotice = (context: NoticeContext, parameters: RequestParameters, id: string): TextReply => {
  const notice = context.store.get(id)
  if (notice === undefined) return reject(context, parameters, 404, "There is no notice with this id.")
  return envelope(context, parameters, [notice], 1)
}
