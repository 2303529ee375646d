import { deepStrictEqual } from "node:assert"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { transform } from "esbuild"
import { comparison, type Goal, type Row } from "../client/Row.ts"
import { benchKey, startWalkedService, walkedRecords } from "../client/walkedService.ts"
import { median } from "../median.ts"
import { met, type Table } from "../Table.ts"
import { builtExecutable } from "./builtExecutable.ts"
import { type ProgramRun, runProgram } from "./programRuns.ts"

const goal: Goal = { atMost: 1.6 }
const rounds = 12
const warmUp = 1

/** The script as JavaScript, so that reading its types costs it nothing. */
const writeScript = async (folder: string): Promise<string> => {
  const source = await readFile(new URL("programs/list.ts", import.meta.url), "utf8")
  const file = join(folder, "list.mjs")
  const { code } = await transform(source, { loader: "ts" })
  await writeFile(file, code)
  return file
}

/** The same list by both, and a Node.js that does nothing, in turns. */
interface Round {
  readonly ours: ProgramRun
  readonly script: ProgramRun
  readonly nothing: ProgramRun
}

const line = (
  what: string,
  measured: ReadonlyArray<Round>,
  of: (round: Round) => readonly [number, number],
  wanted: Goal
): Row => {
  const figure = (side: 0 | 1): string => `${median(measured.map((round) => of(round)[side])).toFixed(0)} ms`
  const ratio = median(measured.map((round) => of(round)[0] / of(round)[1]))
  return comparison(what, { ours: figure(0), peer: figure(1), ratio }, wanted)
}

/** The programs, and the environment in which both run. */
interface Contest {
  readonly ours: ReadonlyArray<string>
  readonly script: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string | undefined>>
}

const takeTurns = async ({ environment, ours, script }: Contest): Promise<ReadonlyArray<Round>> => {
  const measured: Array<Round> = []
  for (let round = 0; round < warmUp + rounds; round++) {
    const run = {
      ours: await runProgram(ours, environment),
      script: await runProgram(script, environment),
      nothing: await runProgram(["-e", "0"], environment)
    }
    // Nobody wins by doing less.
    if (round === 0) deepStrictEqual(run.ours.lines, run.script.lines)
    if (run.ours.lines.length !== walkedRecords) throw new Error(`Only ${run.ours.lines.length} records came.`)
    if (round >= warmUp) measured.push(run)
  }
  return measured
}

const rowsOf = (measured: ReadonlyArray<Round>): ReadonlyArray<Row> => [
  line(
    `list of ${walkedRecords.toLocaleString("en-US")} complaints, above node -e 0`,
    measured,
    ({ nothing, ours, script }) => [ours.millis - nothing.millis, script.millis - nothing.millis],
    goal
  ),
  line("the same, from start to end", measured, ({ ours, script }) => [ours.millis, script.millis], { stated: true })
]

/** Every complaint of a server in a process of its own, over loopback, as NDJSON into a pipe. */
export const listTable = async (): Promise<Table> => {
  const file = await builtExecutable()
  const folder = await mkdtemp(join(tmpdir(), "public-records-"))
  const { close, url } = await startWalkedService()
  const kept = { XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder }
  try {
    const measured = await takeTurns({
      ours: [file, "complaints", "list", "--all", "--format", "ndjson", "--base-url", url, "--allow-http"],
      script: [await writeScript(folder), url, benchKey],
      environment: { ...process.env, ...kept, PUBLIC_RECORDS_API_KEY: benchKey }
    })
    return {
      title: "The executable's list, beside a script with fetch, JSON.parse and JSON.stringify",
      columns: ["what", "ours", "peer", "ratio", "goal", "met"],
      lines: rowsOf(measured).map((row) => [row.what, row.ours, row.peer, row.ratio, row.goal, met(row.isMet)])
    }
  } finally {
    await close()
    await rm(folder, { recursive: true })
  }
}
