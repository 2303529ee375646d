import { Schema } from "effect"
import { Ask, WalkState } from "./WalkState.ts"

/**
 * Where a walk was left, as JSON that a program may keep: a later walk of the same query goes on from there.
 *
 * **Gotchas** the records that were met are not in it; `WalkedPage.met` has them, page by page, and a walk that goes on needs
 * those of all pages before.
 */
export const Bookmark = Schema.Struct({
  version: Schema.Literal(1),
  state: WalkState,
  /** The page that was read last, and a digest of its ids. */
  asked: Ask,
  page: Schema.String,
  /** The page that would be asked for next; nothing where the walk was at its end. */
  next: Schema.NullOr(Ask)
})
export interface Bookmark extends Schema.Schema.Type<typeof Bookmark> {}

/**
 * The records that a page brought and the walk had not met, as digests: 16 bytes each.
 *
 * **Units** `withId` holds records by their id, `withoutId` rejected ones by their JSON.
 */
export interface MetRecords {
  readonly withId: Uint8Array
  readonly withoutId: Uint8Array
}

/** What a walk needs that goes on from where another was left. */
export interface Resumption {
  readonly bookmark: Bookmark
  /** What the pages before brought, in their order. */
  readonly met: Iterable<MetRecords>
}
