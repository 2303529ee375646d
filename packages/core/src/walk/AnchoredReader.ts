import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { idsOf, type IdentifiedPage, isOwnId, type RejectedRecord } from "../records/Page.ts"
import { WalkStalled } from "../PublicRecordsError.ts"
import { maxRecordsPerPage } from "../queries/Paging.ts"
import { initialWalkState, type PageRequest, type PageSignature, type WalkState } from "./WalkState.ts"
import type { WalkReport } from "../CallOptions.ts"

/** The walk fails after this many pages in a row without a seen record, or without a new one. */
const maxFruitlessPages = 3
/** Maximum number of pages in a row with only seen records, while the walk returns to the last record that it read. */
const maxPagesPassed = 1000
/** Number of seen records at the start of a page that confirms the end of the list. */
const endRepeats = 2
/** Maximum number of records before those of `endRepeats`, so that one more fits on the page. */
const maxShift = maxRecordsPerPage - endRepeats - 1

/** The records of a page that the walk had not seen. */
export interface NewRecords<Record> {
  readonly records: ReadonlyArray<Record>
  readonly rejected: ReadonlyArray<RejectedRecord>
  /** The ids of the records and the rejected records. */
  readonly ids: ReadonlyArray<string>
}

/** The new records of a page, and the next request or `None` at the end of the walk. */
type Step<Record> = Effect.Effect<readonly [NewRecords<Record>, Option.Option<PageRequest>], WalkStalled>

const nothingNew = { records: [], rejected: [], ids: [] }

/** Identifies the last record of a page. */
const tailOf = ({ ids, offset }: IdentifiedPage<unknown>): string => ids.at(-1) ?? `offset ${offset}`

/** Returns the number of distinct records on a page. */
const distinctIn = ({ ids }: IdentifiedPage<unknown>): number => new Set(ids).size

const signatureOf = (page: IdentifiedPage<unknown>, size: number): PageSignature => {
  return { first: page.ids[0] ?? "", last: tailOf(page), size }
}

const isSamePage = (one: PageSignature, other: PageSignature | undefined): boolean =>
  one.size > 1 && one.size === other?.size && one.first === other.first && one.last === other.last

/**
 * State machine of one walk: decides which records of a page are new, and which page to request next.
 *
 * Every page but the first is requested one record early and must contain a record that the walk has seen: the anchor. The
 * records after the anchor are new. Without an anchor the list has shifted, and the walk searches for the last record it read.
 *
 * **Source** docs/api.md, statements 38 to 43.
 */
export class AnchoredReader<Record extends { readonly id: string }> {
  readonly #start: PageRequest
  readonly #seen: Set<string>
  readonly state: WalkState

  constructor(start: PageRequest, seen = new Set<string>(), state: WalkState = initialWalkState(start)) {
    this.#start = start
    this.#seen = seen
    this.state = { ...state }
  }

  /** Whether a page starts with the last record that the walk read, as requested. */
  continuesIn({ ids }: IdentifiedPage<Record>): boolean {
    const { expectedRepeats, lastId } = this.state
    return expectedRepeats === 0 ? ids.length === 0 : ids.slice(0, expectedRepeats).some((id) => id === lastId)
  }

