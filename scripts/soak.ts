/**
 * Long runs from seeds: schedules of faults against the client, in virtual time, and odd requests against the reference
 * server, in process and over a socket; exports that are killed, run out of disk, and lose their line.
 *
 * `pnpm soak` plays all of them; `pnpm soak --seed 7 --count 500` the schedules of the seeds 7 to 506;
 * `pnpm soak --only fuzz --seed 7 --count 1` one odd request, and `--only fuzz-socket` the same over a socket;
 * `pnpm soak --only scenarios --seed 7 --count 1` asks one scenario in every driver, with a fault that the seed draws;
 * `pnpm soak --only exports --seed 7 --count 20` kills an export of each format twenty times;
 * `pnpm soak --only races --seed 7 --count 500` starts two exports to one file 500 times. Each part ends with one line; exit 1
 * if something was wrong, with its seed and how to repeat it.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { raceExports } from "../apps/cli/test/interruptions/raceExports.ts"
import { serveRecords } from "../apps/cli/test/interruptions/ServedRecords.ts"
import { soakExports } from "../apps/cli/test/interruptions/soakExports.ts"
import { toldWrong } from "../packages/server/test/fuzz/FuzzReport.ts"
import { type FuzzSoak, soakInProcess, soakSocket } from "../packages/server/test/fuzz/soakFuzz.ts"
import { everyDriver } from "../packages/testing/src/soak/everyDriver.ts"
import { faultySeeds, playFaulty } from "../packages/testing/src/soak/faultyScenarios.ts"
import { seedsFrom, soak, told } from "../packages/testing/src/soak/soak.ts"

const maxWrongShown = 5
const progressEvery = 1000
const mostGrownMegabytes = 32
const longestMillis = 5_000

const counts = {
  schedules: 10_000,
  fuzz: 1_000_000,
  "fuzz-socket": 100_000,
  exports: 20,
  races: 500,
  scenarios: faultySeeds
} as const
type Part = keyof typeof counts

const isPart = (text: string): text is Part => Object.hasOwn(counts, text)

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const refuse = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}

const wholeNumber = (name: string, text: string): number =>
  /^\d{1,9}$/.test(text)
    ? Number(text)
    : refuse(`--${name} is a whole number, such as --${name} 500; "${text}" is none.`)

const playSchedules = async (first: number, count: number): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), "public-records-soak-"))
  const startedAt = performance.now()
  try {
    let shown = 0
    const { ends, wrong } = await soak(seedsFrom(first, count), folder, (played, wrong) => {
      if (wrong !== undefined && shown++ < maxWrongShown) say(told(wrong))
      if (played % progressEvery === 0 && played < count) say(`${played} of ${count} schedules`)
    })
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const sum = [...ends].toSorted(([, a], [, b]) => b - a).map(([name, times]) => `${times} ${name}`)
    say(
      `Seeds ${first} to ${first + count - 1} in ${seconds} s: ${count - wrong.length} right, ${wrong.length} wrong (${sum.join(", ")})`
    )
    return wrong.length === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const executableFile = fileURLToPath(new URL("../apps/cli/dist/public-records.js", import.meta.url))

const playScenarios = async (first: number, count: number): Promise<boolean> => {
  const startedAt = performance.now()
  const { asked, wrong } = await playFaulty(
    everyDriver(executableFile),
    seedsFrom(first, count),
    (played, problems) => {
      for (const problem of problems) say(problem)
      if (played % 100 === 0 && played < count) say(`${played} of ${count} scenarios`)
    }
  )
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  say(
    `scenarios: seeds ${first} to ${first + count - 1} in ${seconds} s: asked ${asked} times, ${asked - wrong} right, ${wrong} wrong`
  )
  return wrong === 0
}

const fuzzes = { fuzz: soakInProcess, "fuzz-socket": soakSocket } as const

/** What a long fuzz shows beyond single answers. */
const problemsOf = ({ grownMegabytes, isAsBefore, report }: FuzzSoak): ReadonlyArray<string> => [
  ...(isAsBefore ? [] : ["The server no longer answers the pages that it answered before."]),
  ...(grownMegabytes > mostGrownMegabytes ? [`The memory in use grew by ${Math.round(grownMegabytes)} MB.`] : []),
  ...(report.slowest.milliseconds > longestMillis ? [`The request of seed ${report.slowest.seed} took too long.`] : [])
]

