import { instantOf, type NoticeField, noticeFields, type NoticeValues } from "./Notice.ts"
import type { Order } from "./Selection.ts"
import { compareKeys, compareText } from "./search.ts"
import { folded } from "./Dictionary.ts"

/** One field to sort by, and its direction. */
export interface NoticeSort {
  readonly path: string
  readonly order: Order
}

/** The order of a list without `sort` (decision 12). */
const newestFirst: NoticeSort = { path: "created", order: "DESC" }

/**
 * Notices in memory, with the order of each field that was asked for.
 *
 * **Gotchas** ties are broken by id, in the direction of the first sort, so that ascending is descending reversed.
 */
export class NoticeStore {
  readonly #notices: ReadonlyArray<NoticeValues>
  readonly #byId: ReadonlyMap<string, NoticeValues>
  readonly #ascending = new Map<string, ReadonlyArray<NoticeValues>>()

  /** A notice with an id that came before is the same notice again, and is left out. */
  constructor(notices: Iterable<NoticeValues>) {
    const byId = new Map<string, NoticeValues>()
    for (const notice of notices) if (!byId.has(notice.id)) byId.set(notice.id, notice)
    this.#byId = byId
    this.#notices = Array.from(byId.values())
  }

  get size(): number {
    return this.#notices.length
  }

  get(id: string): NoticeValues | undefined {
    return this.#byId.get(id)
  }

  /** All notices, in no particular order. */
  all(): ReadonlyArray<NoticeValues> {
    return this.#notices
  }

  /** The notices that a filter lets through, sorted; without `sorts`, newest first. */
  select(
    isMatch: ((notice: NoticeValues) => boolean) | undefined,
    sorts: ReadonlyArray<NoticeSort>
  ): ReadonlyArray<NoticeValues> {
    const ordered = this.#ordered(sorts.length === 0 ? [newestFirst] : sorts)
    return isMatch === undefined ? ordered : ordered.filter(isMatch)
  }

  #ordered(sorts: ReadonlyArray<NoticeSort>): ReadonlyArray<NoticeValues> {
    const key = sorts.map(({ order, path }) => `${path} ${order}`).join()
    const kept = this.#ascending.get(key)
    if (kept !== undefined) return kept
    const steps = sorts.flatMap(({ order, path }) => {
      const field = noticeFields.get(path)
      return field === undefined ? [] : [{ sign: order === "ASC" ? 1 : -1, keys: this.#sortKeys(field) }]
    })
    const idSign = sorts[0]?.order === "DESC" ? -1 : 1
    const positions = Uint32Array.from(this.#notices, (_, position) => position).toSorted((left, right) => {
      for (const { keys, sign } of steps) {
        const difference = compareKeys(keys[left] ?? "", keys[right] ?? "")
        if (difference !== 0) return sign * difference
      }
      return idSign * compareText(this.#notices[left]?.id ?? "", this.#notices[right]?.id ?? "")
    })
    const ordered = Array.from(positions).flatMap((position) => this.#notices[position] ?? [])
    // Only sorts by one field are kept: there are few of those, and requests can name any number of the others.
    if (sorts.length === 1) this.#ascending.set(key, ordered)
    return ordered
  }

  #sortKeys(field: NoticeField): ReadonlyArray<string | number> {
    return this.#notices.map((notice) =>
      field._tag === "Instant" ? (instantOf(field.of(notice)) ?? 0) : folded(field.of(notice).join("\u0000"))
    )
  }
}
