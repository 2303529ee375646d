import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Effect, Option, Stream } from "effect"
import { type Bookmark, type MetRecords, type Resumption } from "./Bookmark.ts"
import { type Page, type RejectedRecord } from "../records/Page.ts"
import { type WalkStalled } from "../PublicRecordsError.ts"
import { type Identified, type News, PageReader } from "./PageReader.ts"
import { idOfRejected, SeenRecords } from "./SeenRecords.ts"
import { type PlainReport } from "../WalkReport.ts"
import { defaultRememberedRecords, type WalkableQuery } from "./walk.ts"
import { type Ask } from "./WalkState.ts"

/**
 * A page of a walk: what it brought, and where the walk was left after it.
 *
 * **Units** `report` counts the whole walk, what came before it was taken up again included.
 */
export interface WalkedPage<Record> {
  readonly records: ReadonlyArray<Record>
  readonly rejected: ReadonlyArray<RejectedRecord>
  readonly report: PlainReport
  readonly bookmark: Bookmark
  readonly met: MetRecords
  /** Whether the walk was taken up again with this page, and the page came otherwise than before. */
  readonly isMoved: boolean
}

/** How pages are walked. */
export interface PagesOptions {
  /** Where another walk of the same query was left; from the start without it. */
  readonly from?: Resumption | undefined
}

const digestLength = 32

const digestOf = ({ received, records, rejected }: Page<Identified>): string => {
  const ids = [...records.map(({ id }) => id), ...rejected.map((record) => idOfRejected(record) ?? "")]
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([received, ids])))).slice(0, digestLength)
}

/** Walks pages, and remembers what a bookmark needs. */
class BookmarkedWalk<Query extends WalkableQuery<Query>, Record extends Identified, E> {
  readonly #reader: PageReader<Record>
  readonly #seen = new SeenRecords(defaultRememberedRecords, { keepsJournal: true })
  readonly #pageAt: (ask: Ask) => Effect.Effect<Page<Record>, E>
  readonly #start: Ask
  readonly #from: Bookmark | undefined

  constructor(query: Query, pageOf: (query: Query) => Effect.Effect<Page<Record>, E>, from: Resumption | undefined) {
    this.#start = { offset: query.offset, limit: query.limit }
    this.#pageAt = ({ limit, offset }) => pageOf(query.withLimit(limit).withOffset(offset))
    this.#from = from?.bookmark
    for (const met of from?.met ?? []) this.#seen.restore(met)
    this.#reader = new PageReader(this.#start, this.#seen, from?.bookmark.state)
  }

  get pages(): Stream.Stream<WalkedPage<Record>, E | WalkStalled> {
    const from = this.#from
    if (from === undefined) return this.#pagesFrom(this.#start)
    const { next } = from
    if (next === null) return Stream.empty
    return Stream.unwrap(Effect.map(this.#pageAt(from.asked), (page) => this.#pagesAfter(from, next, page)))
  }

  /** What follows a bookmark, whose page was read again. */
  #pagesAfter(from: Bookmark, next: Ask, page: Page<Record>): Stream.Stream<WalkedPage<Record>, E | WalkStalled> {
    if (digestOf(page) === from.page) return this.#pagesFrom(next)
    this.#reader.returnTo(from.asked)
    return Stream.unwrap(
      Effect.map(this.#read(page, from.asked, true), ([walked, next]) => {
        const rest = Option.match(next, { onNone: () => Stream.empty, onSome: (ask) => this.#pagesFrom(ask) })
        return Stream.concat(Stream.make(walked), rest)
      })
    )
  }

  #pagesFrom(start: Ask): Stream.Stream<WalkedPage<Record>, E | WalkStalled> {
    return Stream.paginate(start, (ask) =>
      Effect.flatMap(this.#pageAt(ask), (page) =>
        Effect.map(this.#read(page, ask, false), ([walked, next]) => [[walked], next] as const)
      )
    )
  }

  #read(
    page: Page<Record>,
    asked: Ask,
    isMoved: boolean
  ): Effect.Effect<readonly [WalkedPage<Record>, Option.Option<Ask>], WalkStalled> {
    return Effect.map(this.#reader.read(page, asked), ([news, next]) => [
      this.#walked(
        news,
        { version: 1, state: { ...this.#reader.state }, asked, page: digestOf(page), next: Option.getOrNull(next) },
        isMoved
      ),
      next
    ])
  }

  #walked({ records, rejected }: News<Record>, bookmark: Bookmark, isMoved: boolean): WalkedPage<Record> {
    return { records, rejected, report: this.#reader.report(), bookmark, met: this.#seen.takeMet(), isMoved }
  }
}

/**
 * The pages of a walk, each with a bookmark: a walk that goes on from one brings what this one would have brought.
 *
 * The first request of a walk that goes on is the last page once more. Where it came otherwise, the walk goes back, or on,
 * to a record that it knows.
 *
 * **Fails with** what a page fails with, and `WalkStalled` when three pages in a row bring nothing new.
 *
 * **Source** decisions, "The rules of a walk"; interface, "export".
 */
export const walkPages = <Query extends WalkableQuery<Query>, Record extends Identified, E>(
  query: Query,
  pageOf: (query: Query) => Effect.Effect<Page<Record>, E>,
  { from }: PagesOptions = {}
): Stream.Stream<WalkedPage<Record>, E | WalkStalled> =>
  Stream.suspend(() => new BookmarkedWalk(query, pageOf, from).pages)
