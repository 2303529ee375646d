import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { Choices } from "../comparison/Choices.ts"
import { incomplete, problemsOf, runImport, tornDays, writeVersions } from "./importRuns.ts"

/** The result of imports that were interrupted in every way. */
interface SoakedImports {
  readonly problems: ReadonlyArray<string>
  readonly summary: string
  /** Interruptions that are not possible on this machine. */
  readonly untried: ReadonlyArray<string>
}

/** Reads a mirror until some work ends. Returns the number of reads and the days that were torn in one of them. */
export const readMeanwhile = async (file: string, work: Promise<unknown>, versions?: ReadonlyArray<number>) => {
  const state = { isDone: false, reads: 0, torn: new Set<string>() }
  const done = work.finally(() => (state.isDone = true))
  const stop = (): boolean => state.isDone
  while (!stop()) {
    await setTimeout(5)
    if (!existsSync(file)) continue
    const torn = await tornDays(file, versions).catch((error) => [String(error)])
    // Before the first import has created the tables, the file is empty.
    for (const one of torn) if (!one.includes("does not exist") && !one.includes("is not a mirror")) state.torn.add(one)
    state.reads += 1
  }
  await done
  return { reads: state.reads, torn: [...state.torn] }
}

/** Kills imports of both versions in turns, at random moments. The next import repeats what the last one did not finish. */
const killImports = async (
  file: string,
  versions: ReadonlyArray<ReadonlyArray<string>>,
  seed: number,
  kills: number
) => {
  const choices = new Choices(seed)
  const problems: Array<string> = []
  let [reads, unfinished] = [0, 0]
  const { millis } = await runImport(file, versions[0] ?? [])
  for (let kill = 1; kill <= kills; kill++) {
    const killed = runImport(file, versions[kill % 2] ?? [], { killAfter: choices.fraction() * millis })
    const read = await readMeanwhile(file, killed)
    const { code } = await killed
    reads += read.reads
    if (code === null) unfinished += 1
    for (const problem of [...read.torn, ...(await problemsOf(file))]) problems.push(`after kill ${kill}: ${problem}`)
  }
  await runImport(file, versions[1] ?? [])
  problems.push(...(await incomplete(file, 1)))
  return { problems, summary: `killed ${unfinished} of ${kills} before the end, ${reads} reads meanwhile` }
}

const importAtOnce = async (
  file: string,
  versions: ReadonlyArray<ReadonlyArray<string>>
): Promise<ReadonlyArray<string>> => {
  const both = Promise.all(versions.map((files) => runImport(file, files)))
  const { torn } = await readMeanwhile(file, both)
  const failed = (await both).filter(({ code }) => code !== 0).map(({ stderr }) => stderr)
  return [...torn, ...failed, ...(await problemsOf(file))].map((problem) => `two imports at once: ${problem}`)
}

/** Imports into a file that may not grow, and again without the limit. */
const fillLimit = async (file: string, files: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { code, stderr } = await runImport(file, files, { maxBlocks: 500 })
  const ended = code === 1 && stderr.includes(file) ? [] : [`it ended with ${code}: ${stderr}`]
  const problems = [...ended, ...(await problemsOf(file))]
  await runImport(file, files)
  return [...problems, ...(await incomplete(file, 0))].map((problem) => `at a limit of the file size: ${problem}`)
}

/** Imports into a mirror on a full disk, and again with more space. Returns `undefined` if no disk can be mounted. */
const fillDisk = async (disk: string, files: ReadonlyArray<string>): Promise<ReadonlyArray<string> | undefined> => {
  mkdirSync(disk, { recursive: true })
  const mount = ["-t", "tmpfs", "-o", "size=1500k", "tmpfs", disk]
  if (spawnSync("mount", mount, { stdio: "ignore" }).status !== 0) return undefined
  try {
    const file = join(disk, "mirror.duckdb")
    const { code, lines, stderr } = await runImport(file, files)
    const isClear = code === 1 && stderr.startsWith("Full: ") && lines > 0
    const problems = isClear ? [] : [`it ended with ${code} after ${lines} days: ${stderr}`]
    problems.push(...(await problemsOf(file)))
    spawnSync("mount", ["-o", "remount,size=64m", disk])
    await runImport(file, files)
    return [...problems, ...(await incomplete(file, 0))].map((problem) => `on a full disk: ${problem}`)
  } finally {
    spawnSync("umount", [disk])
  }
}

/** Kills imports, fills their disk, and runs two at once, while the mirror is read. No day may be torn, and no row lost. */
export const soakImports = async (seed: number, kills: number, folder: string): Promise<SoakedImports> => {
  const versions = writeVersions(folder)
  const killed = await killImports(join(folder, "killed.duckdb"), versions, seed, kills)
  const atOnce = await importAtOnce(join(folder, "at once.duckdb"), versions)
  const limited = await fillLimit(join(folder, "limited.duckdb"), versions[0] ?? [])
  const full = await fillDisk(join(folder, "disk"), versions[0] ?? [])
  return {
    problems: [...killed.problems, ...atOnce, ...limited, ...(full ?? [])],
    summary: `${killed.summary}; two at once, disk filled`,
    untried: full === undefined ? ["a full disk, because no disk can be mounted"] : []
  }
}