  /** Reads a page. Returns its new records and the next request. **Fails with** `WalkStalled` after three fruitless pages. */
  read(page: IdentifiedPage<Record>, { limit }: PageRequest): Step<Record> {
    const state = this.state
    const isFirst = state.lastNewPage === undefined
    state.requests++
    const { total } = page
    state.claimedTotal = total ?? state.claimedTotal
    if (page.received === 0) return this.#afterEmptyPage(page)
    const anchor = isFirst ? 0 : this.#anchorIn(page)
    if (anchor === -1) return this.#search(page)
    const distinct = distinctIn(page)
    const fullPage = Math.min(limit, state.largestPage === 0 ? limit : state.largestPage)
    const isShort = distinct < fullPage || distinct <= state.expectedRepeats
    state.largestPage = Math.max(state.largestPage, Math.min(distinct, limit))
    const wasTotalReached = state.endTotal !== null && this.#found >= state.endTotal
    const newRecords = this.#absorb(page, anchor, distinct)
    const hasNewRecords = newRecords.records.length + newRecords.rejected.length > 0
    if (this.#growthIn(page) < 0 || (wasTotalReached && hasNewRecords)) state.isTotalRefuted = true
    if (isShort && !state.isTotalRefuted && total === this.#found) return this.#finish(newRecords)
    return hasNewRecords
      ? this.#afterNewRecords(page, newRecords, distinct)
      : this.#afterRepeats(page, newRecords, signatureOf(page, distinct), { limit, fullPage })
  }

  /** Returns the growth of the reported total since the last page with new records. */
  #growthIn({ total }: IdentifiedPage<Record>): number {
    const { endTotal } = this.state
    return endTotal === null ? 0 : (total ?? endTotal) - endTotal
  }

  #afterEmptyPage(page: IdentifiedPage<Record>): Step<Record> {
    const state = this.state
    if (page.offset !== this.#start.offset) {
      // The walk searched for the last record, which has no successor.
      const hasEnded = state.pagesWithoutAnchor > 0 && state.lastTail === state.lastNewPage?.last
      return hasEnded ? this.#finish(nothingNew) : this.#search(page)
    }
    const tail = tailOf(page)
    const isConfirmed = tail === state.lastTail || (page.total !== null && page.total <= page.offset)
    if (isConfirmed) return this.#finish(nothingNew)
    // The first page of a list may be empty by mistake.
    state.lastTail = tail
    return this.#request(page, nothingNew, page.offset)
  }

  /**
   * Returns the index of the first seen record, or -1. A record without an id may only look like a seen one. On a page with ids, it counts
   * only where seen records were requested.
   */
  #anchorIn({ ids }: IdentifiedPage<Record>): number {
    const hasOwnIds = ids.some(isOwnId)
    const isAnchor = (id: string, place: number): boolean =>
      !hasOwnIds || isOwnId(id) || place < this.state.expectedRepeats
    return ids.findIndex((id, place) => this.#seen.has(id) && isAnchor(id, place))
  }

