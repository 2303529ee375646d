import { sha256 } from "./sha256.ts"
import type { ComplaintRow } from "./PlainComplaint.ts"

const separator = "\u001F"

const digestOf = (text: string): string => sha256(text).toString("hex", 0, 16)

/** Returns the values of a row as one text. Two rows are equal if their texts are. */
export const rowText = (row: ComplaintRow): string =>
  [
    row.companyPhoneNumber,
    row.createdDate,
    row.violationDate,
    row.consumerCity,
    row.consumerState,
    row.consumerAreaCode,
    row.subject,
    row.recordedMessageOrRobocall
  ].join(separator)

/** Returns the digest of a row's values. It is the id of the first row with these values. */
export const rowDigest = (row: ComplaintRow): string => digestOf(rowText(row))

/**
 * Derives ids for the rows of daily files, which have none.
 *
 * An id is a digest of the row's values and of its number among equal rows. It does not depend on the order of rows or columns,
 * and exact duplicates have different ids.
 *
 * **Source** docs/server.md, "Data".
 */
export class RowIds {
  readonly #equalRows = new Map<string, number>()

  /** Returns the id of the next row with these values. `digest` is their `rowDigest`. */
  next(row: ComplaintRow, digest = rowDigest(row)): string {
    const equalRows = this.#equalRows.get(digest) ?? 0
    this.#equalRows.set(digest, equalRows + 1)
    return equalRows === 0 ? digest : digestOf(`${rowText(row)}${separator}${equalRows}`)
  }
}
