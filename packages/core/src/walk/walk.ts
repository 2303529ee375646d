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
import { defaultRememberedRecords, encodeSeen, maxRememberedRecords, minRememberedRecords, Seen } from "./Seen.ts"
import { Bookmark, type PageRequest, type Resumption } from "./WalkState.ts"
import { walkDays } from "./walkDays.ts"

/** A query for a page of a list. */
export interface WalkableQuery<Self> {
  readonly offset: number
  readonly limit: number
  readonly withOffset: (offset: number) => Self
  readonly withLimit: (limit: number) => Self
  /** Splits the query by the days of its range, if it has one. Only used for `concurrency`. */
  readonly byDay?: () => Option.Option<Iterable<{ readonly query: Self }>>
}

type ReadPage<Query, Record, E> = (query: Query) => Effect.Effect<IdentifiedPage<Record>, E>

/** Reads pages from `first` on, on demand. `isAsRequested` is whether a page starts with the requested record. */
const steps = <Query extends WalkableQuery<Query>, Record extends { readonly id: string }, E>(
  query: Query,
  readPage: ReadPage<Query, Record, E>,
  reader: AnchoredReader<Record>,
  first: PageRequest,
  onPage: (page: NewRecords<Record>) => Effect.Effect<void> = () => Effect.void
) =>
  Stream.paginate(first, (request) =>
    Effect.gen(function* () {
      const page = yield* readPage(query.withLimit(request.limit).withOffset(request.offset))
      const isAsRequested = reader.continuesIn(page)
      const [newRecords, next] = yield* reader.read(page, request)
      yield* onPage(newRecords)
      return [[{ ...newRecords, next, isAsRequested }], next] as const
    })
  )

const invalid = (name: string, rule: string, value: unknown): InvalidOptions =>
  new InvalidOptions({ message: `${name} must be ${rule}, not ${Predicate.isString(value) ? `"${value}"` : value}.` })

const checkOptions = (concurrency: number, remembered: number): Effect.Effect<void, InvalidOptions> => {
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
    return Effect.fail(invalid("concurrency", "an integer of 1 or more", concurrency))
  }
  if (Number.isSafeInteger(remembered) && remembered >= minRememberedRecords && remembered <= maxRememberedRecords) {
    return Effect.void
  }
  const rule = `an integer from ${minRememberedRecords} to ${maxRememberedRecords}`
  return Effect.fail(invalid("rememberedRecords", rule, remembered))
}

/** Returns the new records of one list, page by page. */
const walkList = <Query extends WalkableQuery<Query>, Record extends { readonly id: string }, E>(
  query: Query,
  readPage: ReadPage<Query, Record, E>,
  { onDropped, onRejected, onReport, rememberedRecords }: StreamOptions
): Stream.Stream<Array.NonEmptyReadonlyArray<Record>, E | WalkStalled> =>
  Stream.suspend(() => {
    const start = { offset: query.offset, limit: query.limit }
    const reader = new AnchoredReader<Record>(start, new Seen(rememberedRecords))
    const onPage = ({ rejected, dropped }: NewRecords<Record>) =>
      Effect.andThen(
        Effect.forEach(rejected, (one) => onRejected?.(one) ?? Effect.void, { discard: true }),
        Effect.forEach(dropped, (id) => onDropped?.(id) ?? Effect.void, { discard: true })
      )
    return steps(query, readPage, reader, start, onPage).pipe(
      Stream.map(({ records }) => records),
      Stream.filter(Array.isReadonlyArrayNonEmpty),
      Stream.ensuring(Effect.suspend(() => onReport?.(reader.report()) ?? Effect.void))
    )
  })

/**
 * Returns every record of a list once, even if its pages overlap, repeat or shift. Pages are read on demand.
 *
 * **Fails with** the errors of `readPage`, `WalkStalled` if the list shifts beyond recognition, and `InvalidOptions`.
 *
 * **Gotchas** the records of a page are emitted as one chunk, after `onRejected` and `onDropped` were called.
 *
 * **Source** docs/api.md, statements 38 to 47.
 */
