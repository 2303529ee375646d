import { compareKeys, compareText } from "./search.ts"
import { instantOf, type NoticeField, noticeFields, type NoticeValues } from "./Notice.ts"
import { type NoticeFilter, NoticeIndex } from "./NoticeIndex.ts"
import { folded } from "./Dictionary.ts"
import type { Order } from "./Selection.ts"

/** One field to sort by, and its direction. */
export interface NoticeSort {
  readonly path: string
  readonly order: Order
}

/** The order of a list without `sort` (decision 12). */
const newestFirst: NoticeSort = { path: "created", order: "DESC" }

/** The notices that a request asks for, in its order: ordinals, read from either end. */
export class NoticeSelection {
  readonly #ordinals: Uint32Array
  readonly #isReversed: boolean

  constructor(ordinals: Uint32Array, isReversed: boolean) {
    this.#ordinals = ordinals
    this.#isReversed = isReversed
  }

  get total(): number {
    return this.#ordinals.length
  }

  page(offset: number, limit: number): ReadonlyArray<number> {
    const page: Array<number> = []
    for (let place = offset; place < Math.min(this.total, offset + limit); place++) {
      page.push(this.#ordinals[this.#isReversed ? this.total - 1 - place : place] ?? 0)
    }
    return page
  }
}

/** A field's order: the ordinals sorted by it, ties by id, and each notice's rank, which it shares with its equals. */
interface FieldOrder {
  readonly ascending: Uint32Array
  readonly ranks: Uint32Array
}

/** Ordinals that are remembered, because finding them took a look at many notices. */
const maxRemembered = 4_000_000

/**
 * Notices in memory. An ordinal is a position in the order of `created`, ties by id.
 *
 * **Gotchas** ties are broken by id, in the direction of the first sort, so that ascending is descending reversed.
 */
export class NoticeStore {
  readonly #notices: ReadonlyArray<NoticeValues>
  readonly #index: NoticeIndex
  readonly #orders = new Map<string, FieldOrder>()
  readonly #remembered = new Map<string, Uint32Array>()
  #rememberedOrdinals = 0

  private constructor(oldestFirst: ReadonlyArray<NoticeValues>) {
    this.#notices = oldestFirst
    this.#index = new NoticeIndex(oldestFirst)
  }

  /** Indexes notices. One with an id that came before is the same notice again, and is left out. */
  static of(notices: Iterable<NoticeValues>): NoticeStore {
    const byId = new Map<string, NoticeValues>()
    for (const notice of notices) if (!byId.has(notice.id)) byId.set(notice.id, notice)
    const oldestFirst = Array.from(byId.values(), (notice) => ({ notice, instant: instantOf(notice.created) ?? 0 }))
      .toSorted((left, right) => left.instant - right.instant || compareText(left.notice.id, right.notice.id))
      .map(({ notice }) => notice)
    const store = new NoticeStore(oldestFirst)
    store.#index.build()
    store.#order("updated")
    return store
  }

