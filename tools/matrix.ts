import { scenarios } from "@public-records/testing/scenarios"
import { Option } from "effect"
import { exitWithUsageError, parseCommandLine, say } from "./commandLine.ts"
import { drivers } from "./drivers.ts"

const usage = `Usage: pnpm matrix [<name>] [--driver <name>]

Prints which driver runs each scenario (✓), and why it does not run the others (a letter, explained below the table).

  <name>           only scenarios with this part in their name
  --driver <name>  only drivers with this part in their name`

const { positionals, values } = parseCommandLine(usage, {
  allowPositionals: true,
  options: { driver: { type: "string", default: "" } }
})
const [name = ""] = positionals

const shownDrivers = drivers.filter((driver) => driver.name.includes(values.driver))
const shownScenarios = scenarios.filter((scenario) => scenario.name.includes(name))
if (shownDrivers.length === 0) exitWithUsageError(`No driver has "${values.driver}" in its name.`)
if (shownScenarios.length === 0) exitWithUsageError(`No scenario has "${name}" in its name.`)

const rows = shownScenarios.map((scenario) => ({
  name: scenario.name,
  reasons: shownDrivers.map(({ unsupported }) => Option.getOrUndefined(unsupported(scenario)))
}))
const reasons = [...new Set(rows.flatMap((row) => row.reasons))].filter((reason) => reason !== undefined)
const letters = new Map(reasons.map((reason, index) => [reason, String.fromCodePoint(97 + index)]))

for (const [index, driver] of shownDrivers.entries()) {
  const count = rows.filter((row) => row.reasons[index] === undefined).length
  say(`${index + 1} ${driver.name}: ${count} of ${rows.length}`)
}
say("")
say(`${shownDrivers.map((_, index) => index + 1).join(" ")}  scenario`)
for (const row of rows) {
  say(`${row.reasons.map((reason) => (reason === undefined ? "✓" : letters.get(reason))).join(" ")}  ${row.name}`)
}
if (letters.size > 0) say("")
for (const [reason, letter] of letters) say(`${letter} ${reason}`)
