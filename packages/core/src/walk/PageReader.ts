import { Effect, Option, Stream } from "effect"
import { type Page, type RejectedRecord } from "../records/Page.ts"
import { WalkStalled } from "../PublicRecordsError.ts"
import { maxRecordsPerPage } from "../queries/QueryInput.ts"
import { idOfRejected, type SeenRecords } from "./SeenRecords.ts"
import { type Ask, beforeFirstPage, type PageOutline, type WalkState } from "./WalkState.ts"
import { type PlainReport } from "../WalkReport.ts"

const maxPagesWithoutNews = 3
/** How many short pages in a row must end with the last record of the walk to show that nothing comes after it. */
const pagesThatShowTheEnd = 2
/** How many short pages in a row must bring no more than the list grew meanwhile to show that only arrivals come. */
const pagesThatShowGrowth = 5
/** How many pages of known records a walk that was taken up again reads on the way to what it has not met. */
const mostPagesOnTheWay = 1000

/** A record that can be told from others. */
export interface Identified {
  readonly id: string
}

/** What a page brought that the walk had not met. */
export interface News<Record> {
  readonly records: ReadonlyArray<Record>
  readonly rejected: ReadonlyArray<RejectedRecord>
  /** The ids of those that came again unasked. */
  readonly dropped: ReadonlyArray<string>
}

/** How a page relates to what was read before. */
interface Reading {
  readonly distinct: number
  /** By how many the claimed total changed since the page before. */
  readonly change: number
  /** Known records beyond those that were asked for again. */
  readonly unforeseen: number
  readonly isShort: boolean
}

const noNews = { records: [], rejected: [], dropped: [] }

const outlineOf = ({ offset, received, records }: Page<Identified>): PageOutline => ({
  offset,
  received,
  firstId: records[0]?.id,
  lastId: records.at(-1)?.id
})

/** How many records of a page stand in it before; those without an id may be alike and are not told apart. */
const repeatsWithin = ({ records, rejected }: Page<Identified>): number => {
  const ids = [...records.map(({ id }) => id), ...rejected.map(idOfRejected).filter((id) => id !== undefined)]
  return ids.length - new Set(ids).size
}

/** Whether a page is another one, served again in place of what was asked for. */
const isServedAgain = (page: PageOutline, other: PageOutline): boolean =>
  page.offset !== other.offset &&
  page.received === other.received &&
  page.firstId === other.firstId &&
  page.lastId === other.lastId

/** Whether nothing came, and no more is claimed. */
const isClaimedEmpty = ({ offset, received, total }: Page<unknown>): boolean =>
  received === 0 && Option.exists(total, (claimed) => claimed <= offset)

/**
 * One walk under way: what was met, and what the rules make of the next page.
 *
 * Most walks never leave the first way of going on: the next page begins where the last one ended. Once a page shows that
 * the list moves (known records, another total), the walk is watchful to its end: each page is asked for one known
 * record early, and one that does not begin with a known record may have left some out, so it is put back unread and asked
 * for again further on or back.
 *
 * **Source** decisions, "The rules of a walk".
 */
export class PageReader<Record extends Identified> {
  readonly #start: Ask
  readonly #seen: SeenRecords
  readonly #state: WalkState
  /** How many pages may hold nothing new, while a walk that was taken up again looks for where it was left. */
  #pagesOnTheWay = 0
  /** The first record of the last page without news. */
  #firstKnownId: string | undefined

  constructor(start: Ask, seen: SeenRecords, state: WalkState = beforeFirstPage(start)) {
    this.#start = start
    this.#seen = seen
    this.#state = { ...state }
  }

  /** What the walk knows by now. */
  get state(): WalkState {
    return this.#state
  }

  /**
   * Says that the page that is read next is the last one asked for again, and that it came otherwise than before: the walk
   * looks for its last record, and goes on behind it.
   */
  returnTo({ offset }: Ask): void {
    this.#pagesOnTheWay = mostPagesOnTheWay
    Object.assign(this.#state, {
      isWatchful: true,
      again: Math.max(1, this.#state.last.end - offset),
      isEmptyTheEnd: false,
      pagesWithoutNews: 0,
      pagesPutBack: 0,
      putBackAt: undefined
    })
  }

