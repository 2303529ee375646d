import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { CallOptions, StreamOptions, WalkReport } from "../CallOptions.ts"
import { InvalidOptions, type WalkStalled } from "../PublicRecordsError.ts"
import type { IdentifiedPage } from "../records/Page.ts"
import { AnchoredReader, type NewRecords } from "./AnchoredReader.ts"
import { Bookmark, type PageRequest, type Resumption } from "./WalkState.ts"

/** A query for a page of a list. */
export interface WalkableQuery {
  readonly offset: number
  readonly limit: number
}

type ReadPage<Query, Record, E> = (query: Query) => Effect.Effect<IdentifiedPage<Record>, E>

/** Reads pages from `first` on, on demand. `isAsRequested` is whether a page starts with the requested record. */
const steps = <Query extends WalkableQuery, Record extends { readonly id: string }, E>(
  query: Query,
  readPage: ReadPage<Query, Record, E>,
  reader: AnchoredReader<Record>,
  first: PageRequest,
  onPage: (page: NewRecords<Record>) => Effect.Effect<void> = () => Effect.void
) =>
  Stream.paginate(first, (request) =>
    Effect.gen(function* () {
      const page = yield* readPage({ ...query, ...request })
      const isAsRequested = reader.continuesIn(page)
      const [newRecords, next] = yield* reader.read(page, request)
      yield* onPage(newRecords)
      return [[{ ...newRecords, next, isAsRequested }], next] as const
    })
  )

/**
 * Returns every record of a list once, even if its pages overlap, repeat or shift. Pages are read on demand.
 *
 * **Fails with** the errors of `readPage`, and `WalkStalled` if the list shifts beyond recognition.
 *
 * **Gotchas** the records of a page are emitted as one chunk, after `onRejected` was called. The walk remembers the ids of all
 * records until it ends, about 80 bytes each.
 *
 * **Source** docs/api.md, statements 38 to 47.
 */
export const walk = <Query extends WalkableQuery, Record extends { readonly id: string }, E>(
  query: Query,
  readPage: ReadPage<Query, Record, E>,
  { onRejected, onReport }: StreamOptions = {}
): Stream.Stream<Record, E | WalkStalled> =>
  Stream.suspend(() => {
    const start = { offset: query.offset, limit: query.limit }
    const reader = new AnchoredReader<Record>(start)
    const onPage = ({ rejected }: NewRecords<Record>) =>
      Effect.forEach(rejected, (one) => onRejected?.(one) ?? Effect.void, { discard: true })
    return steps(query, readPage, reader, start, onPage).pipe(
      Stream.map(({ records }) => records),
      Stream.filter(Array.isReadonlyArrayNonEmpty),
      Stream.ensuring(Effect.suspend(() => onReport?.(reader.report()) ?? Effect.void)),
      Stream.flattenArray
    )
  })

/** The new records of a page, and the position of the walk after it. `report` includes the part before a walk was resumed. */
export interface WalkedPage<Record> extends Pick<NewRecords<Record>, "records" | "rejected"> {
  readonly report: WalkReport
  readonly bookmark: Bookmark
  /** The ids of this page's new records, including the rejected ones. Append them to the stored ones. */
  readonly seen: ReadonlyArray<string>
  /** Whether the walk resumed with this page and the list had changed in the meantime. */
  readonly hasChanged: boolean
}

export interface PagesOptions extends CallOptions {
  /** The position of an earlier walk of the same query: no record is repeated or omitted. @default the start of the list */
  readonly from?: Resumption | undefined
  /** Called once with the report of the walk: when it ends, fails, or its consumer stops. */
  readonly onReport?: ((report: WalkReport) => Effect.Effect<void>) | undefined
}

const isBookmark = Schema.is(Bookmark)

const fail = (message: string): Stream.Stream<never, InvalidOptions> => Stream.fail(new InvalidOptions({ message }))

/** Returns the ids that an earlier walk read, or `undefined` if they are not strings. */
const seenIn = (seen: Iterable<unknown>): Set<string> | undefined => {
  if (Predicate.isString(seen) || !Predicate.isIterable(seen)) return undefined
  const ids = Array.fromIterable(seen)
  return ids.every(Predicate.isString) ? new Set(ids) : undefined
}

/**
 * Returns the pages of a walk, each with a bookmark. A walk that resumes from a bookmark returns the remaining pages.
 *
 * **Fails with** the errors of `readPage`, `WalkStalled` if the list shifts beyond recognition, and `InvalidOptions` if `from` is not
 * from an earlier walk.
 *
 * **Source** docs/api.md, statements 38 to 47.
 */
export const walkPages = <Query extends WalkableQuery, Record extends { readonly id: string }, E>(
  query: Query,
  readPage: ReadPage<Query, Record, E>,
  { from, onReport }: PagesOptions = {}
): Stream.Stream<WalkedPage<Record>, E | InvalidOptions | WalkStalled> =>
  Stream.suspend((): Stream.Stream<WalkedPage<Record>, E | InvalidOptions | WalkStalled> => {
    const start = { offset: query.offset, limit: query.limit }
    const resumed = from && isBookmark(from.bookmark) ? from.bookmark : undefined
    if (from !== undefined && resumed === undefined) {
      return fail("from.bookmark is not a bookmark, or from another version of this package. Start the walk again.")
    }
    const seen = from === undefined ? new Set<string>() : seenIn(from.seen)
    if (seen === undefined) return fail("from.seen must be the ids in WalkedPage.seen of all pages, in one array.")
    const first = resumed === undefined ? start : resumed.next
    const reader = new AnchoredReader<Record>(start, seen, resumed?.state)
    const report = Effect.suspend(() => onReport?.(reader.report()) ?? Effect.void)
    const pages = first === null ? Stream.empty : steps(query, readPage, reader, first)
    let isResumed = from !== undefined
    return Stream.map(pages, ({ records, rejected, ids, next, isAsRequested }) => {
      const hasChanged = isResumed && !isAsRequested
      isResumed = false
      const bookmark = { version: 1, state: { ...reader.state }, next: Option.getOrNull(next) } as const
      return { records, rejected, report: reader.report(), bookmark, seen: ids, hasChanged }
    }).pipe(Stream.ensuring(report))
  })
