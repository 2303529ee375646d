import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Envelope, writableJson } from "./Envelope.ts"
import type { RewriteLink } from "./RecordLink.ts"

/**
 * An invalid record as parsed JSON, and the reason. Any program can write `raw`: infinite numbers are `null`, and a note
 * replaces the levels below the 64th.
 *
 * **Gotchas** escape both before printing them to a terminal.
 *
 * **Source** docs/api.md, statement 13.
 */
export interface RejectedRecord {
  /** The violated rule. */
  readonly reason: string
  /** The record as parsed JSON. */
  readonly raw: unknown
}

/**
 * One page of a list: a plain object, all of which `structuredClone` and JSON preserve.
 *
 * **Source** docs/api.md, statements 5, 6 and 13.
 */
export interface Page<Record> {
  /** The valid records, in the order of the query. */
  readonly records: ReadonlyArray<Record>
  /** The records that violate the service's documentation. */
  readonly rejected: ReadonlyArray<RejectedRecord>
  /** The number of records before the page. */
  readonly offset: number
  /** The number of received records, including the rejected ones. */
  readonly received: number
  /** The offset of the next page. `null` after an empty page, which ends every list. */
  readonly nextOffset: number | null
  /** The total that the service reports, which may be wrong. `null` if it reports none. */
  readonly total: number | null
}

/** A page with the ids of its records, by which a walk recognizes duplicates. */
export interface IdentifiedPage<Record> extends Page<Record> {
  /** The ids of all received records in their order. */
  readonly ids: ReadonlyArray<string>
}

/** Creates a page from its records, and the ids of all received records. */
export const makePage = <Record>(
  page: Pick<IdentifiedPage<Record>, "records" | "rejected" | "ids" | "offset" | "total">
): IdentifiedPage<Record> => {
  const received = page.ids.length
  return { ...page, received, nextOffset: received === 0 ? null : page.offset + received }
}

/** Returns the page for callers, who need no ids. */
export const withoutIds = <Record>(page: IdentifiedPage<Record>): Page<Record> => {
  const { records, rejected, offset, received, nextOffset, total } = page
  return { records, rejected, offset, received, nextOffset, total }
}

/** Returns the ids of records as the service sent them. Without an id, it is the JSON of the record and a number among equal ones. */
export const idsOf = (data: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  return data.map((raw) => {
    if (Predicate.hasProperty(raw, "id") && Predicate.isString(raw.id) && raw.id !== "") return raw.id
    const json = JSON.stringify(writableJson(raw))
    const count = (counts.get(json) ?? 0) + 1
    counts.set(json, count)
    return `${json} ${count}`
  })
}

/** Whether a record sent this id itself. */
export const isOwnId = (id: string): boolean => !/ \d+$/.test(id)

const inOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, " ")

/** Returns a function that decodes an envelope as a page. Invalid records do not affect the others. */
export const decodePage = <Record extends { readonly link: string | null }>(
  schema: Schema.Decoder<Record>,
  rewriteLink: RewriteLink
): ((envelope: Envelope, offset: number) => IdentifiedPage<Record>) => {
  const decode = Schema.decodeUnknownResult(schema)
  return ({ data, total }, offset) => {
    const records: Array<Record> = []
    const rejected: Array<RejectedRecord> = []
    for (const raw of data) {
      const decoded = decode(raw)
      if (Result.isSuccess(decoded)) {
        const record = decoded.success
        records.push({ ...record, link: record.link === null ? null : rewriteLink(record.link) })
      } else rejected.push({ reason: inOneLine(decoded.failure.message), raw: writableJson(raw) })
    }
    return makePage({ records, rejected, ids: idsOf(data), offset, total })
  }
}
