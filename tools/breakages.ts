import { execFile } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { scenarios } from "@public-records/testing/scenarios"
import { type Breakage, breakages, breakSource } from "./breakages/Breakage.ts"
import { copyWorkspace } from "./breakages/workspaceCopy.ts"
import { exitWithUsageError, parseCommandLine, say } from "./commandLine.ts"
import { driversWith, executableFile } from "./drivers.ts"

const usage = `Usage: pnpm breakages [STATEMENT | FOLDER | WORD...] [--every-driver]

Makes mistakes in a copy of the sources, one at a time, and checks that the scenarios of a statement of docs/api.md, or a test, notice.
Tries every breakage of tools/breakages/list.txt, in about ten minutes, or those of a statement, of a folder, or with a word in their
name: pnpm breakages 33 apps/tui city

  --every-driver  run the scenarios in all drivers, instead of only the fastest ones that run the broken code

Exits with 1 if a breakage is not noticed, or if a scenario passes with every breakage of a statement that it claims to prove.`

const { positionals: words, values } = parseCommandLine(usage, {
  allowPositionals: true,
  options: { "every-driver": { type: "boolean", default: false } }
})

/** The number of concurrent copies. */
const workers = 2
/** A breakage that takes longer counts as not noticed. **Units** milliseconds. */
const timeout = 600_000

const driverNames = driversWith(executableFile).map(({ name }) => name)

/** Returns the drivers that run the broken code: the fastest ones, or all. */
const driversFor = ({ file }: Breakage): ReadonlyArray<string> => {
  if (file.startsWith("apps/tui/")) return driverNames.filter((name) => name.includes("terminal"))
  const isExecutable = file.startsWith("apps/cli/") || file.startsWith("packages/export/")
  if (isExecutable) return driverNames.filter((name) => name.includes("executable"))
  return values["every-driver"] ? driverNames : driverNames.filter((name) => name.includes("in process"))
}

/** The number of scenarios or tests that ran in a driver or a file, and the names of those that failed. */
interface Result {
  readonly driver: string
  readonly ran: number
  readonly red: ReadonlyArray<string>
}

const runNode = promisify(execFile)
const running = new AbortController()

/** Runs the scenarios or the test of a breakage in a copy, and restores the copy. */
const tryBreakage = async (breakage: Breakage, copy: string): Promise<ReadonlyArray<Result>> => {
  const { file, proof } = breakage
  const path = join(copy, file)
  const source = readFileSync(path, "utf8")
  const node = (file: string, ...args: ReadonlyArray<string>) =>
    runNode(process.execPath, [join(copy, file), ...args], {
      cwd: copy,
      // Not that of most machines: a time in the machine's zone differs from the same one in UTC.
      env: { ...process.env, TZ: "America/New_York", PUBLIC_RECORDS_TEST_PROGRAMS: "redis-server" },
      timeout,
      killSignal: "SIGKILL",
      signal: running.signal
    })
  writeFileSync(path, breakSource(breakage, source))
  try {
    if (/\D/.test(proof)) return [JSON.parse((await node("tools/breakages/runTest.ts", proof)).stdout)]
    const drivers = driversFor(breakage)
    if (drivers.some((name) => !name.includes("in process"))) await node("apps/cli/build.ts")
    const { stdout } = await node("tools/breakages/runScenarios.ts", proof, ...drivers)
    return stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
  } finally {
    writeFileSync(path, source)
  }
}

const isChosen = ({ file, name, proof }: Breakage): boolean =>
  words.length === 0 || words.some((word) => word === proof || file.startsWith(word) || name.includes(word))
const chosen = breakages.filter(isChosen)
if (chosen.length === 0) exitWithUsageError(`No breakage has this statement, folder or name: ${words.join(" ")}.`)

// Without a listener, a signal would leave the copies behind.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1))
process.prependListener("exit", () => running.abort())

const problems: Array<string> = []
/** Names of the failed scenarios and tests, by proof. */
const redByProof = new Map<string, ReadonlyArray<string>>()

const queue = [...chosen]
const work = async (): Promise<void> => {
  const copy = copyWorkspace()
  for (let breakage = queue.shift(); breakage !== undefined; breakage = queue.shift()) {
    const { file, name, proof } = breakage
    try {
      const results = await tryBreakage(breakage, copy)
      const counts = results.map(
        ({ driver, ran, red }) => `${red.length} of ${ran} ${driver.replace(/^the |,.*$/g, "")}`
      )
      say(`${proof} ${name} (${file}): ${counts.join(", ")}`)
      const red = results.flatMap((result) => result.red)
      if (red.length === 0) problems.push(`Not noticed: ${proof} ${name} (${file})`)
      redByProof.set(proof, [...(redByProof.get(proof) ?? []), ...red])
    } catch (error) {
      problems.push(`Not tried: ${proof} ${name} (${file}). ${String(error)}`)
    }
  }
}
await Promise.all(Array.from({ length: Math.min(workers, chosen.length) }, work))

/** Whether all breakages of a statement were tried. */
const isWhole = (statement: number): boolean =>
  breakages.every((breakage) => breakage.proof !== String(statement) || isChosen(breakage))
for (const { name, statements } of scenarios) {
  for (const statement of statements.filter(isWhole)) {
    if (redByProof.get(String(statement))?.includes(name) !== true) {
      problems.push(`Passes whatever is broken of statement ${statement}: ${name}`)
    }
  }
}
for (const problem of problems) say(problem)
say(`${chosen.length} breakages: ${problems.length === 0 ? "all are noticed" : `${problems.length} problems`}`)
process.exitCode = problems.length === 0 ? 0 : 1
