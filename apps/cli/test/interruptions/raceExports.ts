import { rmSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { type ExportRun, ExportRuns } from "./ExportRuns.ts"
import { serveRecords } from "./ServedRecords.ts"
import { fractions, type InterruptedExport, type ResultVerifier, nameOf, uninterruptedExport } from "./interrupt.ts"

/** About the duration of an export of a few thousand records, including the start of the program. */
const maxOffsetMillis = 400

const usage = 2

/** Runs two exports to one file. While the service is held, neither can finish before the other one has tried to lock the file. */
const race = async (
  { connection }: InterruptedExport["served"],
  runs: ExportRuns,
  file: string,
  { isHeld, offset }: { readonly isHeld: boolean; readonly offset: number }
): Promise<ReadonlyArray<ExportRun>> => {
  if (isHeld) connection.hold()
  const first = runs.run(file)
  await sleep(offset)
  const second = runs.run(file)
  await Promise.race([first, second])
  connection.release()
  return Promise.all([first, second])
}

const check = (
  verifier: ResultVerifier,
  ended: ReadonlyArray<ExportRun>,
  file: string,
  what: string,
  isHeld: boolean
): void => {
  const complete = ended.filter(({ code }) => code === 0)
  const refused = ended.filter(({ code, stderr }) => code === usage && stderr.includes("Another export is writing to"))
  const isRight = isHeld
    ? complete.length === 1 && refused.length === 1
    : complete.length > 0 && complete.length + refused.length === ended.length
  if (!isRight)
    verifier.problems.push(
      `${what}: the exports ended with ${ended.map(({ code, stderr }) => `${code} (${stderr})`).join(" and ")}`
    )
  verifier.finished(file, what)
}

/**
 * Repeatedly starts two exports to the same file, the second one after a random delay. In every second round the service is held
 * until one of them has ended, so that exactly one can succeed. Returns the problems.
 */
export const raceExports = async (job: InterruptedExport, rounds: number): Promise<ReadonlyArray<string>> => {
  const runs = new ExportRuns(job.served, [])
  const verifier = await uninterruptedExport(job, runs)
  const file = nameOf(job, "raced")
  const fraction = fractions(job.seed)
  for (let round = 0; round < rounds; round++) {
    const isHeld = round % 2 === 0
    const offset = maxOffsetMillis * fraction()
    const ended = await race(job.served, runs, file, { isHeld, offset })
    check(verifier, ended, file, `round ${round} (${job.format}, seed ${job.seed})`, isHeld)
    rmSync(file, { force: true })
  }
  return verifier.problems
}

/** Races exports of a few thousand records. */
export const soakRaces = async (seed: number, rounds: number, folder: string) => {
  const served = await serveRecords(3000, seed)
  try {
    const problems = await raceExports({ served, folder, seed, format: "ndjson", kills: 0 }, rounds)
    return { problems, summary: `${rounds} rounds of two exports to one file` }
  } finally {
    await served.close()
  }
}
