/** Prints which driver puts which scenario's question, why one does not, and which statements of `docs/api.md` it proves. */
import { Option } from "effect"
import { type Driver } from "../src/Driver.ts"
import { executable } from "../src/drivers/Executable.ts"
import { inProcess } from "../src/drivers/InProcess.ts"
import { promises } from "../src/drivers/Promises.ts"
import { engine, rawHttps } from "../src/drivers/RawRequests.ts"
import { terminal } from "../src/drivers/Terminal.ts"
import { scenarios } from "../src/scenarios.ts"

// Nothing is run here, so the two that drive a program need none.
const noProgram = ""
const drivers: ReadonlyArray<Driver> = [
  engine,
  inProcess,
  promises,
  rawHttps,
  executable(noProgram),
  terminal(noProgram)
]

const letterOf = (index: number): string => String.fromCharCode("a".charCodeAt(0) + index)

const reasons: Array<string> = []
const noteOf = (reason: string): string => {
  if (!reasons.includes(reason)) reasons.push(reason)
  return letterOf(reasons.indexOf(reason))
}

const lines = scenarios.map((scenario) => ({
  name: scenario.name,
  rule: `${scenario.rule} [${scenario.statements.join(", ")}]`,
  cells: drivers.map(({ cannot }) => Option.match(cannot(scenario), { onNone: () => "●", onSome: noteOf }))
}))

const width = Math.max(...lines.map(({ name }) => name.length))
const ran = drivers.map((_, column) => lines.filter(({ cells }) => cells[column] === "●").length)

const legend = [
  ...drivers.map(({ name }, column) => `${column + 1}  ${name}: ${ran[column] ?? 0} of ${scenarios.length}`),
  "",
  "●  it runs",
  ...reasons.map((reason, index) => `${letterOf(index)}  ${reason}`)
]

process.stdout.write(
  [
    `${"".padEnd(width)}  ${drivers.map((_, column) => column + 1).join(" ")}`,
    ...lines.map(({ name, cells, rule }) => `${name.padEnd(width)}  ${cells.join(" ")}  ${rule}`),
    "",
    ...legend,
    ""
  ].join("\n")
)
