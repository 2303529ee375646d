import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { ExportRuns, type Interruption } from "./ExportRuns.ts"
import { type ServedRecords } from "./ServedRecords.ts"

const formats = ["ndjson", "csv", "parquet"] as const
type Format = (typeof formats)[number]

/** An export to interrupt. The seed determines the moments. */
export interface InterruptedExport {
  readonly served: ServedRecords
  readonly folder: string
  readonly seed: number
  readonly format: Format
  readonly kills: number
}

/** The result of interrupted exports. */
export interface Interrupted {
  readonly kills: number
  /** Number of runs that finished before they were interrupted. */
  readonly finished: number
  readonly problems: ReadonlyArray<string>
}

/** Returns a pseudo-random generator of fractions for a seed. */
export const fractions = (seed: number): (() => number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Share of the kills that happen while the program starts. */
const shareOfStarts = 0.15
const maxStartMillis = 400
const maxPageMillis = 4

const signals = ["SIGKILL", "SIGKILL", "SIGKILL", "SIGTERM", "SIGINT"] as const

/** Returns the names of the temporary files of an export. */
const siblingFiles = (file: string): ReadonlyArray<string> =>
  readdirSync(dirname(file)).filter((name) => name.startsWith(`${basename(file)}.`) || name === `_${basename(file)}`)

/** Compares files with the file of an uninterrupted run. */
export class ResultVerifier {
  readonly #expected: Buffer
  /** Number of bytes that the service sent to that run. */
  readonly sentBytes: number
  readonly problems: Array<string> = []

  constructor(complete: string, sentBytes: number) {
    this.#expected = readFileSync(complete)
    this.sentBytes = sentBytes
  }

  finished(file: string, what: string): void {
    if (!existsSync(file)) return void this.problems.push(`${what}: there is no file`)
    if (!readFileSync(file).equals(this.#expected)) this.problems.push(`${what}: the file differs`)
    if (siblingFiles(file).length > 0) this.problems.push(`${what}: ${siblingFiles(file).join(", ")} was not removed`)
  }

  unfinished(file: string, what: string): void {
    if (existsSync(file) && !readFileSync(file).equals(this.#expected)) {
      this.problems.push(`${what}: the file is incomplete`)
    }
  }
}

export const nameOf = ({ folder, format, seed }: InterruptedExport, part: string): string =>
  join(folder, `${part}-${seed}.${format}`)

/** Number of bytes that the service sent for each uninterrupted export, by its file. */
const sentFor = new Map<string, number>()

/** Returns the file of an export without an interruption, which runs once for each folder, seed and format. */
export const uninterruptedExport = async (job: InterruptedExport, runs: ExportRuns): Promise<ResultVerifier> => {
  const file = nameOf(job, "complete")
  const known = sentFor.get(file)
  if (known !== undefined) return new ResultVerifier(file, known)
  const { connection } = job.served
  const sentBefore = connection.sentBytes()
  const { code, stderr } = await runs.run(file)
  if (code !== 0) throw new Error(`The uninterrupted export ended with ${code}: ${stderr}`)
  const sentBytes = connection.sentBytes() - sentBefore
  sentFor.set(file, sentBytes)
  return new ResultVerifier(file, sentBytes)
}

/** Returns increasing moments of an export: while a run starts, or when a share of the records is sent. */
const momentsOf = ({ kills, seed }: InterruptedExport, sentBytes: number): ReadonlyArray<Interruption> => {
  const fraction = fractions(seed)
  const shares = Array.from({ length: kills }, fraction).toSorted((one, other) => one - other)
  return shares.map((share, index) => {
    const signal = signals[Math.floor(fraction() * signals.length)] ?? "SIGKILL"
    const isAtStart = fraction() < shareOfStarts
    // A run resumes where the one before was interrupted.
    const afterBytes = (share - (shares[index - 1] ?? 0)) * sentBytes
    return isAtStart
      ? { signal, afterBytes: 0, after: maxStartMillis * fraction() }
      : { signal, afterBytes, after: maxPageMillis * fraction() }
  })
}

/** Kills an export repeatedly, and resumes it until it is complete. */
export const killExports = async (job: InterruptedExport): Promise<Interrupted> => {
  const runs = new ExportRuns(job.served, [])
  const verifier = await uninterruptedExport(job, runs)
  let finished = 0
  const file = nameOf(job, "killed-0")
  for (const interruption of momentsOf(job, verifier.sentBytes)) {
    const { code } = await runs.run(file, { interruption })
    const what = `${interruption.signal} (${job.format}, seed ${job.seed})`
    if (code !== 0) verifier.unfinished(file, what)
    else {
      verifier.finished(file, what)
      rmSync(file)
      finished++
    }
  }
  const { code, stderr } = await runs.run(file)
  if (code !== 0) verifier.problems.push(`after ${job.kills} kills the export ended with ${code}: ${stderr}`)
  verifier.finished(file, `after ${job.kills} kills`)
  return { kills: job.kills, finished, problems: verifier.problems }
}

/** Interrupts an export with a file size limit, and resumes it without one. */
export const fillLimit = async (job: InterruptedExport): Promise<ReadonlyArray<string>> => {
  const runs = new ExportRuns(job.served, [])
  const verifier = await uninterruptedExport(job, runs)
  const file = nameOf(job, "limited")
  const { code, stderr } = await runs.run(file, { limit: 64 })
  if (code !== 1 || !stderr.includes("EFBIG"))
    verifier.problems.push(`at the limit the export ended with ${code}: ${stderr}`)
  verifier.unfinished(file, "at the limit")
  const resumed = await runs.run(file)
  if (!resumed.stderr.includes("Resuming"))
    verifier.problems.push(`it does not resume after the limit: ${resumed.stderr}`)
  verifier.finished(file, "after the limit")
  return verifier.problems
}

/** Mounts a disk in memory. Returns `false` if this process may not. */
export const mounted = (folder: string, size: string): boolean => {
  mkdirSync(folder, { recursive: true })
  return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder], { stdio: "ignore" }).status === 0
}

/** Interrupts an export with a full disk, and resumes it with more space. Returns `undefined` if no disk can be mounted. */
export const fillDisk = async (job: InterruptedExport): Promise<ReadonlyArray<string> | undefined> => {
  const disk = join(job.folder, "disk")
  if (!mounted(disk, "512k")) return undefined
  try {
    const runs = new ExportRuns(job.served, [])
    const verifier = await uninterruptedExport(job, runs)
    const file = join(disk, `full.${job.format}`)
    for (const what of ["on a full disk", "on a disk that is still full"]) {
      const { code, stderr } = await runs.run(file)
      if (code !== 1 || !stderr.includes("ENOSPC"))
        verifier.problems.push(`${what} the export ended with ${code}: ${stderr}`)
      verifier.unfinished(file, what)
    }
    spawnSync("mount", ["-o", "remount,size=64m", disk])
    const { code, stderr } = await runs.run(file)
    if (code !== 0) verifier.problems.push(`with more space the export ended with ${code}: ${stderr}`)
    verifier.finished(file, "with more space")
    return verifier.problems
  } finally {
    spawnSync("umount", [disk])
  }
}

/** Cuts the connection to the service during an export, for longer than the client retries, and repairs it for the next run. */
export const cutConnection = async (job: InterruptedExport): Promise<ReadonlyArray<string>> => {
  const runs = new ExportRuns(job.served, [])
  const verifier = await uninterruptedExport(job, runs)
  const { connection } = job.served
  const file = nameOf(job, "cut")
  connection.onSent(verifier.sentBytes / 2, connection.cut)
  const { code, stderr } = await runs.run(file)
  connection.repair()
  if (code !== 5) verifier.problems.push(`without a connection the export ended with ${code}: ${stderr}`)
  verifier.unfinished(file, "without a connection")
  const resumed = await runs.run(file)
  if (resumed.code !== 0)
    verifier.problems.push(`with a repaired connection the export ended with ${resumed.code}: ${resumed.stderr}`)
  verifier.finished(file, "with a repaired connection")
  return verifier.problems
}
