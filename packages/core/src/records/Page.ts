import { Option, Predicate, Result, Schema } from "effect"
import { claimedTotal, type Envelope, writableJson } from "./Envelope.ts"
import { keepLink, type RewriteLink } from "./RecordLink.ts"

/**
 * A record that breaks the contract, with the reason and the record itself as parsed JSON.
 *
 * **Gotchas** `raw` and `reason` hold text from the service, so escape both before printing them to a terminal. `raw` can
 * always be written as JSON: numbers beyond what JavaScript holds are `null`, and a note replaces what is nested more than
 * 64 levels deep.
 *
 * **Source** docs/api.md, statement 13.
 */
export interface RejectedRecord {
  readonly reason: string
  readonly raw: unknown
}

/**
 * One page of a list.
 *
 * **Units** `offset` counts records from 0. `received` counts all records of the response, rejected ones included. `ids` has
 * the id of each of them, in the order of the response, and `undefined` for a record without one. `total` is the total that
 * the service reports, `None` if it reports none.
 *
 * **Source** docs/api.md, statements 5, 6 and 13.
 */
export interface Page<Record> {
  readonly records: ReadonlyArray<Record>
  readonly rejected: ReadonlyArray<RejectedRecord>
  readonly ids: ReadonlyArray<string | undefined>
  readonly offset: number
  readonly received: number
  readonly total: Option.Option<number>
}

/** Where the next page begins; nothing after an empty page, which ends every list. */
export const nextOffset = (page: Page<unknown>): Option.Option<number> =>
  page.received === 0 ? Option.none() : Option.some(page.offset + page.received)

/** Returns the id of a record as the service sent it, or `undefined` if it has none. */
export const idOf = (raw: unknown): string | undefined =>
  Predicate.hasProperty(raw, "id") && Predicate.isString(raw.id) && raw.id !== "" ? raw.id : undefined

/**
 * How the records of one collection are decoded.
 *
 * **Gotchas** `isWire` accepts nothing that `wire` rejects. It exists because a schema takes several times as long.
 */
export interface RecordDecoder<Wire, Record> {
  /** Decides what is a record, and why something is not one. */
  readonly wire: Schema.Decoder<Wire>
  /** Whether something is certainly a record. If not, `wire` decides. */
  readonly isWire: (raw: unknown) => raw is Wire
  /** Returns the record as callers get it. */
  readonly read: (wire: Wire, rewriteLink: RewriteLink) => Record
}

/**
 * Makes the page at `offset` of an answer: each record decoded by itself, so that a bad one costs only itself. Links stay as
 * they came unless a way to rewrite them is given.
 */
export const decodePage = <Wire, Record>(
  { wire, isWire, read }: RecordDecoder<Wire, Record>,
  rewriteLink: RewriteLink = keepLink
): ((envelope: Envelope, offset: number) => Page<Record>) => {
  const decode = Schema.decodeUnknownResult(wire)
  return (envelope, offset) => {
    const records: Array<Record> = []
    const rejected: Array<RejectedRecord> = []
    for (const raw of envelope.data) {
      if (isWire(raw)) {
        records.push(read(raw, rewriteLink))
        continue
      }
      const decoded = decode(raw)
      if (Result.isSuccess(decoded)) records.push(read(decoded.success, rewriteLink))
      else rejected.push({ reason: decoded.failure.message, raw: writableJson(raw) })
    }
    const ids = envelope.data.map(idOf)
    return { records, rejected, ids, offset, received: ids.length, total: claimedTotal(envelope) }
  }
}
