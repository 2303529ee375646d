import { isSiteNotice, type PlainNotice } from "@public-records/files/PlainNotice"
import type { PageWindow } from "../requests/PageWindow.ts"
import { noticeFields } from "./noticeFields.ts"
import type { Order, Page } from "./Page.ts"
import { RecentSelections } from "./RecentSelections.ts"
import { compareKeys, compareText, foldCase, instantOf } from "@public-records/files/text"

/** The filter of a request. */
export interface NoticeFilter {
  /** The cache key. Filters with equal names must match the same notices. */
  readonly name: string
  readonly test: (notice: PlainNotice) => boolean
}

/** A field to sort by and its direction. */
export interface NoticeSort {
  readonly path: string
  readonly order: Order
}

/** The order of a list without `sort`. */
const newestFirst: NoticeSort = { path: "created", order: "DESC" }

const keyOf = (notice: PlainNotice, path: string): string | number => {
  const field = noticeFields.get(path)
  if (field === undefined) return 0
  return field._tag === "Instant" ? (instantOf(field.of(notice)) ?? 0) : foldCase(field.of(notice).join("\u0000"))
}

/** Sorts notices, ties by id in the direction of the first sort, so that ascending is the reverse of descending. */
const sorted = (notices: ReadonlyArray<PlainNotice>, sorts: ReadonlyArray<NoticeSort>): ReadonlyArray<PlainNotice> => {
  const signs = sorts.map(({ order }) => (order === "ASC" ? 1 : -1))
  return notices
    .map((notice) => ({ notice, keys: sorts.map(({ path }) => keyOf(notice, path)) }))
    .toSorted((left, right) => {
      const index = signs.findIndex((_, sort) => left.keys[sort] !== right.keys[sort])
      return index === -1
        ? (signs[0] ?? 1) * compareText(left.notice.id, right.notice.id)
        : (signs[index] ?? 1) * compareKeys(left.keys[index] ?? 0, right.keys[index] ?? 0)
    })
    .map(({ notice }) => notice)
}

/** The notices of a data set. Lists are filtered and sorted on demand and cached. */
export class NoticeStore {
  readonly #byId: ReadonlyMap<string, PlainNotice>
  readonly #newestFirst: ReadonlyArray<PlainNotice>
  readonly #selections = new RecentSelections<ReadonlyArray<PlainNotice>>()

  /**
   * Accepts notices in any order. Of several with the same id, the last one counts. Notices of the FTC's site are ignored: the service
   * gives each notice an id and the time of its creation.
   */
  constructor(notices: ReadonlyArray<PlainNotice>) {
    const served = notices.filter((notice) => !isSiteNotice(notice))
    this.#byId = new Map(served.map((notice) => [notice.id, notice]))
    this.#newestFirst = sorted(Array.from(this.#byId.values()), [newestFirst])
  }

  get size(): number {
    return this.#newestFirst.length
  }

  get newest(): PlainNotice | undefined {
    return this.#newestFirst[0]
  }

  /** Returns the notice with an id, or `undefined` if the id is unknown. */
  get(id: string): PlainNotice | undefined {
    return this.#byId.get(id)
  }

  /** Iterates over all notices, newest first. */
  [Symbol.iterator](): Iterator<PlainNotice> {
    return this.#newestFirst.values()
  }

  /** Returns a page of the notices that match a filter. They are sorted by `sorts`, by default newest first. */
  page(
    filter: NoticeFilter | undefined,
    sorts: ReadonlyArray<NoticeSort>,
    { limit, offset }: PageWindow
  ): Page<PlainNotice> {
    const selection = this.#selections.getOrMake(JSON.stringify([filter?.name, sorts]), () =>
      this.#select(filter, sorts)
    )
    return { records: selection.slice(offset, offset + limit), total: selection.length }
  }

  #select(filter: NoticeFilter | undefined, sorts: ReadonlyArray<NoticeSort>): ReadonlyArray<PlainNotice> {
    const matching = filter === undefined ? this.#newestFirst : this.#newestFirst.filter(filter.test)
    return sorts.length === 0 ? matching : sorted(matching, sorts)
  }
}
