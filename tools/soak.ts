import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { raceExports } from "../apps/cli/test/interruptions/raceExports.ts"
import { serveRecords } from "../apps/cli/test/interruptions/ServedRecords.ts"
import { soakExports } from "../apps/cli/test/interruptions/soakExports.ts"
import { soakSyncs } from "../apps/cli/test/interruptions/soakSyncs.ts"
import { soakMirror } from "../packages/mirror/test/comparison/soakMirror.ts"
import { soakEngines } from "../packages/mirror/test/engines/soakEngines.ts"
import { soakImports } from "../packages/mirror/test/interruptions/soakImports.ts"
import { formatWrongResponse } from "../packages/server/test/fuzz/FuzzReport.ts"
import { soakInProcess, soakSocket } from "../packages/server/test/fuzz/soakFuzz.ts"
import { exitWithUsageError, parseCommandLine, say } from "./commandLine.ts"
import { driversWith, executableFile } from "./drivers.ts"
import { faultySeeds, runFaulty } from "./soak/faultyScenarios.ts"
import { seedsFrom, soak, formatFailedSchedule } from "./soak/schedules.ts"

const maxWrongShown = 10
const progressEvery = 1000
const maxGrownMegabytes = 32
const maxMilliseconds = 5_000
const racedRecords = 3000

/** Result of a part. */
interface Result {
  readonly summary: string
  readonly problems?: ReadonlyArray<string>
  /** Checks that are not possible on this machine. */
  readonly untried?: ReadonlyArray<string>
  /** The number of failed runs, if the part prints them. */
  readonly wrong?: number
}

/** Part of the soak, with the default number of seeds. */
interface Part {
  readonly count: number
  readonly run: (first: number, count: number, folder: string) => Promise<Result>
}

const runSchedules: Part["run"] = async (first, count, folder) => {
  let shown = 0
  const { ends, wrong } = await soak(seedsFrom(first, count), folder, (played, mistake) => {
    if (mistake !== undefined && shown++ < maxWrongShown) say(formatFailedSchedule(mistake))
    if (played % progressEvery === 0 && played < count) say(`${played} of ${count} schedules`)
  })
  const tally = [...ends].toSorted(([, a], [, b]) => b - a).map(([name, times]) => `${times} ${name}`)
  return { wrong: wrong.length, summary: tally.join(", ") }
}

const runScenarios: Part["run"] = async (first, count) => {
  const { calls, wrong } = await runFaulty(driversWith(executableFile), seedsFrom(first, count), (played, problems) => {
    for (const problem of problems) say(problem)
    if (played % 100 === 0 && played < count) say(`${played} of ${count} scenarios`)
  })
  return { wrong, summary: `${calls} calls` }
}

const runFuzz =
  (part: "fuzz" | "fuzz-socket", fuzz: typeof soakSocket): Part["run"] =>
  async (first, count) => {
    const { grownMegabytes, isAsBefore, report } = await fuzz(first, count, (sent) => {
      if (count > progressEvery && sent < count) say(`${sent} of ${count} malformed requests (${part})`)
    })
    const { slowest, wrong } = report
    for (const one of wrong.slice(0, maxWrongShown)) say(formatWrongResponse(one, part))
    const problems = [
      ...(isAsBefore ? [] : ["The server returns other pages than at the start."]),
      ...(grownMegabytes > maxGrownMegabytes ? [`Memory in use grew by ${Math.round(grownMegabytes)} MB.`] : []),
      ...(slowest.milliseconds > maxMilliseconds ? [`The request of seed ${slowest.seed} took too long.`] : [])
    ]
    for (const problem of problems) say(problem)
    const took = `slowest ${Math.round(slowest.milliseconds)} ms (seed ${slowest.seed})`
    return {
      wrong: wrong.length + problems.length,
      summary: `${report.tally()}; ${took}, memory ${grownMegabytes.toFixed(1)} MB more`
    }
  }

const runExports: Part["run"] = async (seed, count, folder) => {
  const { kills, problems, untried } = await soakExports(seed, count, folder)
  return { problems, untried, summary: `killed ${kills} times, disk filled and connection closed` }
}

const runRaces: Part["run"] = async (seed, rounds, folder) => {
  const served = await serveRecords(racedRecords, seed)
  try {
    const problems = await raceExports({ served, folder, seed, format: "ndjson", kills: 0 }, rounds)
    return { problems, summary: `${rounds} rounds of two exports to one file` }
  } finally {
    await served.close()
  }
}

const runMirror: Part["run"] = async (seed, count) => {
  const { compared, different } = await soakMirror(seed, count, (sent) => {
    if (sent % progressEvery === 0 && sent < count) say(`${sent} of ${count} queries to a mirror`)
  })
  return { problems: different, summary: `compared ${compared} records with the reference server` }
}

const runEngines: Part["run"] = async (seed, count, folder) => {
  const { absent, problems, summary } = await soakEngines(executableFile, seed, count, folder)
  return { problems, untried: absent.map((name) => `${name}, which is not installed`), summary }
}

const parts: ReadonlyMap<string, Part> = new Map<string, Part>([
  ["schedules", { count: 10_000, run: runSchedules }],
  ["fuzz", { count: 1_000_000, run: runFuzz("fuzz", soakInProcess) }],
  ["fuzz-socket", { count: 100_000, run: runFuzz("fuzz-socket", soakSocket) }],
  ["engines", { count: 150_000, run: runEngines }],
  ["exports", { count: 20, run: runExports }],
  ["imports", { count: 50, run: soakImports }],
  ["syncs", { count: 50, run: soakSyncs }],
  ["mirror", { count: 10_000, run: runMirror }],
  ["races", { count: 500, run: runRaces }],
  ["scenarios", { count: faultySeeds, run: runScenarios }]
])

const wholeNumber = (name: string, text: string): number =>
  /^\d{1,9}$/.test(text)
    ? Number(text)
    : exitWithUsageError(`--${name} is "${text}"; it must be an integer, such as 500.`)

const usage = `Usage: pnpm soak [--only PART] [--seed N] [--count N]

Builds, and runs all parts with random input from seeds. Each part ends with a summary line. A violation is printed with the command that
reproduces it.

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

for (const [name, part] of chosen) {
  const count = values.count === undefined ? part.count : wholeNumber("count", values.count)
  const folder = mkdtempSync(join(tmpdir(), "public-records-soak-"))
  const startedAt = performance.now()
  try {
    const { problems = [], summary, untried = [], wrong = problems.length } = await part.run(first, count, folder)
    for (const problem of problems.slice(0, maxWrongShown))
      say(`${problem}. Repeat it: pnpm soak --only ${name} --seed ${first}`)
    for (const what of untried) say(`not tried: ${what}`)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    say(`${name}, seed ${first}, count ${count}, ${seconds} s: ${wrong} wrong (${summary})`)
    if (wrong > 0) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
