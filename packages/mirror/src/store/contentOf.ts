import type { ComplaintRow } from "@public-records/files/PlainComplaint"
import { rowText } from "@public-records/files/RowIds"
import { canonicalRow } from "./canonicalRow.ts"

/** Returns what a complaint says, as one text. Two complaints are the same report if it is equal, whatever their ids and spellings. */
export const contentOf = (complaint: ComplaintRow): string => rowText(canonicalRow(complaint))
