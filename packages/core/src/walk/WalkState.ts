import { Effect, Option, Schema } from "effect"

export const PageRequest = Schema.Struct({ offset: Schema.Int, limit: Schema.Int })
export interface PageRequest extends Schema.Schema.Type<typeof PageRequest> {}

const PageSignature = Schema.Struct({ first: Schema.String, last: Schema.String, size: Schema.Int })
export interface PageSignature extends Schema.Schema.Type<typeof PageSignature> {}

const Total = Schema.mutableKey(
  Schema.OptionFromNullOr(Schema.Int).pipe(Schema.withConstructorDefault(Effect.succeed(Option.none<number>())))
)
const Count = Schema.mutableKey(Schema.Int.pipe(Schema.withConstructorDefault(Effect.succeed(0))))
const Flag = Schema.mutableKey(Schema.Boolean.pipe(Schema.withConstructorDefault(Effect.succeed(false))))
const Text = Schema.mutableKey(Schema.optional(Schema.String))

/** Everything that a walk knows, except the ids that it saw. It can be written as JSON, so that a later walk can resume. */
const WalkState = Schema.Struct({
  records: Count,
  requests: Count,
  duplicates: Count,
  rejected: Count,
  claimedTotal: Total,
  /** Whether the walk found more records than the service reported, or the reported total fell. Then it no longer ends the walk. */
  isTotalRefuted: Flag,
  isFinished: Flag,
  largestPage: Count,
  /** The offset after the last record that was read, and the total that was reported with it. */
  end: Count,
  endTotal: Total,
  /** The last record that was read and has an id, and how many records without an id were read after it. */
  lastId: Text,
  unnamed: Count,
  lastNewPage: Schema.mutableKey(Schema.optional(PageSignature)),
  /** How many seen records the requested page should start with. If 0, an empty page ends the walk. */
  expectedRepeats: Count,
  /** Pages in a row without any seen record, and without any new record. */
  pagesWithoutAnchor: Count,
  pagesWithoutNews: Count,
  /** Pages in a row of seen records, on the way to the last one that was read. */
  pagesPassed: Count,
  lastTail: Text
})
export interface WalkState extends Schema.Schema.Type<typeof WalkState> {}

export const initialWalkState = ({ offset }: PageRequest): WalkState => WalkState.make({ end: offset })

const earlierVersion = "The bookmark was made by an earlier version of this package. Start the walk again."

/**
 * The position of a walk after a page, as JSON that a program can store. A later walk of the same query resumes from it.
 * **Gotchas** the ids that the walk saw are not in it. `WalkedPage.seen` has them page by page, and a walk that resumes needs
 * those of all pages before.
 */
export const Bookmark = Schema.Union([
  Schema.Struct({ version: Schema.Literal(2), state: WalkState, next: Schema.NullOr(PageRequest) })
]).annotate({ message: earlierVersion })
export interface Bookmark extends Schema.Schema.Type<typeof Bookmark> {}

/** The position of an earlier walk: the bookmark of its last page, and the ids that it saw, in their order. */
export interface Resumption {
  readonly bookmark: Bookmark
  readonly seen: Iterable<string>
}
