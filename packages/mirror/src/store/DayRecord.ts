import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { rowText } from "@public-records/files/RowIds"
import { sha256 } from "@public-records/files/sha256"
import { canonicalRow } from "./canonicalRow.ts"

/** A complaint of a day, with the values that are derived from it. They are computed once, because they take most of the time of an import. */
export interface DayRecord {
  readonly received: PlainComplaint
  /** See `canonicalRow`. */
  readonly canonical: PlainComplaint
  /** The eight fields as one text. Two complaints are the same report if it is equal, whatever their ids and spellings. */
  readonly content: string
}

export const dayRecord = (received: PlainComplaint): DayRecord => {
  const canonical = canonicalRow(received)
  return { received, canonical, content: rowText(canonical) }
}

/** Returns the SHA-256 of the contents of a day, in hexadecimal. It does not depend on ids or on the order of records. */
export const digestOf = (records: ReadonlyArray<DayRecord>): string =>
  sha256(
    records
      .map(({ content }) => content)
      .toSorted()
      .join("\u001E")
  ).toString("hex")
