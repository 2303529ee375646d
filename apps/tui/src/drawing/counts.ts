import { counted, grouped } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { chipsText, lastChipText } from "../collection/facets.ts"
import type { Summary } from "../collection/labels.ts"

/** Returns the number of loaded rows, and the total if it is known. */
export const loadedLabel = ({ loaded, rowCount, isRowCountKnown }: Summary, isNarrow: boolean): string =>
  isRowCountKnown
    ? `${grouped(loaded)} of ${grouped(rowCount)} loaded`
    : `${grouped(loaded)} loaded, ${isNarrow ? "no total" : "total unknown"}`

/** Returns the row number of the cursor. If the rows are sorted locally, it is the position among them. */
export const rowLabel = (cursor: number, { rowCount, navigableRows, sorted, isRowCountKnown }: Summary): string => {
  if (sorted !== "")
    return navigableRows === 0 ? "no rows" : `row ${grouped(cursor + 1)} of ${grouped(navigableRows)} shown`
  if (rowCount === 0) return "no rows"
  return isRowCountKnown ? `row ${grouped(cursor + 1)} of ${grouped(rowCount)}` : `row ${grouped(cursor + 1)}`
}

const roomsOfChips = [60, 30, 18] as const

/** Describes the filter, with its facets as chips. The texts become shorter, and the last one only has the number of facets. */
export const filterTexts = ({ base, facets }: Summary): ReadonlyArray<string> => {
  if (facets.length === 0) return [base === "" ? " no filter" : ` ${safeText(base)}`]
  const start = base === "" ? "" : `${safeText(base)} `
  const chips = [
    ...roomsOfChips.map((room) => start + chipsText(facets, room)),
    ...roomsOfChips.map((room) => start + lastChipText(facets, room)),
    lastChipText(facets, 18),
    lastChipText(facets, 10)
  ]
  return [...chips.map((text) => ` ${text}`), ` ${counted(facets.length, "facet", "facets")}`]
}
