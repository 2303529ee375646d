import { Option, Predicate, Result, Schema } from "effect"
import { claimedTotal, type Envelope, writableJson } from "./Envelope.ts"
import { keepLink, type RewriteLink } from "./RecordLink.ts"

/**
 * An invalid record as parsed JSON, and the reason. Escape both before printing them to a terminal. `raw` can always be written
 * as JSON: `null` replaces infinite numbers, and a note replaces the levels below the 64th.
 * **Source** docs/api.md, statement 13.
 */
export interface RejectedRecord {
  readonly reason: string
  readonly raw: unknown
}

/**
 * One page of a list. `offset` counts records from 0. `received` counts all records of the response, also rejected ones. `ids`
 * has the id of each of them in the order of the response, and `undefined` for a record without one. `total` is the total that
 * the service reports, `None` if it reports none. **Source** docs/api.md, statements 5, 6 and 13.
 */
export interface Page<Record> {
  readonly records: ReadonlyArray<Record>
  readonly rejected: ReadonlyArray<RejectedRecord>
  readonly ids: ReadonlyArray<string | undefined>
  readonly offset: number
  readonly received: number
  readonly total: Option.Option<number>
}

/** Returns the offset of the next page, or `None` after an empty page, which ends every list. */
export const nextOffset = (page: Page<unknown>): Option.Option<number> =>
  page.received === 0 ? Option.none() : Option.some(page.offset + page.received)

/** Returns the id of a record as the service sent it, or `undefined` if it has none. */
export const idOf = (raw: unknown): string | undefined =>
  Predicate.hasProperty(raw, "id") && Predicate.isString(raw.id) && raw.id !== "" ? raw.id : undefined

/** Decodes the records of one collection. */
export interface RecordDecoder<Wire, Record> {
  readonly wire: Schema.Decoder<Wire>
  /** Whether something is certainly a record. If not, `wire` decides. This is several times faster than a schema. */
  readonly isWire: (raw: unknown) => raw is Wire
  readonly read: (wire: Wire, rewriteLink: RewriteLink) => Record
}

/** Makes a page of an envelope. Each record is decoded separately, so that an invalid one does not cost the others. */
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
