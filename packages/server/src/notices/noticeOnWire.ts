import type { NoticeStore } from "../store/NoticeStore.ts"
import type { NoticeValues } from "../store/Notice.ts"
import { pageWriter } from "../store/PageWriter.ts"
import type { Profile } from "../Profile.ts"

const collection = "/v0/hsr-early-termination-notices"

/** One notice as the wire has it. */
const recordOf = (notice: NoticeValues, origin: string, profile: Profile): unknown => {
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

/** Notices as the wire has them; each is encoded when it is first asked for, and then kept. */
class NoticeJson {
  readonly origin: string
  readonly profile: Profile
  readonly #store: NoticeStore
  readonly #records = new Map<number, Uint8Array>()

  constructor(store: NoticeStore, origin: string, profile: Profile) {
    this.#store = store
    this.origin = origin
    this.profile = profile
  }

  /** The record with a comma behind it. */
  record(ordinal: number): Uint8Array {
    const known = this.#records.get(ordinal)
    if (known !== undefined) return known
    const notice = this.#store.at(ordinal)
    const text = notice === undefined ? "null" : JSON.stringify(recordOf(notice, this.origin, this.profile))
    const record = Buffer.from(`${text},`)
    this.#records.set(ordinal, record)
    return record
  }
}

const jsonOf = new WeakMap<NoticeStore, NoticeJson>()

/** Writes records with commas between them; their links stand on `origin`. */
export const writeNotices = (
  store: NoticeStore,
  ordinals: ReadonlyArray<number>,
  origin: string,
  profile: Profile
): void => {
  const kept = jsonOf.get(store)
  const json = kept?.origin === origin && kept.profile === profile ? kept : new NoticeJson(store, origin, profile)
  if (json !== kept) jsonOf.set(store, json)
  for (const ordinal of ordinals) pageWriter.bytes(json.record(ordinal))
  if (ordinals.length > 0) pageWriter.end -= 1
}
