import { grouped } from "@public-records/text/counts"
import type { Summary } from "../collection/Summary.ts"

/** How much of a result is loaded. A total is named only where the service told it. */
export const loadedLabel = ({ loaded, rowCount, isRowCountKnown }: Summary, isNarrow: boolean): string =>
  isRowCountKnown
    ? `${grouped(loaded)} of ${grouped(rowCount)} loaded`
    : `${grouped(loaded)} loaded, ${isNarrow ? "no total" : "total unknown"}`

/** Where the cursor is. Rows arranged here are counted among themselves. */
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

/**
 * A time of today, as the reader's clock shows it: `14:05`. **Units** milliseconds since 1970.
 *
 * **Gotchas** the first of these formats takes as long as a tenth of a start, so none is made before one is needed.
 */
export const clockOf = (at: number): string =>
  new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format(at)
