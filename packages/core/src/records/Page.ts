import { Option, Result, Schema } from "effect"
import { claimedTotal, type Envelope } from "./Envelope.ts"
import { type RecordForm } from "./RecordForm.ts"
import { keepLink, type RewriteLink } from "./RecordLink.ts"

/**
 * A record that breaks the contract: kept beside the good ones, with the reason and what came.
 *
 * **Gotchas** `raw` and `reason` hold text from the service; neither is safe for a terminal.
 *
 * **Source** decision 27.
 */
export interface RejectedRecord {
  readonly reason: string
  readonly raw: unknown
}

/**
 * One page of a list.
 *
 * **Units** `offset` counts records from 0; `received` all records of the answer, rejected ones included; `total` is the
 * service's claim, `None` where it says nothing.
 *
 * **Source** decisions 6, 7 and 27.
 */
export interface Page<Record> {
  readonly records: ReadonlyArray<Record>
  readonly rejected: ReadonlyArray<RejectedRecord>
  readonly offset: number
  readonly received: number
  readonly total: Option.Option<number>
}

/** Where the next page begins; nothing after an empty page, which ends every list. */
export const nextOffset = (page: Page<unknown>): Option.Option<number> =>
  page.received === 0 ? Option.none() : Option.some(page.offset + page.received)

/**
 * Makes the page at `offset` of an answer: each record decoded by itself, so that a bad one costs only itself. Links stay as
 * they came unless a way to rewrite them is given.
 */
export const pageOf = <Wire, Record>(
  { wire, isWire, read }: RecordForm<Wire, Record>,
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
      else rejected.push({ reason: decoded.failure.message, raw })
    }
    return { records, rejected, offset, received: envelope.data.length, total: claimedTotal(envelope) }
  }
}
