import { noticeAttributes, type PlainNotice } from "@public-records/files/PlainNotice"
import type { Profile } from "../Profile.ts"

const collection = "/v0/hsr-early-termination-notices"

/** Returns a notice in the format of the service. */
export const noticeOnWire = (notice: PlainNotice, origin: string, profile: Profile) => {
  const href = `${origin}${collection}/${encodeURIComponent(notice.id.toWellFormed())}`
  const version = `?resourceVersion=${encodeURIComponent(`id:${notice.revision}`.toWellFormed())}`
  const linkTo = (path: string) => ({ href: `${href}${path}${version}` })
  const feedsItem = {
    data: [],
    links: { related: linkTo("/feeds_item"), self: linkTo("/relationships/feeds_item") }
  }
  return {
    type: "early_termination_notice",
    id: notice.id,
    links: { self: linkTo("") },
    attributes: {
      ...noticeAttributes(notice),
      ...(profile.servesTags ? { tags: notice.tags } : {})
    },
    relationships: {
      node_type: { data: null, links: { self: linkTo("/relationships/node_type") } },
      ...(profile.hasDrupalExtras ? { feeds_item: feedsItem } : {})
    },
    ...(profile.noticeHasMeta ? { meta: [] } : {})
  }
}
