import { rmSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { type ExportRun, ExportRuns } from "./ExportRuns.ts"
import { fractions, type InterruptedExport, type Judge, nameOf, wholeExport } from "./interrupt.ts"

/** About as long as an export of a few thousand records takes, the start of the program included. */
const maxOffsetMillis = 400

const usage = 2

/** Two exports to one file. While the service is held, neither can end before the other has asked for the file. */
const race = async (
  { line }: InterruptedExport["served"],
  runs: ExportRuns,
  file: string,
  { isHeld, offset }: { readonly isHeld: boolean; readonly offset: number }
): Promise<ReadonlyArray<ExportRun>> => {
  if (isHeld) line.hold()
  const first = runs.run(file)
  await sleep(offset)
  const second = runs.run(file)
  await Promise.race([first, second])
  line.release()
  return Promise.all([first, second])
}

const check = (judge: Judge, ended: ReadonlyArray<ExportRun>, file: string, what: string, isHeld: boolean): void => {
  const complete = ended.filter(({ code }) => code === 0)
  const refused = ended.filter(({ code, stderr }) => code === usage && stderr.includes("Another export is writing to"))
  const isRight = isHeld
    ? complete.length === 1 && refused.length === 1
    : complete.length > 0 && complete.length + refused.length === ended.length
  if (!isRight)
    judge.problems.push(
      `${what}: the exports ended with ${ended.map(({ code, stderr }) => `${code} (${stderr})`).join(" and ")}`
    )
  judge.finished(file, what)
}

/**
 * Starts two exports to the same file again and again, the second one at a random offset. In every second round the service
 * is held until one of them has ended, so that exactly one can succeed. Returns what was wrong.
 */
export const raceExports = async (asked: InterruptedExport, rounds: number): Promise<ReadonlyArray<string>> => {
  const runs = new ExportRuns(asked.served, [])
  const judge = await wholeExport(asked, runs)
  const file = nameOf(asked, "raced")
  const fraction = fractions(asked.seed)
  for (let round = 0; round < rounds; round++) {
    const isHeld = round % 2 === 0
    const offset = maxOffsetMillis * fraction()
    const ended = await race(asked.served, runs, file, { isHeld, offset })
    check(judge, ended, file, `round ${round} (${asked.format}, seed ${asked.seed})`, isHeld)
    rmSync(file, { force: true })
  }
  return judge.problems
}
