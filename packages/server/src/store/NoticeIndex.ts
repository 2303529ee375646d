import { folded } from "./Dictionary.ts"
import { noticeFields, type NoticeValues } from "./Notice.ts"
import { Postings } from "./Postings.ts"
import { wordsOf } from "./words.ts"

/** The fields whose values are looked up instead of compared. */
export const indexedFields = ["id", "transaction-number", "date"] as const

/** A list that an index has: of a value of a field, or of a whole word of the title, both case-folded. */
export interface NoticeLookup {
  readonly field: (typeof indexedFields)[number] | "word"
  readonly text: string
}

/** What a request asks for. */
export interface NoticeFilter {
  /** The same for filters that let the same notices through, so that what was found can be found again. */
  readonly name: string
  /** A notice must be in the list of every one. */
  readonly lookups: ReadonlyArray<NoticeLookup>
  /** What must hold besides; nothing where the lists say all. */
  readonly test: ((notice: NoticeValues) => boolean) | undefined
}

/** For each text, the notices that have it. */
class TextPostings {
  readonly #codes = new Map<string, number>()
  readonly #postings: Postings

  constructor(notices: ReadonlyArray<NoticeValues>, textsOf: (notice: NoticeValues) => Iterable<string>) {
    const codes: Array<number> = []
    const ordinals: Array<number> = []
    for (const [ordinal, notice] of notices.entries()) {
      for (const text of textsOf(notice)) {
        const code = this.#codes.get(text) ?? this.#codes.size
        this.#codes.set(text, code)
        codes.push(code)
        ordinals.push(ordinal)
      }
    }
    this.#postings = new Postings(
      codes.length,
      this.#codes.size,
      (entry) => codes[entry] ?? 0,
      (entry) => ordinals[entry] ?? 0
    )
  }

  list(text: string): Uint32Array {
    return this.#postings.list(this.#codes.get(text))
  }
}

/** What both lists have; the shorter one leads. */
const intersection = (short: Uint32Array, long: Uint32Array): Uint32Array => {
  const found = new Uint32Array(short.length)
  let count = 0
  let from = 0
  for (const ordinal of short) {
    from = firstAtLeast(long, ordinal, from)
    if (long[from] === ordinal) found[count++] = ordinal
  }
  return found.slice(0, count)
}

/** The first place from `from` on whose ordinal is not below one: first in growing steps, then by halving. */
const firstAtLeast = (ordinals: Uint32Array, least: number, from: number): number => {
  let step = 1
  let low = from
  while (low + step < ordinals.length && (ordinals[low + step] ?? 0) < least) {
    low += step
    step *= 2
  }
  let high = Math.min(ordinals.length, low + step)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ordinals[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** The notices by number, date, id, and the words of their titles. */
export class NoticeIndex {
  readonly #notices: ReadonlyArray<NoticeValues>
  readonly #byField = new Map<NoticeLookup["field"], TextPostings>()

  constructor(notices: ReadonlyArray<NoticeValues>) {
    this.#notices = notices
  }

  /** Builds every index that is not built yet. */
  build(): void {
    for (const field of [...indexedFields, "word"] as const) this.#postings(field)
  }

  /** The ordinals that all lists have in common, ascending; nothing where there is no list. */
  find(lookups: ReadonlyArray<NoticeLookup>): Uint32Array | undefined {
    const lists = lookups
      .map(({ field, text }) => this.#postings(field).list(text))
      .toSorted((left, right) => left.length - right.length)
    const [shortest, ...others] = lists
    return shortest && others.reduce(intersection, shortest)
  }

  #postings(field: NoticeLookup["field"]): TextPostings {
    const built = this.#byField.get(field) ?? new TextPostings(this.#notices, textsOf(field))
    this.#byField.set(field, built)
    return built
  }
}

const textsOf = (field: NoticeLookup["field"]): ((notice: NoticeValues) => Iterable<string>) => {
  if (field === "word") return (notice) => new Set(wordsOf(notice.title))
  const named = noticeFields.get(field)
  return (notice) => (named?._tag === "Texts" ? named.of(notice).map(folded) : [])
}
