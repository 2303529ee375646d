import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { StreamOptions, WalkReport } from "../CallOptions.ts"
import { InvalidOptions, type WalkStalled } from "../PublicRecordsError.ts"
import type { Page } from "../records/Page.ts"
import { AnchoredReader, type NewRecords } from "./AnchoredReader.ts"
import { defaultRememberedRecords, maxRememberedRecords, minRememberedRecords, Seen } from "./Seen.ts"
import type { Bookmark, PageRequest, Resumption } from "./WalkState.ts"

export interface WalkableQuery<Self> {
  readonly offset: number
  readonly limit: number
  readonly withOffset: (offset: number) => Self
  readonly withLimit: (limit: number) => Self
}

type ReadPage<Query, Record, E> = (query: Query) => Effect.Effect<Page<Record>, E>

/** Reads pages from `first` on, on demand. `isAsRequested` is whether a page starts with the requested record. */
const steps = <Query extends WalkableQuery<Query>, Record extends { readonly id: string }, E>(
  query: Query,
  readPage: ReadPage<Query, Record, E>,
  reader: AnchoredReader<Record>,
  first: PageRequest
) =>
  Stream.paginate(first, (request) =>
    Effect.gen(function* () {
      const page = yield* readPage(query.withLimit(request.limit).withOffset(request.offset))
      const isAsRequested = reader.continuesIn(page)
      const [newRecords, next] = yield* reader.read(page, request)
      return [[{ ...newRecords, next, isAsRequested }], next] as const
    })
  )

const checkRemembered = (count: number): Effect.Effect<void, InvalidOptions> => {
  const isValid = Number.isSafeInteger(count) && count >= minRememberedRecords && count <= maxRememberedRecords
  if (isValid) return Effect.void
  const message = `rememberedRecords must be an integer from ${minRememberedRecords} to ${maxRememberedRecords}, not ${count}.`
  return Effect.fail(new InvalidOptions({ message }))
}

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
    const start = { offset: query.offset, limit: query.limit }
    const { onReport, rememberedRecords = defaultRememberedRecords } = options
    const { onDropped = () => Effect.void, onRejected = () => Effect.void } = options
    const reader = new AnchoredReader<Record>(start, new Seen(rememberedRecords))
    return Stream.fromEffectDrain(checkRemembered(rememberedRecords)).pipe(
      Stream.concat(steps(query, readPage, reader, start)),
      Stream.tap(({ rejected }) => Effect.forEach(rejected, onRejected, { discard: true })),
      Stream.tap(({ dropped }) => Effect.forEach(dropped, onDropped, { discard: true })),
      Stream.map(({ records }) => records),
      Stream.filter(Array.isReadonlyArrayNonEmpty),
      Stream.flattenArray,
      Stream.ensuring(Effect.suspend(() => onReport?.(reader.report()) ?? Effect.void))
    )
  })

/** The new records of a page, and the position of the walk after it. `report` includes the part before a walk was resumed. */
export interface WalkedPage<Record> extends Pick<NewRecords<Record>, "records" | "rejected"> {
  readonly report: WalkReport
  readonly bookmark: Bookmark
  /** The ids that this page added to the seen ids. */
  readonly seen: ReadonlyArray<string>
  /** Whether the walk resumed with this page and the list had changed in the meantime. */
  readonly hasChanged: boolean
}

export interface PagesOptions {
  /** The position of an earlier walk of the same query. @default the start of the list */
  readonly from?: Resumption | undefined
}

/**
 * Returns the pages of a walk, each with a bookmark. A walk that resumes from a bookmark returns the remaining pages.
 *
 * **Fails with** the errors of `readPage`, and `WalkStalled` if the list shifts beyond recognition.
 *
 * **Source** docs/api.md, statements 38 to 47.
 */
export const walkPages = <Query extends WalkableQuery<Query>, Record extends { readonly id: string }, E>(
  query: Query,
  readPage: ReadPage<Query, Record, E>,
  { from }: PagesOptions = {}
): Stream.Stream<WalkedPage<Record>, E | WalkStalled> =>
  Stream.suspend(() => {
    const start = { offset: query.offset, limit: query.limit }
    const first = from === undefined ? start : from.bookmark.next
    if (first === null) return Stream.empty
    const seenIds = new Seen()
    for (const id of from?.seen ?? []) seenIds.add(id)
    const reader = new AnchoredReader<Record>(start, seenIds, from?.bookmark.state)
    let isResumed = from !== undefined
    return Stream.map(steps(query, readPage, reader, first), ({ records, rejected, ids, next, isAsRequested }) => {
      const hasChanged = isResumed && !isAsRequested
      isResumed = false
      const bookmark = { version: 2, state: { ...reader.state }, next: Option.getOrNull(next) } as const
      return { records, rejected, report: reader.report(), bookmark, seen: ids, hasChanged }
    })
  })
