/**
 * Puts bugs into core, the server, the executable and the terminal UI, one at a time, runs every scenario in every driver,
 * and shows in which drivers which scenarios go red.
 *
 * `pnpm --filter @public-records/testing bugs` tries all of them, `bugs core` those of one part, `bugs city` those with that word
 * in their name. It works on a copy of the sources; the working tree stays as it is. Exit 1 where nobody notices a bug, or where a
 * driver notices one that it cannot meet. A bug takes two minutes or so, and this is no part of `test`.
 */
import { Schema } from "effect"
import { spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { type Bug, bugs, type Part } from "./bugs/bugs.ts"
import { copyWorkspace } from "./bugs/workspaceCopy.ts"
import { brokenSource } from "./rules/Breakage.ts"
import { scenarios } from "../src/scenarios.ts"
import { refuse } from "./refuse.ts"

const DriverResult = Schema.fromJsonString(
  Schema.Struct({ driver: Schema.String, ran: Schema.Int, red: Schema.Array(Schema.Int) })
)
type DriverResult = typeof DriverResult.Type
const decodeResult = Schema.decodeUnknownSync(DriverResult)

/** Which drivers run the code of a part; the others must not notice its bugs. */
const meets: Readonly<Record<Part, (driver: string) => boolean>> = {
  core: (driver) => !/engine|raw requests/.test(driver),
  server: () => true,
  executable: (driver) => driver.includes("executable"),
  "terminal UI": (driver) => driver.includes("terminal")
}

/** Longer than all scenarios take with the worst of the bugs. **Units** milliseconds. */
const patience = 1_800_000

/** Runs a program of the copy to its end, and gives what it printed. */
const ran = (copy: string, folder: string, file: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file], { cwd: join(copy, folder), stdio: ["ignore", "pipe", "pipe"] })
    // Before the copy goes, or it would write into it again.
    process.prependOnceListener("exit", () => child.kill("SIGKILL"))
    const parts = { stdout: "", stderr: "" }
    child.stdout.setEncoding("utf8").on("data", (text: string) => (parts.stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (parts.stderr += text))
    const timer = setTimeout(() => child.kill("SIGKILL"), patience)
    child.on("close", (code) => {
      clearTimeout(timer)
      if (code === 0) resolve(parts.stdout)
      else reject(new Error(`${file} ended with ${code ?? "no exit code, too late"}. ${parts.stderr.slice(-2000)}`))
    })
  })

/** Every scenario in every driver, as the copy stands. */
const results = async (copy: string): Promise<ReadonlyArray<DriverResult>> => {
  await ran(copy, "apps/cli", "build.ts")
  const lines = await ran(copy, "packages/testing", "scripts/bugs/runScenarios.ts")
  return lines.split("\n").flatMap((line) => (line === "" ? [] : [decodeResult(line)]))
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const namesOf = (red: ReadonlyArray<number>): string => {
  const shown = red.slice(0, 3).map((place) => `"${scenarios[place]?.name ?? place}"`)
  return shown.join(", ") + (red.length > shown.length ? `, and ${red.length - shown.length} more` : "")
}

const problems: Array<string> = []
const rows: Array<readonly [name: string, ...cells: ReadonlyArray<string>]> = []

/** Tells what went red with a bug, or without one. */
const tell = (bug: Bug | undefined, drivers: ReadonlyArray<DriverResult>): void => {
  const name = bug === undefined ? "no bug" : `${bug.part}: ${bug.name}`
  say(name)
  for (const { driver, ran, red } of drivers) {
    say(`  ${`${red.length} of ${ran}`.padStart(10)} red  ${driver}${red.length === 0 ? "" : `: ${namesOf(red)}`}`)
    const mayBeRed = bug !== undefined && meets[bug.part](driver)
    if (red.length > 0 && !mayBeRed) problems.push(`${name}: ${driver} is red, and runs nothing of it.`)
  }
  rows.push([name, ...drivers.map(({ ran, red }) => `${red.length}/${ran}`)])
  const isNoticed = drivers.some(({ red }) => red.length > 0)
  if (bug !== undefined && !isNoticed) problems.push(`${name}: nobody notices it.`)
}

const words = process.argv.slice(2).filter((argument) => argument !== "--")
const chosen = bugs.filter(
  ({ name, part }) => words.length === 0 || words.some((word) => part === word || name.includes(word))
)
if (chosen.length === 0) {
  refuse(
    `No bug is named so: ${words.join(" ")}. There are ${bugs.map(({ name, part }) => `${part}: ${name}`).join("; ")}.`
  )
}
const copy = copyWorkspace()
const from = pathToFileURL(`${copy}/`)
// All of them before the first one takes its time.
const sources = chosen.map((bug) => ({
  bug,
  sound: brokenSource({ ...bug, rule: bug.name, changes: [] }, from),
  broken: brokenSource({ ...bug, rule: bug.name }, from)
}))

const whole = await results(copy)
tell(undefined, whole)
for (const { broken, bug, sound } of sources) {
  const path = join(copy, bug.file)
  writeFileSync(path, broken)
  try {
    tell(bug, await results(copy))
  } catch (error) {
    problems.push(`${bug.part}: ${bug.name}: cannot be tried. ${String(error)}`)
  }
  writeFileSync(path, sound)
}

const width = Math.max(...rows.map(([name]) => name.length))
say("")
for (const [column, { driver }] of whole.entries()) say(`${column + 1}  ${driver}`)
say("")
say(`${"red of run".padEnd(width)}  ${whole.map((_, column) => String(column + 1).padStart(8)).join("")}`)
for (const [name, ...cells] of rows) say(`${name.padEnd(width)}  ${cells.map((cell) => cell.padStart(8)).join("")}`)
say("")
for (const problem of problems) say(problem)
say(`${chosen.length} bugs put in: ${problems.length === 0 ? "each is noticed, where it can be" : "see above"}`)
process.exitCode = problems.length === 0 ? 0 : 1
