import { Effect, Option, Predicate, Stream } from "effect"
import { nextOffset, type Page, type RejectedRecord } from "./Page.ts"
import { WalkStalled } from "./PublicRecordsError.ts"

const maxPagesWithoutNews = 3

/**
 * What a walk did.
 *
 * **Units** `records`, `duplicates` and `rejected` count records, `requests` pages. `claimedTotal` is the service's last
 * claim; `agrees` says whether the walk found just as many, `None` where the service claimed nothing or the walk was
 * left before its end.
 *
 * **Source** decisions, "The rules of a walk", 6.
 */
export interface WalkReport {
  readonly records: number
  readonly requests: number
  readonly duplicates: number
  readonly rejected: number
  readonly claimedTotal: Option.Option<number>
  readonly agrees: Option.Option<boolean>
}

/** Where a walk begins and how large its pages are. */
export interface WalkStart {
  readonly offset: number
  readonly limit: number
}

/** A record that can be told from others. */
interface Identified {
  readonly id: string
}

/** The identity of a rejected record: its id, or its JSON where it has none. */
const rejectedId = ({ raw }: RejectedRecord): string =>
  Predicate.hasProperty(raw, "id") && Predicate.isString(raw.id) && raw.id !== "" ? raw.id : JSON.stringify(raw)

/** One walk under way: what was seen, and what the rules make of the next page. */
class Walk<Record extends Identified> {
  readonly #start: WalkStart
  readonly #seen = new Set<string>()
  #records = 0
  #requests = 0
  #duplicates = 0
  #rejected = 0
  #largestPage = 0
  #pagesWithoutNews = 0
  #movedUp = 0
  #readAgain = 0
  #claimedTotal: Option.Option<number> = Option.none()
  #isFinished = false

  constructor(start: WalkStart) {
    this.#start = start
  }

  #isNew(id: string): boolean {
    const before = this.#seen.size
    return this.#seen.add(id).size > before
  }

  /**
   * The records of a page that the walk had not seen. Where the claimed total fell, records moved up past the reader: the
   * page is put back unread, and the next one begins so much earlier.
   *
   * Known records in a page have one of two causes. New records pushed them down: then the total grew by as many, and the
   * page ends where it should. Or the page overlaps an earlier one: then it may end that much too early, and the next one
   * begins there.
   */
  take(page: Page<Record>): ReadonlyArray<Record> {
    this.#requests++
    const growth = this.#growthTo(page.total)
    this.#movedUp = Math.min(Math.max(0, -growth), page.offset - this.#start.offset)
    this.#claimedTotal = Option.orElse(page.total, () => this.#claimedTotal)
    if (this.#movedUp > 0) {
      this.#pagesWithoutNews++
      return []
    }
    const fresh = page.records.filter(({ id }) => this.#isNew(id))
    const rejected = page.rejected.filter((record) => this.#isNew(rejectedId(record))).length
    this.#records += fresh.length
    this.#rejected += rejected
    const known = page.received - fresh.length - rejected
    this.#duplicates += known
    this.#readAgain = Math.max(0, known - Math.max(0, growth))
    this.#pagesWithoutNews = fresh.length + rejected === 0 ? this.#pagesWithoutNews + 1 : 0
    return fresh
  }

  /** Where the next page begins; nothing at the end of the walk. */
  next(page: Page<Record>): Effect.Effect<Option.Option<number>, WalkStalled> {
    const isShort = page.received < (this.#largestPage === 0 ? this.#start.limit : this.#largestPage)
    this.#largestPage = Math.max(this.#largestPage, page.received)
    this.#isFinished = this.#movedUp === 0 && (page.received === 0 || (isShort && this.#hasClaimed(page.total)))
    if (this.#isFinished) return Effect.succeedNone
    if (this.#pagesWithoutNews === maxPagesWithoutNews) return Effect.fail(new WalkStalled({ offset: page.offset }))
    if (this.#movedUp > 0) return Effect.succeedSome(page.offset - this.#movedUp)
    const readAgain = this.#pagesWithoutNews > 0 ? 0 : this.#readAgain
    return Effect.succeed(Option.map(nextOffset(page), (offset) => offset - readAgain))
  }

  /** By how much the claimed total grew since the last page; below zero where it fell, and records moved up. */
  #growthTo(total: Option.Option<number>): number {
    return Option.getOrElse(
      Option.zipWith(this.#claimedTotal, total, (before, now) => now - before),
      () => 0
    )
  }

  #hasClaimed(total: Option.Option<number>): boolean {
    return Option.exists(total, (claimed) => this.#start.offset + this.#records + this.#rejected >= claimed)
  }

  report(): WalkReport {
    return {
      records: this.#records,
      requests: this.#requests,
      duplicates: this.#duplicates,
      rejected: this.#rejected,
      claimedTotal: this.#claimedTotal,
      agrees: this.#isFinished
        ? Option.map(
            this.#claimedTotal,
            (claimed) => Math.max(0, claimed - this.#start.offset) === this.#records + this.#rejected
          )
        : Option.none()
    }
  }
}

/**
 * Every record of a list once, though its pages overlap, repeat or come short; a page is fetched when the reader needs it.
 *
 * **Fails with** what a page fails with, and `WalkStalled` when three pages in a row bring nothing new.
 *
 * **Source** decisions, "The rules of a walk".
 */
export const walk = <Record extends Identified, E>(
  start: WalkStart,
  pageAt: (offset: number) => Effect.Effect<Page<Record>, E>,
  onReport: (report: WalkReport) => Effect.Effect<void>
): Stream.Stream<Record, E | WalkStalled> =>
  Stream.suspend(() => {
    const underWay = new Walk<Record>(start)
    return Stream.paginate(start.offset, (offset) =>
      Effect.gen(function* () {
        const page = yield* pageAt(offset)
        const fresh = underWay.take(page)
        return [fresh, yield* underWay.next(page)] as const
      })
    ).pipe(Stream.ensuring(Effect.suspend(() => onReport(underWay.report()))))
  })