export const walk = <Query extends WalkableQuery<Query>, Record extends { readonly id: string }, E>(
  query: Query,
  readPage: ReadPage<Query, Record, E>,
  options: StreamOptions = {}
): Stream.Stream<Record, E | InvalidOptions | WalkStalled> =>
  Stream.suspend(() => {
    const { concurrency = 1, onReport, rememberedRecords = defaultRememberedRecords } = options
    // The offset counts the records of the whole range, so such a query cannot be split.
    const days = concurrency > 1 && query.offset === 0 ? query.byDay?.() : undefined
    const pages =
      days !== undefined && Option.isSome(days)
        ? walkDays(days.value, concurrency, onReport, (day, onDayReport) =>
            walkList(day.query, readPage, { ...options, onReport: onDayReport })
          )
        : walkList(query, readPage, options)
    return Stream.unwrap(Effect.as(checkOptions(concurrency, rememberedRecords), pages))
  }).pipe(Stream.flattenArray)

/** The new records of a page, and the position of the walk after it. `report` includes the part before a walk was resumed. */
export interface WalkedPage<Record> extends Pick<NewRecords<Record>, "records" | "rejected"> {
  readonly report: WalkReport
  readonly bookmark: Bookmark
  /** Digests of this page's new records, 16 bytes each, Base64. Append them to the stored ones. */
  readonly seen: string
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

/** Adds the seen records of an earlier walk. Returns the problem of a position that cannot be used. */
const resumptionProblem = ({ bookmark, seen }: Resumption, into: Seen): string | undefined => {
  if (!isBookmark(bookmark))
    return "from.bookmark is not a bookmark, or from another version of this package. Start the walk again."
  const wrong = "from.seen must be the texts of WalkedPage.seen, one of each page, in an array."
  if (Predicate.isString(seen) || !Predicate.isIterable(seen)) return wrong
  for (const text of seen) if (!Predicate.isString(text) || !into.addEncoded(text)) return wrong
  return undefined
}

/**
 * Returns the pages of a walk, each with a bookmark. A walk that resumes from a bookmark returns the remaining pages.
 *
 * **Fails with** the errors of `readPage`, and `WalkStalled` if the list shifts beyond recognition, and `InvalidOptions` if `from` is not
 * from an earlier walk.
 *
 * **Source** docs/api.md, statements 38 to 47.
 */
export const walkPages = <Query extends WalkableQuery<Query>, Record extends { readonly id: string }, E>(
  query: Query,
  readPage: ReadPage<Query, Record, E>,
  { from, onReport }: PagesOptions = {}
): Stream.Stream<WalkedPage<Record>, E | InvalidOptions | WalkStalled> =>
  Stream.suspend((): Stream.Stream<WalkedPage<Record>, E | InvalidOptions | WalkStalled> => {
    const start = { offset: query.offset, limit: query.limit }
    const seen = new Seen()
    const problem = from && resumptionProblem(from, seen)
    if (problem !== undefined) return Stream.fail(new InvalidOptions({ message: problem }))
    const resumed = from && isBookmark(from.bookmark) ? from.bookmark : undefined
    const first = resumed === undefined ? start : resumed.next
    const reader = new AnchoredReader<Record>(start, seen, resumed?.state)
    const report = Effect.suspend(() => onReport?.(reader.report()) ?? Effect.void)
    const pages = first === null ? Stream.empty : steps(query, readPage, reader, first)
    let isResumed = from !== undefined
    return Stream.map(pages, ({ records, rejected, ids, next, isAsRequested }) => {
      const hasChanged = isResumed && !isAsRequested
      isResumed = false
      const bookmark = { version: 1, state: { ...reader.state }, next: Option.getOrNull(next) } as const
      return { records, rejected, report: reader.report(), bookmark, seen: encodeSeen(ids), hasChanged }
    }).pipe(Stream.ensuring(report))
  })