  /** The same notices and one that is newer than all; what is not asked for is not indexed again. */
  withNewest(notice: NoticeValues): NoticeStore {
    return new NoticeStore([...this.#notices, notice])
  }

  get size(): number {
    return this.#notices.length
  }

  at(ordinal: number): NoticeValues | undefined {
    return this.#notices[ordinal]
  }

  /** The ordinal of the notice with an id. */
  ordinalOf(id: string): number | undefined {
    return this.#index.find([{ field: "id", text: folded(id) }])?.find((ordinal) => this.#notices[ordinal]?.id === id)
  }

  /** The notices that a filter lets through, sorted; without `sorts`, newest first. */
  select(filter: NoticeFilter | undefined, sorts: ReadonlyArray<NoticeSort>): NoticeSelection {
    const [first = newestFirst, ...others] = sorts
    if (others.length === 0) return new NoticeSelection(this.#ascending(filter, first.path), first.order === "DESC")
    const name = `${filter?.name ?? ""} ${sorts.map(({ order, path }) => `${path} ${order}`).join()}`
    const sorted = this.#remember(name, () => this.#sorted(this.#matching(filter), [first, ...others]))
    return new NoticeSelection(sorted, false)
  }

  /** The matching ordinals by one field, ascending. */
  #ascending(filter: NoticeFilter | undefined, path: string): Uint32Array {
    if (path === "created") return this.#matching(filter) ?? this.#order(path).ascending
    const { ascending } = this.#order(path)
    if (filter === undefined) return ascending
    return this.#remember(`${filter.name} ${path}`, () => {
      const isMatching = new Uint8Array(this.size)
      for (const ordinal of this.#matching(filter) ?? []) isMatching[ordinal] = 1
      return ascending.filter((ordinal) => isMatching[ordinal] === 1)
    })
  }

  /** The ordinals that a filter lets through, ascending; nothing where there is no filter. */
  #matching(filter: NoticeFilter | undefined): Uint32Array | undefined {
    if (filter === undefined) return undefined
    const { lookups, name, test } = filter
    // One list is there already; everything else has to be found.
    if (lookups.length === 1 && test === undefined) return this.#index.find(lookups)
    return this.#remember(name, () => {
      const found = this.#index.find(lookups) ?? this.#order("created").ascending
      return found.filter((ordinal) => {
        const notice = this.#notices[ordinal]
        return notice !== undefined && (test === undefined || test(notice))
      })
    })
  }

  #sorted(ordinals: Uint32Array | undefined, sorts: readonly [NoticeSort, ...ReadonlyArray<NoticeSort>]): Uint32Array {
    const steps = sorts.map(({ order, path }) => ({ sign: order === "ASC" ? 1 : -1, ranks: this.#order(path).ranks }))
    const direction = sorts[0].order === "ASC" ? 1 : -1
    return (ordinals ?? this.#order("created").ascending).toSorted((left, right) => {
      for (const { ranks, sign } of steps) {
        const difference = (ranks[left] ?? 0) - (ranks[right] ?? 0)
        if (difference !== 0) return sign * difference
      }
      return direction * compareText(this.#notices[left]?.id ?? "", this.#notices[right]?.id ?? "")
    })
  }

  #order(path: string): FieldOrder {
    const known = this.#orders.get(path)
    if (known !== undefined) return known
    const made = fieldOrder(this.#notices, noticeFields.get(path))
    this.#orders.set(path, made)
    return made
  }

  /** What was found last is found again at once: whoever asks for a list pages through it. */
  #remember(name: string, find: () => Uint32Array): Uint32Array {
    const known = this.#remembered.get(name)
    if (known !== undefined) return known
    const found = find()
    this.#remembered.set(name, found)
    this.#rememberedOrdinals += found.length + name.length
    for (const [oldest, ordinals] of this.#remembered) {
      if (this.#rememberedOrdinals <= maxRemembered) break
      this.#remembered.delete(oldest)
      this.#rememberedOrdinals -= ordinals.length + oldest.length
    }
    return found
  }
}

const fieldOrder = (notices: ReadonlyArray<NoticeValues>, field: NoticeField | undefined): FieldOrder => {
  const keys = notices.map((notice) => keyOf(notice, field))
  const compareAt = (left: number, right: number) => compareKeys(keys[left] ?? "", keys[right] ?? "")
  const ascending = Uint32Array.from(notices, (_, ordinal) => ordinal).toSorted(
    (left, right) => compareAt(left, right) || compareText(notices[left]?.id ?? "", notices[right]?.id ?? "")
  )
  const ranks = new Uint32Array(notices.length)
  let rank = 0
  for (let place = 0; place < ascending.length; place++) {
    const ordinal = ascending[place] ?? 0
    if (place > 0 && compareAt(ascending[place - 1] ?? 0, ordinal) !== 0) rank += 1
    ranks[ordinal] = rank
  }
  return { ascending, ranks }
}

const keyOf = (notice: NoticeValues, field: NoticeField | undefined): string | number => {
  if (field === undefined) return 0
  return field._tag === "Instant" ? (instantOf(field.of(notice)) ?? 0) : folded(field.of(notice).join("\u0000"))
}
