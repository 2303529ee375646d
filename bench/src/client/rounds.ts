import { median } from "../median.ts"

/** What is measured beside others: called once for a measurement. */
export type Task = () => Promise<unknown> | void

/** Times of tasks that ran side by side. */
export interface Times {
  /** The median, in milliseconds. */
  readonly of: (task: string) => number
  /** The median over the rounds of how many times as long the first took as the second. */
  readonly ratio: (task: string, other: string) => number
}

const timesOf = (rounds: ReadonlyArray<ReadonlyMap<string, number>>): Times => {
  const time = (round: ReadonlyMap<string, number>, task: string): number => round.get(task) ?? Number.NaN
  return {
    of: (task) => median(rounds.map((round) => time(round, task))),
    ratio: (task, other) => median(rounds.map((round) => time(round, task) / time(round, other)))
  }
}

/**
 * Runs the tasks side by side: every round runs all of them, one after the other, so that whatever slows the machine down
 * slows them all down. The first rounds, in which code gets warm, do not count.
 */
export const sideBySide = async (
  tasks: Readonly<Record<string, Task>>,
  { rounds, warmUp }: { readonly rounds: number; readonly warmUp: number }
): Promise<Times> => {
  const measured: Array<ReadonlyMap<string, number>> = []
  for (let round = 0; round < warmUp + rounds; round++) {
    const times = new Map<string, number>()
    for (const [name, task] of Object.entries(tasks)) {
      const startedAt = performance.now()
      await task()
      times.set(name, performance.now() - startedAt)
    }
    if (round >= warmUp) measured.push(times)
  }
  return timesOf(measured)
}

/** A task made of many calls, where one alone is too short for the clock. */
export const repeated =
  (times: number, call: () => unknown): Task =>
  () => {
    for (let i = 0; i < times; i++) call()
  }
