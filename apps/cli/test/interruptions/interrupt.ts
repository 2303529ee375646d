import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { ExportRuns, type Interruption } from "./ExportRuns.ts"
import { type ServedRecords } from "./ServedRecords.ts"

const formats = ["ndjson", "csv", "parquet"] as const
type Format = (typeof formats)[number]

/** What is interrupted: so many generated complaints, so often, at moments that the seed chooses. */
export interface InterruptedExport {
  readonly served: ServedRecords
  readonly folder: string
  readonly seed: number
  readonly format: Format
  readonly kills: number
}

/** What an interrupted export came to. */
export interface Interrupted {
  readonly kills: number
  /** How often the export was whole before it was interrupted. */
  readonly finished: number
  readonly problems: ReadonlyArray<string>
}

/** Fractions that look random and are the same for a seed. */
export const fractions = (seed: number): (() => number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One in so many kills comes while the program starts. */
const shareOfStarts = 0.15
const longestStartMillis = 400
const longestPageMillis = 4

const signals = ["SIGKILL", "SIGKILL", "SIGKILL", "SIGTERM", "SIGINT"] as const

/** What is beside a file of that name. */
const besides = (file: string): ReadonlyArray<string> =>
  readdirSync(dirname(file)).filter((name) => name.startsWith(`${basename(file)}.`) || name === `_${basename(file)}`)

/** Judges files against the one that an uninterrupted run wrote. */
export class Judge {
  readonly #expected: Buffer
  readonly problems: Array<string> = []

  constructor(whole: string) {
    this.#expected = readFileSync(whole)
  }

  finished(file: string, what: string): void {
    if (!existsSync(file)) return void this.problems.push(`${what}: there is no file`)
    if (!readFileSync(file).equals(this.#expected)) this.problems.push(`${what}: the file is another one`)
    if (besides(file).length > 0) this.problems.push(`${what}: ${besides(file).join(", ")} stays behind`)
  }

  unfinished(file: string, what: string): void {
    if (existsSync(file) && !readFileSync(file).equals(this.#expected)) {
      this.problems.push(`${what}: a file that is not whole has the name`)
    }
  }
}

export const nameOf = ({ folder, format, seed }: InterruptedExport, part: string): string =>
  join(folder, `${part}-${seed}.${format}`)

/** Writes the file that the others are measured against, unless it is there. */
export const wholeExport = async (asked: InterruptedExport, runs: ExportRuns): Promise<Judge> => {
  const file = nameOf(asked, "whole")
  const { code, stderr } = existsSync(file) ? { code: 0, stderr: "" } : await runs.run(file)
  if (code !== 0) throw new Error(`The export that nothing interrupts ended with ${code}: ${stderr}`)
  return new Judge(file)
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Moments of an export: while it starts, or when so much of it is written; each later than the one before. */
const momentsOf = ({ kills, seed }: InterruptedExport, partial: string, bytes: number): ReadonlyArray<Interruption> => {
  const fraction = fractions(seed)
  const shares = Array.from({ length: kills }, fraction).toSorted((one, other) => one - other)
  return shares.map((share) => {
    const signal = signals[Math.floor(fraction() * signals.length)] ?? "SIGKILL"
    const isAtStart = fraction() < shareOfStarts
    const target = share * bytes
    return isAtStart
      ? { signal, isNear: () => true, after: longestStartMillis * fraction() }
      : { signal, isNear: () => sizeOf(partial) >= target, after: longestPageMillis * fraction() }
  })
}

/** Kills exports at moments between their start and their end, and lets each go on until it is whole. */
export const killExports = async (asked: InterruptedExport): Promise<Interrupted> => {
  const runs = new ExportRuns(asked.served, [])
  const judge = await wholeExport(asked, runs)
  // A Parquet file is made of lines of JSON, which are what grows on the way.
  const lines: InterruptedExport = { ...asked, format: asked.format === "csv" ? "csv" : "ndjson" }
  await wholeExport(lines, runs)
  let finished = 0
  let file = nameOf(asked, "killed-0")
  for (const interruption of momentsOf(asked, `${file}.partial`, sizeOf(nameOf(lines, "whole")))) {
    const { code } = await runs.run(file, { interruption })
    const what = `${interruption.signal} (${asked.format}, seed ${asked.seed})`
    if (code !== 0) judge.unfinished(file, what)
    else {
      judge.finished(file, what)
      rmSync(file)
      finished++
    }
  }
  const { code, stderr } = await runs.run(file)
  if (code !== 0) judge.problems.push(`after ${asked.kills} kills the export ended with ${code}: ${stderr}`)
  judge.finished(file, `after ${asked.kills} kills`)
  return { kills: asked.kills, finished, problems: judge.problems }
}

/** Lets an export run into the largest file that it may write, and on when it may. */
export const fillLimit = async (asked: InterruptedExport): Promise<ReadonlyArray<string>> => {
  const runs = new ExportRuns(asked.served, [])
  const judge = await wholeExport(asked, runs)
  const file = nameOf(asked, "limited")
  const { code, stderr } = await runs.run(file, { limit: 64 })
  if (code !== 1 || !stderr.includes("EFBIG"))
    judge.problems.push(`at the limit the export ended with ${code}: ${stderr}`)
  judge.unfinished(file, "at the limit")
  const resumed = await runs.run(file)
  if (!resumed.stderr.includes("Resuming")) judge.problems.push(`it does not resume after the limit: ${resumed.stderr}`)
  judge.finished(file, "behind the limit")
  return judge.problems
}

/** Whether this process may mount a disk in memory. */
const mounted = (folder: string, size: string): boolean => {
  mkdirSync(folder, { recursive: true })
  return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder], { stdio: "ignore" }).status === 0
}

/** Fills a small disk, and goes on when there is room; nothing where no disk can be mounted. */
export const fillDisk = async (asked: InterruptedExport): Promise<ReadonlyArray<string> | undefined> => {
  const disk = join(asked.folder, "disk")
  if (!mounted(disk, "512k")) return undefined
  try {
    const runs = new ExportRuns(asked.served, [])
    const judge = await wholeExport(asked, runs)
    const file = join(disk, `full.${asked.format}`)
    for (const what of ["on a full disk", "on a disk that is still full"]) {
      const { code, stderr } = await runs.run(file)
      if (code !== 1 || !stderr.includes("ENOSPC"))
        judge.problems.push(`${what} the export ended with ${code}: ${stderr}`)
      judge.unfinished(file, what)
    }
    spawnSync("mount", ["-o", "remount,size=64m", disk])
    const { code, stderr } = await runs.run(file)
    if (code !== 0) judge.problems.push(`with room again the export ended with ${code}: ${stderr}`)
    judge.finished(file, "with room again")
    return judge.problems
  } finally {
    spawnSync("umount", [disk])
  }
}

/** Cuts the line to the service on the way, for longer than the client tries, and mends it for the next run. */
export const cutLine = async (asked: InterruptedExport): Promise<ReadonlyArray<string>> => {
  const runs = new ExportRuns(asked.served, [])
  const judge = await wholeExport(asked, runs)
  const { line } = asked.served
  const file = nameOf(asked, "cut")
  const isNear = (): boolean => {
    if (sizeOf(`${file}.partial`) < sizeOf(nameOf(asked, "whole")) / 2) return false
    line.cut()
    return true
  }
  // A signal that means nothing: the run ends by itself.
  const { code, stderr } = await runs.run(file, { interruption: { signal: "SIGCONT", isNear, after: 0 } })
  line.mend()
  if (code !== 5) judge.problems.push(`without a line the export ended with ${code}: ${stderr}`)
  judge.unfinished(file, "without a line")
  const resumed = await runs.run(file)
  if (resumed.code !== 0)
    judge.problems.push(`with the line again the export ended with ${resumed.code}: ${resumed.stderr}`)
  judge.finished(file, "with the line again")
  return judge.problems
}
