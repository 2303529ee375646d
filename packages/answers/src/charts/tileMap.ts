import { findState, states } from "@public-records/core"
import { shareText } from "@public-records/text/share"
import type { Chart, Slice } from "./Chart.ts"

/** A tile map of the states and Puerto Rico: a string per row, two letters per tile. Other territories have no tile. */
const grid: ReadonlyArray<string> = [
  "AK..................ME",
  "..................VTNH",
  "WAIDMTNDMNILWIMINYRIMA",
  "ORNVWYSDIAINOHPANJCT..",
  "CAUTCONEMOKYWVVAMDDE..",
  "..AZNMKSARTNNCSCDC....",
  "......OKLAMSALGA......",
  "HI....TX........FL..PR"
]

const tileRows = grid.map((row) => Array.from(row.matchAll(/../g), ([letters]) => letters.replaceAll(".", "")))
const tileCodes = new Set(tileRows.flat())

/** The least share of each shade in percent, and the label of the shade in a legend. Shade 0 is for states without a record. */
const shades = [
  { from: 10, label: "10 % or more" },
  { from: 5, label: "5 to 9 %" },
  { from: 2, label: "2 to 4 %" },
  { from: 0, label: "below 2 %" }
]

export const shadeLabels: ReadonlyArray<string> = ["none", ...shades.map(({ label }) => label).toReversed()]

/** A state on the map. */
export interface Tile {
  /** The postal code, or "" for a gap. */
  readonly code: string
  readonly slice: Slice | undefined
  /** The share as it is shown: `5 %`, `<1 %`, or `–` without a record. */
  readonly share: string
  /** An index of `shadeLabels`. */
  readonly shade: number
}

const postalCodes: ReadonlyMap<string, string> = new Map(states.map(({ name, postalCode }) => [name, postalCode]))
const codeOf = ({ key }: Slice): string => postalCodes.get(findState(key) ?? "") ?? ""

/** Returns the rows of the map, and the number of records that are not on it. */
export const tileMap = ({ slices, total }: Chart) => {
  const byCode = new Map(slices.filter(({ count }) => count > 0).map((slice) => [codeOf(slice), slice]))
  const rows = tileRows.map((codes) =>
    codes.map((code): Tile => {
      const slice = code === "" ? undefined : byCode.get(code)
      if (slice === undefined) return { code, slice, share: "–", shade: 0 }
      // The shade is that of the share as it is shown.
      const percent = slice.percent < 1 ? 0 : Math.round(slice.percent)
      const share = shareText(slice.count, total)
      return { code, slice, share, shade: shades.length - shades.findIndex(({ from }) => percent >= from) }
    })
  )
  const offMap = slices.reduce((sum, slice) => sum + (tileCodes.has(codeOf(slice) || "none") ? 0 : slice.count), 0)
  return { rows, offMap }
}
