import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { complaintKind } from "../../src/output/kinds.ts"
import { bareEnvironment, executablePath } from "../executable.ts"
import { fractions, mounted } from "./interrupt.ts"

const days = Array.from({ length: 40 }, (_, day) => new Date(Date.UTC(2021, 5, 1 + day)).toISOString().slice(0, 10))
const rowsOfDay = 300

/** Returns a file with some complaints of each day. */
const rowsText = (seed: number): string => {
  const fraction = fractions(seed)
  const rows = days.flatMap((day) =>
    Array.from({ length: rowsOfDay }, () => {
      const number = 2_165_550_000 + Math.floor(fraction() * 10_000)
      return `${number},${day} 10:00:00,${day} 09:00:00,Akron,Ohio,330,Other,Y`
    })
  )
  return [complaintKind.csv.header.join(), ...rows, ""].join("\r\n")
}

/** Exports of a mirror by day. The seed determines its complaints, and the moments of the kills. */
export interface FolderExports {
  readonly folder: string
  readonly seed: number
  readonly format: "csv" | "ndjson" | "parquet"
}

interface Ended {
  /** `null` if a signal ended the run. */
  readonly code: number | null
  readonly stderr: string
}

interface RunOptions {
  /** Kills the run some time after it has written this number of days. **Units** milliseconds. */
  readonly kill?: { readonly afterDays: number; readonly after: number }
  /** The maximum file size. **Units** KiB. */
  readonly limit?: number
}

const runCommand = async (args: ReadonlyArray<string>, { kill, limit }: RunOptions = {}): Promise<Ended> => {
  const bounds = limit === undefined ? "" : `ulimit -f ${limit}; `
  const child = spawn("/bin/bash", ["-c", `${bounds}exec "$@"`, "bash", process.execPath, executablePath, ...args], {
    env: bareEnvironment,
    stdio: ["ignore", "ignore", "pipe"]
  })
  const ended = once(child, "close")
  let stderr = ""
  const reached = new Promise<void>((resolve) => {
    const look = () => {
      if (kill !== undefined && (stderr.match(/^\d{4}-\d\d-\d\d: /gm) ?? []).length >= kill.afterDays) resolve()
    }
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text
      look()
    })
    look()
  })
  if (kill !== undefined) {
    await Promise.race([reached, ended])
    await sleep(kill.after)
    child.kill("SIGKILL")
  }
  const [code] = await ended
  return { code: typeof code === "number" ? code : null, stderr }
}

const withoutTimes = (text: string): string => text.replaceAll(/"(startedAt|endedAt)": "[^"]*"/g, '"$1": ""')

/** The files of a folder by their paths, and their contents without times. */
const filesIn = (folder: string): ReadonlyMap<string, string> => {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = paths.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name))
  return new Map(files.map((path) => [path.slice(folder.length), withoutTimes(readFileSync(path, "latin1"))]))
}

/** Runs exports to a folder, and compares it with that of an undisturbed export. */
class ComparedFolder {
  readonly problems: Array<string> = []
  readonly path: string
  readonly #flags: ReadonlyArray<string>
  readonly #expected: ReadonlyMap<string, string>

  private constructor(path: string, flags: ReadonlyArray<string>, expected: ReadonlyMap<string, string>) {
    this.path = path
    this.#flags = flags
    this.#expected = expected
  }

  static readonly create = async ({ folder, format, seed }: FolderExports, path: string): Promise<ComparedFolder> => {
    const mirror = ["--mirror-file", join(folder, "mirror.duckdb")]
    const rows = join(folder, "rows.csv")
    if (!existsSync(rows)) {
      writeFileSync(rows, rowsText(seed))
      const { code, stderr } = await runCommand(["mirror", "import", rows, ...mirror])
      if (code !== 0) throw new Error(`The import ended with ${code}: ${stderr}`)
    }
    const byDay = ["export", "complaints", ...mirror, "--partition-by", "created-date", "--format", format, "--out"]
    const complete = join(folder, `complete-${format}`)
    const { code, stderr } = await runCommand([...byDay, complete])
    if (code !== 0) throw new Error(`The undisturbed export ended with ${code}: ${stderr}`)
    return new ComparedFolder(path, byDay, filesIn(complete))
  }

