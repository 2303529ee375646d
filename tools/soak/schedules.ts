import { scheduleOf } from "./generate.ts"
import { findViolations } from "./verifyRun.ts"
import { run, type Run } from "./Run.ts"
import { type Schedule } from "./Schedule.ts"

/** Schedule with violations. */
export interface FailedSchedule {
  readonly schedule: Schedule
  readonly problems: ReadonlyArray<string>
}

/** Number of walks by result, and the schedules with violations. */
export interface SoakResult {
  /** By `Done` or the reason of the error. */
  readonly ends: ReadonlyMap<string, number>
  readonly wrong: ReadonlyArray<FailedSchedule>
}

/** Returns consecutive seeds. */
export const seedsFrom = (first: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, n) => first + n)

/** Returns the result of a walk in one word. */
export const endName = ({ end }: Run): string => (end._tag === "Failed" ? end.error.reason._tag : end._tag)

/** Runs the schedule of each seed and checks the run. Writes files to the given folder. */
export const soak = async (
  seeds: ReadonlyArray<number>,
  folder: string,
  onProgress: (played: number, wrong: FailedSchedule | undefined) => void = () => undefined
): Promise<SoakResult> => {
  const ends = new Map<string, number>()
  const wrong: Array<FailedSchedule> = []
  for (const [n, seed] of seeds.entries()) {
    const done = await run(scheduleOf(seed), folder)
    const name = endName(done)
    ends.set(name, (ends.get(name) ?? 0) + 1)
    const problems = findViolations(done)
    if (problems.length > 0) wrong.push({ schedule: done.schedule, problems })
    onProgress(n + 1, problems.length > 0 ? wrong.at(-1) : undefined)
  }
  return { ends, wrong }
}

/** Formats a failed schedule: the seed, the violations, and the schedule. */
export const formatFailedSchedule = ({ schedule, problems }: FailedSchedule): string =>
  [
    `Seed ${schedule.seed}:`,
    ...problems.map((problem) => `  ${problem}`),
    `Faults, for "public-records serve --profile ${schedule.profile} --faults FILE":`,
    JSON.stringify(schedule.faults),
    "The whole schedule:",
    JSON.stringify(schedule)
  ].join("\n")
