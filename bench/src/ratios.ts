import { met, type Table } from "./Table.ts"
import { type PartFigures } from "./Figures.ts"

/** One ratio of a table, and in which direction it is better. */
interface Ratio {
  readonly part: string
  readonly what: string
  readonly value: number
  /** As the table has it, for example "at least 0.7". */
  readonly goal: string
  readonly met: string
}

/** The columns that hold a ratio. */
const ratioColumns = ["ratio"]
const columnsOfNames = ["what", "query"]

const cellsOf = (
  { columns }: Table,
  line: ReadonlyArray<string>,
  names: ReadonlyArray<string>
): ReadonlyArray<string> => line.filter((_, column) => names.includes(columns[column] ?? ""))

/** Every ratio of some figures. */
const ratiosOf = ({ part, table }: PartFigures): ReadonlyArray<Ratio> =>
  table.lines.flatMap((line) => {
    const [value = "-"] = cellsOf(table, line, ratioColumns)
    if (value === "-") return []
    const [goal = "stated"] = cellsOf(table, line, ["goal"])
    const [isMet = met(null)] = cellsOf(table, line, ["met"])
    return [{ part, what: cellsOf(table, line, columnsOfNames).join(", "), value: Number(value), goal, met: isMet }]
  })

/** All ratios of a run in one table. */
export const ratioTable = (figures: ReadonlyArray<PartFigures>): Table => ({
  title: "All ratios",
  columns: ["part", "what", "ratio", "goal", "met"],
  lines: figures.flatMap(ratiosOf).map(({ goal, met, part, value, what }) => [part, what, value.toFixed(2), goal, met])
})

/** How much worse than the kept one a ratio may be before `--check` says so: machines are busy in different ways. */
export const margin = 0.3

const isWorse = ({ goal, value }: Ratio, kept: number): boolean => {
  if (goal.startsWith("at least")) return value < kept * (1 - margin)
  return goal.startsWith("at most") && value > kept * (1 + margin)
}

/** Sentences about the ratios that are worse than the kept ones by more than the margin, goals that are only stated aside. */
export const regressions = (
  fresh: ReadonlyArray<PartFigures>,
  kept: ReadonlyArray<PartFigures>
): ReadonlyArray<string> => {
  const before = kept.flatMap(ratiosOf)
  return fresh.flatMap(ratiosOf).flatMap((ratio) => {
    const same = before.find(({ part, what }) => part === ratio.part && what === ratio.what)
    return same !== undefined && isWorse(ratio, same.value)
      ? [
          `${ratio.part}: "${ratio.what}" was ${same.value.toFixed(2)} and is ${ratio.value.toFixed(2)} (goal: ${ratio.goal}).`
        ]
      : []
  })
}
