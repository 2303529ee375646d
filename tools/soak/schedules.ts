import { scheduleOf } from "./generate.ts"
import { findViolations } from "./verifyRun.ts"
import { run, type Run } from "./Run.ts"
import { type Schedule } from "./Schedule.ts"

/** Returns the result of a walk in one word. */
export const endName = ({ end }: Run): string => (end._tag === "Failed" ? end.error.reason._tag : end._tag)

/** Describes a schedule with violations. */
const problemOf = (schedule: Schedule, violations: ReadonlyArray<string>): string =>
  [
    `Seed ${schedule.seed}:`,
    ...violations.map((violation) => `  ${violation}`),
    `Faults, for "public-records serve --profile ${schedule.profile} --faults FILE":`,
    JSON.stringify(schedule.faults),
    "The whole schedule:",
    JSON.stringify(schedule)
  ].join("\n")

/** Runs the schedule of each seed and checks the run. Writes files to the folder. `ends` counts the walks by result. */
export const soakSchedules = async (
  first: number,
  count: number,
  folder: string,
  onProgress: (played: number) => void = () => undefined
) => {
  const ends = new Map<string, number>()
  const problems: Array<string> = []
  for (let played = 1; played <= count; played++) {
    const done = await run(scheduleOf(first + played - 1), folder)
    const name = endName(done)
    ends.set(name, (ends.get(name) ?? 0) + 1)
    const violations = findViolations(done)
    if (violations.length > 0) problems.push(problemOf(done.schedule, violations))
    onProgress(played)
  }
  const tally = [...ends].toSorted(([, a], [, b]) => b - a).map(([name, times]) => `${times} ${name}`)
  return { ends, problems, summary: tally.join(", ") }
}