  /** Takes the page that was asked for: what is new in it, and where the next one begins, nothing at the end of the walk. */
  read(page: Page<Record>, { limit }: Ask): Effect.Effect<readonly [News<Record>, Option.Option<Ask>], WalkStalled> {
    this.#state.requests++
    this.#state.claimedTotal = Option.orElse(page.total, () => this.#state.claimedTotal)
    const change = this.#changeTo(page.total)
    if (!this.#isTrusted(page, change)) return this.#goOn(noNews, page, this.#putBack(page, change))
    if (page.received === 0) return this.#finish(noNews)
    const { news, reading } = this.#take(page, limit, change)
    const fresh = news.records.length + news.rejected.length
    if (reading.isShort && this.#isClaimReached(page.total)) return this.#finish(news)
    if (this.#isChasingArrivals(fresh, reading)) return this.#finish(news)
    if (fresh > 0) return this.#goOn(news, page, this.#afterNews(page, reading))
    const known = this.#relateKnown(page, reading)
    if (known.isLast && known.isShort && ++this.#state.pagesAtTheEnd === pagesThatShowTheEnd) return this.#finish(news)
    return this.#goOn(news, page, this.#afterNothingNew(page, known))
  }

  #finish(news: News<Record>): Effect.Effect<readonly [News<Record>, Option.Option<Ask>]> {
    this.#state.isFinished = true
    return Effect.succeed([news, Option.none()])
  }

  #goOn(
    news: News<Record>,
    page: Page<Record>,
    offset: number
  ): Effect.Effect<readonly [News<Record>, Option.Option<Ask>], WalkStalled> {
    if (Math.max(this.#state.pagesWithoutNews, this.#state.pagesPutBack) === maxPagesWithoutNews) {
      return Effect.fail(new WalkStalled({ offset: page.offset }))
    }
    // A few more than usual, so that a page that begins with known records has room for as many new ones.
    const limit = Math.min(maxRecordsPerPage, this.#start.limit + this.#state.again)
    return Effect.succeed([news, Option.some({ offset, limit })])
  }

  #changeTo(total: Option.Option<number>): number {
    return Option.getOrElse(
      Option.zipWith(this.#state.last.total, total, (before, now) => now - before),
      () => 0
    )
  }

  /** Whether nothing can be missing between this page and what was read before it. */
  #isTrusted(page: Page<Record>, change: number): boolean {
    if (this.#state.requests === 1) return true
    if (page.offset === this.#start.offset) return this.#hasKnown(page) || isClaimedEmpty(page)
    if (page.received === 0) return change >= 0 && this.#state.isEmptyTheEnd
    if (!this.#state.isWatchful && change === 0) return true
    const [record] = page.records
    const [rejected] = page.rejected
    if (record !== undefined && this.#seen.has(record.id)) return true
    // Where in the page a rejected record stood is not known, and those without an id may be alike.
    return (
      rejected !== undefined &&
      (record === undefined || idOfRejected(rejected) !== undefined) &&
      this.#seen.hasRejected(rejected)
    )
  }

  #hasKnown({ records, rejected }: Page<Record>): boolean {
    return records.some(({ id }) => this.#seen.has(id)) || rejected.some((record) => this.#seen.hasRejected(record))
  }

  /** Puts a page back unread, and says where to look for the last record that was read. */
  #putBack({ offset, received }: Page<Record>, change: number): number {
    const isSecond = this.#state.putBackAt !== undefined
    const whereMoved = this.#state.last.end - 1 + change
    const next = (): number => {
      if (change < 0 && !isSecond) return Math.min(whereMoved, offset - 1)
      if (change > 0 && isSecond) return whereMoved
      return isSecond ? offset - Math.max(1, this.#state.largestPage - 1) : offset - 1 - this.#state.overlap
    }
    const target = Math.max(this.#start.offset, next())
    this.#state.isWatchful = true
    this.#state.pagesPutBack++
    this.#state.putBackAt = offset
    // Whatever came instead of nothing stands behind what looked like the last record.
    if (received > 0) this.#state.pagesAtTheEnd = 0
    this.#state.isEmptyTheEnd = false
    this.#state.again = Math.max(1, this.#state.last.end - target)
    return target
  }

  #take(page: Page<Record>, limit: number, change: number): { news: News<Record>; reading: Reading } {
    const wasClaimReached = Option.exists(this.#state.last.total, (claimed) => this.#found >= claimed)
    // What stands before the walk's first record, when the walk goes back to it, came later or is not asked for. Where in
    // the page a rejected record stood is not known.
    let isInside =
      this.#state.requests === 1 ||
      page.offset > this.#start.offset ||
      page.rejected.some((record) => this.#seen.hasRejected(record))
    const known: Array<string | undefined> = []
    const records = page.records.filter(({ id }) => {
      const isNew = this.#seen.add(id)
      isInside ||= !isNew
      if (!isNew || !isInside) known.push(id)
      return isNew && isInside
    })
    const rejected = page.rejected.filter((record) => {
      const isNew = this.#seen.addRejected(record)
      if (!isNew) known.push(idOfRejected(record))
      return isNew
    })
    const repeats = known.length === 0 ? 0 : repeatsWithin(page)
    const unforeseen = known.length - repeats - this.#state.again
    const duplicates = repeats + Math.max(0, unforeseen)
    const largest = this.#state.largestPage === 0 ? limit : this.#state.largestPage
    const distinct = page.received - repeats
    const isShort = distinct < Math.min(limit, largest)
    if (wasClaimReached && records.length + rejected.length > 0) this.#state.isClaimRefuted = true
    this.#state.records += records.length
    this.#state.rejected += rejected.length
    this.#state.duplicates += duplicates
    this.#state.arrived += Math.max(0, Math.min(unforeseen, change))
    if (known.length > 0 || change !== 0) this.#state.isWatchful = true
    if (unforeseen > 0) this.#state.overlap = unforeseen
    this.#state.largestPage = Math.max(this.#state.largestPage, Math.min(distinct, limit))
    this.#state.last = { end: page.offset + distinct, total: Option.orElse(page.total, () => this.#state.last.total) }
    // What was asked for again stands first.
    const dropped = known.slice(known.length - duplicates).filter((id) => id !== undefined)
    return { news: { records, rejected, dropped }, reading: { distinct, change, unforeseen, isShort } }
  }

  #afterNews(page: Page<Record>, { distinct, change, unforeseen }: Reading): number {
    this.#state.pagesWithoutNews = 0
    this.#state.pagesPutBack = 0
    this.#state.pagesAtTheEnd = 0
    this.#state.putBackAt = undefined
    this.#state.lastNews = outlineOf(page)
    this.#pagesOnTheWay = 0
    // Known records are either pushed down by arrivals, or the page began early, and may end early by as many.
    const endedEarly = Math.max(0, unforeseen - Math.max(0, change))
    this.#state.again = this.#state.isWatchful ? Math.min(1 + endedEarly, distinct - 1) : 0
    this.#state.isEmptyTheEnd = this.#state.again === 0
    return this.#state.last.end - this.#state.again
  }

  /** What an all known page says about the end of the list; one that is served again says nothing. */
  #relateKnown(page: Page<Record>, reading: Reading): Reading & { readonly isLast: boolean } {
    const news = this.#state.lastNews
    const outline = outlineOf(page)
    if (news === undefined || isServedAgain(outline, news)) return { ...reading, isShort: false, isLast: false }
    return { ...reading, isLast: outline.lastId !== undefined && outline.lastId === news.lastId }
  }

  #afterNothingNew(
    page: Page<Record>,
    { distinct, change, unforeseen, isLast, isShort }: Reading & { readonly isLast: boolean }
  ): number {
    const { end } = this.#state.last
    const foreseen = this.#state.again
    // What arrived since the walk was left fills whole pages with known records, each another one.
    const firstId = page.records[0]?.id
    const isOnTheWay = this.#pagesOnTheWay > 0 && firstId !== this.#firstKnownId
    this.#firstKnownId = firstId
    if (isOnTheWay) this.#pagesOnTheWay--
    else this.#state.pagesWithoutNews++
    this.#state.again = isShort && unforeseen > 0 ? Math.min(1 + unforeseen, distinct) : 0
    this.#state.isEmptyTheEnd = (isShort || (isLast && page.offset === this.#start.offset)) && unforeseen <= 0
    if (isShort) return end - this.#state.again
    // All of it was pushed down by arrivals that the claimed total counts: further on by as many stands what was read last.
    const isPushedDown = change > 0 && foreseen + change >= distinct
    const target = isPushedDown ? page.offset + foreseen - 1 + change : (this.#state.putBackAt ?? 0) - 1
    if (target <= end) return end
    this.#state.again = 1
    this.#state.isEmptyTheEnd = false
    return target
  }

  /** Whether the walk follows a list that grows at its end as fast as it is read. */
  #isChasingArrivals(fresh: number, { change, isShort }: Reading): boolean {
    if (fresh > 0) this.#state.pagesOfArrivals = isShort && fresh <= change ? this.#state.pagesOfArrivals + 1 : 0
    return this.#state.pagesOfArrivals === pagesThatShowGrowth
  }

  get #found(): number {
    return this.#start.offset + this.#state.records + this.#state.rejected
  }

  /** Whether all that is claimed was found, apart from what arrived since the walk began. A smaller claim is wrong. */
  #isClaimReached(total: Option.Option<number>): boolean {
    if (this.#state.isClaimRefuted) return false
    return Option.exists(total, (claimed) => claimed === this.#found || claimed === this.#found + this.#state.arrived)
  }

  report(): PlainReport {
    const found = this.#state.records + this.#state.rejected
    return {
      records: this.#state.records,
      requests: this.#state.requests,
      duplicates: this.#state.duplicates,
      rejected: this.#state.rejected,
      claimedTotal: this.#state.claimedTotal,
      agrees: this.#state.isFinished
        ? Option.map(this.#state.claimedTotal, (claimed) => Math.max(0, claimed - this.#start.offset) === found)
        : Option.none(),
      forgotten: this.#seen.forgotten
    }
  }
}

/** What each page of a walk brought; a page is fetched when the reader needs it. */
export const newsOf = <Record extends Identified, E>(
  reader: PageReader<Record>,
  start: Ask,
  pageAt: (ask: Ask) => Effect.Effect<Page<Record>, E>
): Stream.Stream<News<Record>, E | WalkStalled> =>
  Stream.paginate(start, (ask) =>
    pageAt(ask).pipe(
      Effect.flatMap((page) => reader.read(page, ask)),
      Effect.map(([news, next]) => [[news], next] as const)
    )
  )
