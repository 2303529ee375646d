import { Schema } from "effect"
import { PageRequest, WalkState } from "./WalkState.ts"

/**
 * The position of a walk after a page, as JSON that a program can keep. A later walk of the same query resumes from it.
 *
 * **Gotchas** the ids that the walk saw are not in it. `WalkedPage.seen` has them page by page, and a walk that resumes needs
 * those of all pages before.
 */
export const Bookmark = Schema.Struct({
  version: Schema.Literal(2),
  state: WalkState,
  /** The next request, or `null` at the end of the walk. */
  next: Schema.NullOr(PageRequest)
})
export interface Bookmark extends Schema.Schema.Type<typeof Bookmark> {}

/** Where a walk resumes: the bookmark of its last page, and the ids that it saw, in their order. */
export interface Resumption {
  readonly bookmark: Bookmark
  readonly seen: Iterable<string>
}
