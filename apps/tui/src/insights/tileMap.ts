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

/** The postal codes of the tiles by row. An empty string is a gap. */
export const tileRows: ReadonlyArray<ReadonlyArray<string>> = grid.map((row) =>
  Array.from(row.matchAll(/../g), ([letters]) => letters.replaceAll(".", ""))
)

const shades: ReadonlyArray<{ readonly from: number; readonly shade: string }> = [
  { from: 10, shade: "█" },
  { from: 5, shade: "▓" },
  { from: 2, shade: "▒" },
  { from: 0, shade: "░" }
]

/** The legend of the shades and of the dot for a state without a record. */
export const shadeLegend = "░ <2 ▒ 2–4 ▓ 5–9 █ 10+ % · none"

/** Returns the shade of a share in percent. */
export const shadeOf = (percent: number): string => shades.find(({ from }) => percent >= from)?.shade ?? " "
