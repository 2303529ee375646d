import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

export const PageRequest = Schema.Struct({ offset: Schema.Int, limit: Schema.Int })
export interface PageRequest extends Schema.Schema.Type<typeof PageRequest> {}

const PageSignature = Schema.Struct({ first: Schema.String, last: Schema.String, size: Schema.Int })
export interface PageSignature extends Schema.Schema.Type<typeof PageSignature> {}

const Total = Schema.mutableKey(Schema.NullOr(Schema.Int).pipe(Schema.withConstructorDefault(Effect.succeed(null))))
const Count = Schema.mutableKey(Schema.Int.pipe(Schema.withConstructorDefault(Effect.succeed(0))))
const Flag = Schema.mutableKey(Schema.Boolean.pipe(Schema.withConstructorDefault(Effect.succeed(false))))
const Text = Schema.mutableKey(Schema.optional(Schema.String))

/** The state of a walk except the seen records. Bookmarks store it as JSON. */
const WalkState = Schema.Struct({
  records: Count,
  requests: Count,
  duplicates: Count,
  rejected: Count,
  claimedTotal: Total,
  /** True once the reported total was contradicted, because it dropped or more records were found. It then no longer ends the walk. */
  isTotalRefuted: Flag,
  isFinished: Flag,
  largestPage: Count,
  /** The offset after the last record that was read, and the total reported with it. */
  end: Count,
  endTotal: Total,
  /** The last id that was read. */
  lastId: Text,
  lastNewPage: Schema.mutableKey(Schema.optional(PageSignature)),
  /** Number of seen records at the start of the requested page: 0 only for the first page. */
  expectedRepeats: Count,
  /** Number of pages in a row without any seen record, and without any new record. */
  pagesWithoutAnchor: Count,
  pagesWithoutNews: Count,
  /** Number of pages in a row with only seen records, before the last record that was read. */
  pagesPassed: Count,
  lastTail: Text,
  /** Number of distinct records on the page that ended with `lastTail`. Absent if that page was empty. */
  lastSize: Schema.mutableKey(Schema.optional(Schema.Int))
})
export interface WalkState extends Schema.Schema.Type<typeof WalkState> {}

export const initialWalkState = ({ offset }: PageRequest): WalkState => WalkState.make({ end: offset })

const otherVersion = "The bookmark is from another version of this package. Start the walk again."

/**
 * The position of a walk after a page, as plain JSON that a program can store. A later walk of the same query can resume from
 * it. Its members are private, except `version`.
 *
 * **Gotchas** the seen records are not part of it. To resume, a program must also store the ids in `WalkedPage.seen` of every page.
 */
export const Bookmark = Schema.Union([
  Schema.Struct({ version: Schema.Literal(1), state: WalkState, next: Schema.NullOr(PageRequest) })
]).annotate({ message: otherVersion })
export interface Bookmark extends Schema.Schema.Type<typeof Bookmark> {}

/** The position of an earlier walk: the bookmark of its last page, and the ids in `seen` of all its pages. */
export interface Resumption {
  readonly bookmark: Pick<Bookmark, "version">
  readonly seen: Iterable<string>
}
