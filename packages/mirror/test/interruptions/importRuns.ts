import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import type { MirrorError } from "../../src/MirrorError.ts"
import { type Database, integer, text } from "../../src/store/Database.ts"
import { MirrorFile } from "../../src/store/MirrorFile.ts"
import { raw } from "../../src/store/sql.ts"
import { type VerifyDepth, verifyDays } from "../../src/store/verify.ts"
import { daily, row } from "../mirrors.ts"

const dates = ["06", "07", "08", "09"].map((day) => `2021-07-${day}`)

/** The number of rows of each day. The second version of a file has a few more. */
const rowsOfVersions = [3000, 3010] as const

/** Writes daily files of four days, each with as many rows. Returns their paths. */
const writeVersion = (folder: string, rows: number): ReadonlyArray<string> => {
  mkdirSync(folder, { recursive: true })
  return dates.map((date, index) => {
    const cells = Array.from({ length: rows }, (_, number) => ({
      created: `${date} 10:${String(number % 60).padStart(2, "0")}:00`,
      number: String(2_165_550_000 + number),
      city: `City ${number % 500}`
    }))
    const path = join(folder, `DNC_Complaint_Numbers_2021-07-${String(index + 7).padStart(2, "0")}.csv`)
    writeFileSync(path, daily(...cells.map(row)))
    return path
  })
}

/** Writes both versions of the daily files of four days. */
export const writeVersions = (folder: string): ReadonlyArray<ReadonlyArray<string>> =>
  rowsOfVersions.map((rows) => writeVersion(join(folder, `version ${rows}`), rows))

/** How a program ended. `lines` is the number of lines that it wrote after the first one. */
export interface ProgramRun {
  readonly code: number | null
  readonly stderr: string
  readonly lines: number
  /** The time from the first output to the end. */
  readonly millis: number
}

/** `maxBlocks` limits the size of a file, in 1024 bytes. */
interface RunOptions {
  readonly killAfter?: number
  readonly maxBlocks?: number
}

/** Runs a program of this folder in a process, and kills it after some time. */
export const runProgram = async (
  name: string,
  programArguments: ReadonlyArray<string>,
  { killAfter, maxBlocks }: RunOptions = {}
): Promise<ProgramRun> => {
  const line = [process.execPath, fileURLToPath(new URL(name, import.meta.url)), ...programArguments]
  const limited = ["bash", "-c", `ulimit -f ${maxBlocks} && exec "$@"`, "bash", ...line]
  const [command = "", ...args] = maxBlocks === undefined ? line : limited
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] })
  const closed = once(child, "close")
  const output = { stdout: "", stderr: "", began: performance.now() }
  child.stdout.once("data", () => (output.began = performance.now()))
  child.stdout.on("data", (bytes) => (output.stdout += String(bytes)))
  child.stderr.on("data", (bytes) => (output.stderr += String(bytes)))
  if (killAfter !== undefined) {
    // The time is counted from the first output, because a busy machine takes long to start a process.
    await Promise.race([once(child.stdout, "data"), closed])
    await setTimeout(killAfter)
    child.kill("SIGKILL")
  }
  const [code]: Array<number | null> = await closed
  const lines = output.stdout.split("\n").length - 2
  return { code: code ?? null, stderr: output.stderr, lines, millis: performance.now() - output.began }
}

export const runImport = (mirror: string, files: ReadonlyArray<string>, options?: RunOptions): Promise<ProgramRun> =>
  runProgram("importProgram.ts", [mirror, ...files], options)

/** Reads a mirror from one state of its file. */
export const readMirror = <A>(path: string, question: (db: Database) => Effect.Effect<A, MirrorError>): Promise<A> =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(MirrorFile.open(path, "read"), (file) => file.read(question))))

/** Returns the days whose number of rows is not that of a version. */
const wrongCounts = (db: Database, versions: ReadonlyArray<number>) =>
  Effect.map(db.rows(raw("select day, count(*) as records from calls group by day")), (rows) =>
    rows
      .filter((row) => !versions.includes(integer(row, "records")))
      .map((row) => `${text(row, "day")} has ${integer(row, "records")} rows`)
  )

const damages = (db: Database, depth: VerifyDepth) =>
  Effect.map(verifyDays(db, depth), ({ damaged, problems }) => [
    ...damaged.map(({ day, why }) => `${day}: ${why}`),
    ...problems
  ])

const problemsIn = (path: string, depth: VerifyDepth, versions: ReadonlyArray<number>) =>
  readMirror(path, (db) =>
    Effect.map(Effect.all([wrongCounts(db, versions), damages(db, depth)]), (found) => found.flat())
  )

/** Returns the days of a mirror that do not have the rows of one version, or others than the ledger says. */
export const tornDays = (
  path: string,
  versions: ReadonlyArray<number> = rowsOfVersions
): Promise<ReadonlyArray<string>> => problemsIn(path, "counts", versions)

/** Returns what is wrong with a mirror, from its ledger to its contents. */
export const problemsOf = (
  path: string,
  versions: ReadonlyArray<number> = rowsOfVersions
): Promise<ReadonlyArray<string>> => problemsIn(path, "contents", versions)

/** Returns the problems of a mirror that should have all rows of a version. */
export const incomplete = async (path: string, version: 0 | 1): Promise<ReadonlyArray<string>> => {
  const counted = await readMirror(path, (db) => db.first(raw("select count(*) as records from calls")))
  const [records, expected] = [integer(counted, "records"), dates.length * rowsOfVersions[version]]
  const isComplete = records === expected
  return [...(await problemsOf(path)), ...(isComplete ? [] : [`it has ${records} rows instead of ${expected}`])]
}
