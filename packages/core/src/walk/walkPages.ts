import { Effect, Option, Stream } from "effect"
import { AnchoredReader, type Identified } from "./AnchoredReader.ts"
import { type Bookmark, type Resumption } from "./Bookmark.ts"
import { type Page, type RejectedRecord } from "../records/Page.ts"
import { type WalkStalled } from "../PublicRecordsError.ts"
import { Seen } from "./Seen.ts"
import { type WalkableQuery } from "./walk.ts"
import { type WalkReport } from "../WalkReport.ts"

/**
 * The new records of a page, and the position of the walk after it.
 *
 * **Units** `report` counts the whole walk, including the part before it was resumed.
 */
export interface WalkedPage<Record> {
  readonly records: ReadonlyArray<Record>
  readonly rejected: ReadonlyArray<RejectedRecord>
  readonly report: WalkReport
  readonly bookmark: Bookmark
  /** The ids that this page added to those that the walk saw. */
  readonly seen: ReadonlyArray<string>
  /** Whether the walk resumed with this page, and the list had changed in the meantime. */
  readonly hasChanged: boolean
}

/** How pages are walked. */
export interface PagesOptions {
  /** The position of an earlier walk of the same query. Without it, the walk begins at the start. */
  readonly from?: Resumption | undefined
}

/**
 * Returns the pages of a walk, each with a bookmark. A walk that resumes from a bookmark returns the remaining pages.
 *
 * **Fails with** what `readPage` fails with, and `WalkStalled` if the list shifts beyond recognition.
 *
 * **Source** docs/api.md, statements 38 to 47.
 */
export const walkPages = <Query extends WalkableQuery<Query>, Record extends Identified, E>(
  query: Query,
  readPage: (query: Query) => Effect.Effect<Page<Record>, E>,
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
    return Stream.paginate(first, (request) =>
      Effect.gen(function* () {
        const page = yield* readPage(query.withLimit(request.limit).withOffset(request.offset))
        const hasChanged = isResumed && !reader.continuesIn(page)
        isResumed = false
        const [{ records, rejected, ids: seen }, next] = yield* reader.read(page, request)
        const bookmark = { version: 2, state: { ...reader.state }, next: Option.getOrNull(next) } as const
        return [[{ records, rejected, report: reader.report(), bookmark, seen, hasChanged }], next] as const
      })
    )
  })
