import { type Schema } from "effect"
import { type RewriteLink } from "./RecordLink.ts"

/**
 * How the records of one collection are read.
 *
 * **Gotchas** `isWire` says nothing that `wire` does not say: it is there because a schema takes several times as long.
 */
export interface RecordForm<Wire, Record> {
  /** What counts as a record, and why something is none. */
  readonly wire: Schema.Decoder<Wire>
  /** Whether something is certainly a record; where not, `wire` has the last word. */
  readonly isWire: (raw: unknown) => raw is Wire
  /** The record, as callers get it. */
  readonly read: (wire: Wire, rewriteLink: RewriteLink) => Record
}