  run(options?: RunOptions): Promise<Ended> {
    return runCommand([...this.#flags, this.path], options)
  }

  /** Checks that each file that has its final name is complete. */
  unfinished(what: string): void {
    if (!existsSync(this.path)) return
    for (const [name, content] of filesIn(this.path)) {
      const isFinal = /\/part-0\.|\.manifest\.json$|^\/_manifest\.json$/.test(name)
      if (isFinal && content !== this.#expected.get(name)) this.problems.push(`${what}: ${name} is torn`)
    }
  }

  /** Checks that the folder is identical. */
  finished(what: string): void {
    const found = filesIn(this.path)
    const names = new Set([...found.keys(), ...this.#expected.keys()])
    for (const name of names) {
      if (found.get(name) !== this.#expected.get(name)) this.problems.push(`${what}: ${name} differs`)
    }
  }
}

const maxDaysBeforeKill = 3
const maxDelayMillis = 25

/** Kills exports at random moments, and resumes them until the folder is complete. Returns the number of kills that met a running export. */
export const killFolders = async (exports: FolderExports, kills: number) => {
  const { folder, format, seed } = exports
  const fraction = fractions(seed)
  const compared = await ComparedFolder.create(exports, join(folder, `killed-${format}`))
  let killed = 0
  while (killed < kills) {
    const kill = { afterDays: Math.floor(maxDaysBeforeKill * fraction()), after: maxDelayMillis * fraction() }
    const { code, stderr } = await compared.run({ kill })
    const what = `kill ${killed} (${format}, seed ${seed})`
    if (code === null) {
      killed += 1
      compared.unfinished(what)
    } else {
      if (code !== 0) compared.problems.push(`${what}: the export ended with ${code}: ${stderr}`)
      compared.finished(what)
      rmSync(compared.path, { recursive: true })
    }
  }
  const { code, stderr } = await compared.run()
  if (code !== 0) compared.problems.push(`after ${kills} kills the export ended with ${code}: ${stderr}`)
  compared.finished(`after ${kills} kills`)
  return compared.problems
}

/** Interrupts an export with a file size limit, and runs it again without one. */
export const limitFolder = async (exports: FolderExports): Promise<ReadonlyArray<string>> => {
  const { folder, format } = exports
  const compared = await ComparedFolder.create(exports, join(folder, `limited-${format}`))
  for (const what of ["at the limit", "at the limit again"]) {
    const { code, stderr } = await compared.run({ limit: 4 })
    if (code !== 1 || !/^\S+ cannot be written: [^\n]*\(EFBIG\)\.[^\n]*$/m.test(stderr)) {
      compared.problems.push(`${what} the export ended with ${code}: ${stderr}`)
    }
    compared.unfinished(what)
  }
  await compared.run()
  compared.finished("after the limit")
  return compared.problems
}

/** Interrupts an export with a full disk, and resumes it with more space. Returns `undefined` if no disk can be mounted. */
export const fillFolderDisk = async (exports: FolderExports): Promise<ReadonlyArray<string> | undefined> => {
  const disk = join(exports.folder, `disk-${exports.format}`)
  if (!mounted(disk, "256k")) return undefined
  try {
    const compared = await ComparedFolder.create(exports, join(disk, "calls"))
    for (const what of ["on a full disk", "on a disk that is still full"]) {
      const { code, stderr } = await compared.run()
      if (code !== 1 || !/^\S+ cannot be written: there is no space left \(ENOSPC\)\.[^\n]*$/m.test(stderr)) {
        compared.problems.push(`${what} the export ended with ${code}: ${stderr}`)
      }
      compared.unfinished(what)
    }
    spawnSync("mount", ["-o", "remount,size=64m", disk])
    const { code, stderr } = await compared.run()
    if (code !== 0) compared.problems.push(`with more space the export ended with ${code}: ${stderr}`)
    compared.finished("with more space")
    return compared.problems
  } finally {
    spawnSync("umount", [disk])
  }
}

/** Starts two exports to one folder at the same time. Each succeeds or is refused, at least one succeeds, and the folder is complete. */
export const raceFolders = async (exports: FolderExports): Promise<ReadonlyArray<string>> => {
  const compared = await ComparedFolder.create(exports, join(exports.folder, `raced-${exports.format}`))
  const ends = await Promise.all([compared.run(), compared.run()])
  for (const { code, stderr } of ends) {
    const isRefused = code === 2 && stderr.includes("Another export is writing to")
    if (code !== 0 && !isRefused) compared.problems.push(`a run ended with ${code}: ${stderr}`)
  }
  if (ends.every(({ code }) => code !== 0)) compared.problems.push("no run succeeded")
  compared.finished("after a race")
  return compared.problems
}