const playFuzz = async (part: keyof typeof fuzzes, first: number, count: number): Promise<boolean> => {
  const startedAt = performance.now()
  const soaked = await fuzzes[part](first, count, (asked) => {
    if (count > progressEvery && asked < count) say(`${asked} of ${count} odd requests (${part})`)
  })
  const { grownMegabytes, report } = soaked
  const { slowest, wrong } = report
  for (const one of wrong.slice(0, maxWrongShown)) say(toldWrong(one, part))
  for (const problem of problemsOf(soaked)) say(problem)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  say(
    `${part}: seeds ${first} to ${first + count - 1} in ${seconds} s: ${count - wrong.length} right, ${wrong.length} wrong (${report.tally()}); slowest ${Math.round(slowest.milliseconds)} ms (seed ${slowest.seed}), memory ${grownMegabytes.toFixed(1)} MB more`
  )
  return wrong.length === 0 && problemsOf(soaked).length === 0
}

const playExports = async (seed: number, kills: number): Promise<boolean> => {
  if (spawnSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" }).status !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), "public-records-exports-"))
  const startedAt = performance.now()
  try {
    const { kills: killed, problems, untried } = await soakExports(seed, kills, folder)
    for (const problem of problems)
      say(`exports, seed ${seed}: ${problem}. Repeat it: pnpm soak --only exports --seed ${seed}`)
    for (const what of untried) say(`not tried: ${what}`)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    say(`exports: seed ${seed} in ${seconds} s: killed ${killed} times, filled and cut off; ${problems.length} wrong`)
    return problems.length === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const racedRecords = 3000

const playRaces = async (seed: number, rounds: number): Promise<boolean> => {
  if (spawnSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" }).status !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), "public-records-races-"))
  const startedAt = performance.now()
  const served = await serveRecords(racedRecords, seed)
  try {
    const problems = await raceExports({ served, folder, seed, format: "ndjson", kills: 0 }, rounds)
    for (const problem of problems) say(`races, ${problem}. Repeat it: pnpm soak --only races --seed ${seed}`)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    say(`races: seed ${seed} in ${seconds} s: ${rounds} rounds of two exports, ${problems.length} wrong`)
    return problems.length === 0
  } finally {
    await served.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const play = (part: Part, first: number, count: number): Promise<boolean> => {
  if (part === "schedules") return playSchedules(first, count)
  if (part === "scenarios") return playScenarios(first, count)
  if (part === "races") return playRaces(first, count)
  return part === "exports" ? playExports(first, count) : playFuzz(part, first, count)
}

const { values } = parseArgs({
  // pnpm hands on the "--" of "pnpm soak -- --seed 7".
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: { seed: { type: "string" }, count: { type: "string" }, only: { type: "string" } }
})
const first = wholeNumber("seed", values.seed ?? "1")

const partsAsked = (): ReadonlyArray<Part> => {
  // A seed without a part is one of a schedule.
  const only = values.only ?? (values.seed === undefined && values.count === undefined ? undefined : "schedules")
  if (only === undefined) return Object.keys(counts).filter(isPart)
  return isPart(only) ? [only] : refuse(`--only is one of ${Object.keys(counts).join(", ")}; "${only}" is none.`)
}

let isRight = true
for (const part of partsAsked()) {
  const count = values.count === undefined ? counts[part] : wholeNumber("count", values.count)
  const isPartRight = await play(part, first, count)
  isRight &&= isPartRight
}
process.exitCode = isRight ? 0 : 1
