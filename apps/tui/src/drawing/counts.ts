import { grouped } from "@public-records/text/counts"
import type { Summary } from "../collection/labels.ts"

/** Returns how many rows are loaded, and of how many if the service says so. */
export const loadedLabel = ({ loaded, rowCount, isRowCountKnown }: Summary, isNarrow: boolean): string =>
  isRowCountKnown
    ? `${grouped(loaded)} of ${grouped(rowCount)} loaded`
    : `${grouped(loaded)} loaded, ${isNarrow ? "no total" : "total unknown"}`

/** Returns the place of the cursor. Arranged rows are counted among themselves. */
export const rowLabel = (cursor: number, { rowCount, navigableRows, arranged, isRowCountKnown }: Summary): string => {
  if (arranged !== "")
    return navigableRows === 0 ? "no rows" : `row ${grouped(cursor + 1)} of ${grouped(navigableRows)} shown`
  if (rowCount === 0) return "no rows"
  return isRowCountKnown ? `row ${grouped(cursor + 1)} of ${grouped(rowCount)}` : `row ${grouped(cursor + 1)}`
}

const minute = 60

/** Seconds as a clock shows them: `01:05`. */
export const clockLabel = (seconds: number): string =>
  `${String(Math.floor(seconds / minute)).padStart(2, "0")}:${String(seconds % minute).padStart(2, "0")}`

/** Returns a time in milliseconds since 1970 as local time: `14:05`. The format is slow to make, so it is made on demand. */
export const clockOf = (at: number): string =>
  new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format(at)
