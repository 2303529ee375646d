import { Option } from "effect"
import { scenarios } from "@public-records/testing/scenarios"
import { parseCommandLine, say } from "./commandLine.ts"
import { driversWith, executableFile } from "./drivers.ts"

const usage = `Usage: pnpm matrix

Prints which driver runs which scenario, why the others do not, and which statements of docs/api.md it proves.`

parseCommandLine(usage, {})

const drivers = driversWith(executableFile)

const reasons: Array<string> = []
const letterOf = (index: number): string => String.fromCharCode("a".charCodeAt(0) + index)
const letterFor = (reason: string): string => {
  if (!reasons.includes(reason)) reasons.push(reason)
  return letterOf(reasons.indexOf(reason))
}

const rows = scenarios.map((scenario) => ({
  name: scenario.name,
  statements: scenario.statements.join(", "),
  cells: drivers.map(({ unsupported }) => Option.match(unsupported(scenario), { onNone: () => "●", onSome: letterFor }))
}))
const width = Math.max(...rows.map(({ name }) => name.length))
const countOf = (column: number): number => rows.filter(({ cells }) => cells[column] === "●").length

const lines = [
  `${"".padEnd(width)}  ${drivers.map((_, column) => column + 1).join(" ")}`,
  ...rows.map(({ name, cells, statements }) => `${name.padEnd(width)}  ${cells.join(" ")}  ${statements}`),
  "",
  ...drivers.map(({ name }, column) => `${column + 1}  ${name}: ${countOf(column)} of ${scenarios.length}`),
  "",
  "●  runs",
  ...reasons.map((reason, index) => `${letterOf(index)}  ${reason}`)
]
say(lines.join("\n"))