  /** Returns the new records of a page. Remembers their ids, and counts new records and duplicates. */
  #absorb(page: IdentifiedPage<Record>, anchor: number, distinct: number): NewRecords<Record> {
    const state = this.state
    const newIds = new Set(page.ids.slice(anchor).filter((id) => !this.#seen.has(id)))
    const ids = [...newIds]
    for (const id of ids) this.#seen.add(id)
    state.lastId = ids.at(-1) ?? state.lastId
    const rejectedIds = idsOf(page.rejected.map(({ raw }) => raw)).values()
    const records = page.records.filter(({ id }) => newIds.delete(id))
    const rejected = page.rejected.filter(() => newIds.delete(rejectedIds.next().value ?? ""))
    const repeated = distinct - anchor - records.length - rejected.length
    state.records += records.length
    state.rejected += rejected.length
    state.duplicates += Math.max(0, repeated - state.expectedRepeats) + page.received - distinct
    return { records, rejected, ids }
  }

  #afterNewRecords(page: IdentifiedPage<Record>, newRecords: NewRecords<Record>, distinct: number): Step<Record> {
    const state = this.state
    const repeated = distinct - newRecords.records.length - newRecords.rejected.length
    // Unless new arrivals shifted seen records onto the page, the service started the page too early and may end it too early.
    const early = Math.max(0, repeated - state.expectedRepeats - Math.max(0, this.#growthIn(page)))
    Object.assign(state, {
      pagesWithoutAnchor: 0,
      pagesWithoutNews: 0,
      pagesPassed: 0,
      lastTail: undefined,
      lastNewPage: signatureOf(page, distinct),
      end: page.offset + distinct,
      endTotal: page.total ?? state.endTotal
    })
    return this.#continueAt(page, newRecords, state.end, 1 + early)
  }

  #afterRepeats(
    page: IdentifiedPage<Record>,
    newRecords: NewRecords<Record>,
    signature: PageSignature,
    { fullPage, limit }: { readonly limit: number; readonly fullPage: number }
  ): Step<Record> {
    const state = this.state
    const growth = this.#growthIn(page)
    // The service may have returned the previous page again.
    if (growth <= 0 && state.pagesPassed + state.pagesWithoutNews === 0 && isSamePage(signature, state.lastNewPage)) {
      state.pagesWithoutNews++
      return this.#continueAt(page, newRecords, state.end, 1)
    }
    const isSameTail = signature.last === state.lastTail
    const isLast = signature.last === state.lastNewPage?.last
    // If two pages of different sizes end with the same record, the size did not cut both.
    const isOtherSize = signature.size < limit && signature.size !== (state.lastSize ?? signature.size)
    const isShort = isOtherSize || signature.size < fullPage || signature.size <= endRepeats
    // If the last record that was read has left the list, the list ends with the record that the walk found instead.
    const hasOnlyRepeats = signature.size <= state.expectedRepeats
    if (isShort && isSameTail && (isLast || hasOnlyRepeats)) return this.#finish(newRecords)
    const isPassed = !isLast && !isSameTail && state.pagesPassed < maxPagesPassed
    if (isPassed) state.pagesPassed++
    else state.pagesWithoutNews++
    state.lastTail = signature.last
    state.lastSize = signature.size
    const next = page.offset + signature.size
    // No record followed the last one. To be sure, the walk requests as many as possible, from one record earlier.
    // If it went back further than a page, it would not reach the last record.
    const shift = Math.max(0, Math.min(next - state.end, maxShift))
    if (isLast) return this.#continueAt(page, newRecords, next, shift + endRepeats, maxRecordsPerPage)
    const position = Math.max(next, state.pagesWithoutAnchor === 0 ? state.end + growth : 0)
    return this.#continueAt(page, newRecords, position, 1)
  }

  /** Discards a page without an anchor. Requests one shifted by the growth of the total, and after that one page earlier. */
  #search(page: IdentifiedPage<Record>): Step<Record> {
    const state = this.state
    const shifted = state.end + this.#growthIn(page) - 1
    const isFirst = state.pagesWithoutAnchor++ === 0
    const usesTotal = isFirst && (shifted !== page.offset || page.received === 0)
    const pageBack = Math.min(page.offset, state.end) - maxRecordsPerPage + 1
    const offset = Math.max(this.#start.offset, usesTotal ? shifted : pageBack)
    state.lastTail = undefined
    state.expectedRepeats = Math.max(1, state.end - offset)
    return this.#request(page, nothingNew, offset)
  }

  /** Requests the records from `position` on, preceded by `repeats` seen records. */
  #continueAt(
    page: IdentifiedPage<Record>,
    newRecords: NewRecords<Record>,
    position: number,
    repeats: number,
    limit = this.#start.limit
  ): Step<Record> {
    const offset = Math.max(this.#start.offset, position - repeats)
    this.state.expectedRepeats = position - offset
    return this.#request(page, newRecords, offset, limit)
  }

  #request(
    page: IdentifiedPage<Record>,
    newRecords: NewRecords<Record>,
    offset: number,
    limit = this.#start.limit
  ): Step<Record> {
    const { expectedRepeats, pagesWithoutAnchor, pagesWithoutNews } = this.state
    if (Math.max(pagesWithoutAnchor, pagesWithoutNews) === maxFruitlessPages) {
      return Effect.fail(new WalkStalled({ offset: page.offset }))
    }
    return Effect.succeed([
      newRecords,
      Option.some({ offset, limit: Math.min(maxRecordsPerPage, limit + expectedRepeats) })
    ])
  }

  #finish(newRecords: NewRecords<Record>): Step<Record> {
    this.state.isFinished = true
    return Effect.succeed([newRecords, Option.none()])
  }

  get #found(): number {
    return this.#start.offset + this.state.records + this.state.rejected
  }

  report(): WalkReport {
    const { claimedTotal, duplicates, isFinished, records, rejected, requests } = this.state
    const isKnown = isFinished && claimedTotal !== null
    const agrees = isKnown ? Math.max(claimedTotal, this.#start.offset) === this.#found : null
    return { records, requests, duplicates, rejected, claimedTotal, agrees }
  }
}
