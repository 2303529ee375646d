import { Result } from "effect"
import { drupalError, jsonapi } from "./DrupalError.ts"
import type { NoticeStore } from "../store/NoticeStore.ts"
import type { NoticeValues } from "../store/Notice.ts"
import type { PageBend } from "../faults/PageBend.ts"
import type { Profile } from "../Profile.ts"
import { readNoticeRequest } from "./NoticeParameters.ts"
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

const collection = "/v0/hsr-early-termination-notices"

/** One notice as the wire has it. */
const recordOf = (notice: NoticeValues, { origin, profile }: NoticeContext): unknown => {
  const href = `${origin}${collection}/${encodeURIComponent(notice.id)}`
  const version = `?resourceVersion=${encodeURIComponent(`id:${notice.revision}`)}`
  const linked = (path: string) => ({ href: `${href}${path}${version}` })
  const feedsItem = {
    data: [],
    links: { related: linked("/feeds_item"), self: linked("/relationships/feeds_item") }
  }
  return {
    type: "early_termination_notice",
    id: notice.id,
    links: { self: linked("") },
    attributes: {
      title: notice.title,
      created: notice.created,
      updated: notice.updated,
      "acquired-party": notice.acquiredParty,
      "acquiring-party": notice.acquiringParty,
      date: notice.date,
      "acquired-entities": notice.acquiredEntities,
      "transaction-number": notice.transactionNumber,
      ...(profile.servesTags && notice.tags !== undefined ? { tags: notice.tags } : {})
    },
    relationships: {
      node_type: { data: null, links: { self: linked("/relationships/node_type") } },
      ...(profile.hasDrupalExtras ? { feeds_item: feedsItem } : {})
    },
    ...(profile.noticeHasMeta ? { meta: [] } : {})
  }
}

const envelope = (
  context: NoticeContext,
  parameters: RequestParameters,
  notices: ReadonlyArray<NoticeValues>,
  total: number,
  next?: string
): Reply => {
  const data = JSON.stringify(notices.map((notice) => recordOf(notice, context)))
  const meta = context.profile.noticeMeta(notices.length, total)
  const links = JSON.stringify({
    self: { href: context.origin + parameters.hrefWithoutKey() },
    ...(next === undefined ? {} : { next: { href: next } })
  })
  return {
    status: 200,
    headers: { "Content-Type": context.profile.noticeContentType },
    body: `{"jsonapi":${jsonapi},"data":${data},"meta":${meta},"links":${links}}`
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
  const { isMatch, sorts, window } = request.success
  const matching = context.store.select(isMatch, sorts)
  const { limit, offset } = context.bend.window(window)
  const page = context.bend.records(matching.slice(offset, offset + limit))
  const hasNext = context.profile.hasDrupalExtras && offset + limit < matching.length
  const next = hasNext ? nextHref(context, parameters, offset + limit, limit) : undefined
  return envelope(context, parameters, page, matching.length, next)
}

/** Answers `GET /v0/hsr-early-termination-notices/{id}`: the list's envelope with one record. */
export const answerNotice = (context: NoticeContext, parameters: RequestParameters, id: string): Reply => {
  const notice = context.store.get(id)
  if (notice === undefined) return refuse(context, parameters, 404, "There is no notice with this id.")
  return envelope(context, parameters, [notice], 1)
}
