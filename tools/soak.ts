import { processFolder } from "@public-records/testing/drivers/processFolder"
import { soakExports } from "../apps/cli/test/interruptions/soakExports.ts"
import { soakRaces } from "../apps/cli/test/interruptions/raceExports.ts"
import { soakSyncs } from "../apps/cli/test/interruptions/soakSyncs.ts"
import { soakMirror } from "../packages/mirror/test/comparison/soakMirror.ts"
import { soakEngines } from "../packages/mirror/test/engines/soakEngines.ts"
import { soakImports } from "../packages/mirror/test/interruptions/soakImports.ts"
import { soakInProcess, soakSocket } from "../packages/server/test/fuzz/soakFuzz.ts"
import { exitWithUsageError, parseCommandLine, say } from "./commandLine.ts"
import { drivers, executableFile } from "./drivers.ts"
import { faultySeeds, soakScenarios } from "./soak/faultyScenarios.ts"
import { seedsFrom, soakSchedules } from "./soak/schedules.ts"

const maxProblemsShown = 10

/** Result of a part. */
interface Result {
  readonly summary: string
  readonly problems: ReadonlyArray<string>
  /** Checks that are not possible on this machine. */
  readonly untried?: ReadonlyArray<string>
}

type Run = (first: number, count: number, folder: string, onProgress: (done: number) => void) => Promise<Result>

const playScenarios: Run = (first, count, _, onProgress) => soakScenarios(drivers, seedsFrom(first, count), onProgress)

/** Parts of the soak, with the default number of seeds, kills or rounds. */
const parts: ReadonlyMap<string, readonly [defaultCount: number, run: Run]> = new Map([
  ["schedules", [10_000, soakSchedules]],
  ["fuzz", [1_000_000, (first, count, _, onProgress) => soakInProcess(first, count, onProgress)]],
  ["fuzz-socket", [100_000, (first, count, _, onProgress) => soakSocket(first, count, onProgress)]],
  ["engines", [150_000, (seed, count, folder) => soakEngines(executableFile, seed, count, folder)]],
  ["exports", [20, soakExports]],
  ["imports", [50, soakImports]],
  ["syncs", [50, soakSyncs]],
  ["mirror", [10_000, (seed, count, _, onProgress) => soakMirror(seed, count, onProgress)]],
  ["races", [500, soakRaces]],
  ["scenarios", [faultySeeds, playScenarios]]
] satisfies ReadonlyArray<readonly [string, readonly [number, Run]]>)

const wholeNumber = (name: string, text: string): number =>
  /^\d{1,9}$/.test(text)
    ? Number(text)
    : exitWithUsageError(`--${name} is "${text}"; it must be an integer, such as 500.`)

const usage = `Usage: pnpm soak [--only PART] [--seed N] [--count N]

Builds, and runs all parts with random input from seeds. Each part ends with a summary line, after its first ten problems, and with the
command that repeats it. To repeat a problem that names a seed, use --seed with that number and --count 1.

  --only PART  run one part: ${[...parts.keys()].join(", ")}
               (default with --seed or --count: schedules)
  --seed N     the first seed (default: 1)
  --count N    the number of seeds, kills or rounds (default: that of the part)

"pnpm soak --seed 7 --count 500" runs the schedules of the seeds 7 to 506.`

const { values } = parseCommandLine(usage, {
  options: { seed: { type: "string" }, count: { type: "string" }, only: { type: "string" } }
})
// Schedules are the default part for a seed.
const only = values.only ?? (values.seed === undefined && values.count === undefined ? undefined : "schedules")
if (only !== undefined && !parts.has(only)) {
  exitWithUsageError(`--only is "${only}"; it must be one of ${[...parts.keys()].join(", ")}.`)
}
const chosen = [...parts].filter(([name]) => only === undefined || name === only)
const first = wholeNumber("seed", values.seed ?? "1")

for (const [name, [defaultCount, run]] of chosen) {
  const count = wholeNumber("count", values.count ?? String(defaultCount))
  const step = Math.max(100, Math.ceil(count / 10))
  const startedAt = performance.now()
  const onProgress = (done: number): void => {
    if (done % step === 0 && done < count) say(`${name}: ${done} of ${count}`)
  }
  const { problems, summary, untried = [] } = await run(first, count, processFolder(), onProgress)
  for (const problem of problems.slice(0, maxProblemsShown)) say(problem)
  for (const what of untried) say(`not tried: ${what}`)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  say(`${name}, seed ${first}, count ${count}, ${seconds} s: ${problems.length} wrong (${summary})`)
  if (problems.length === 0) continue
  say(`Repeat it: pnpm soak --only ${name} --seed ${first} --count ${count}`)
  process.exitCode = 1
}
