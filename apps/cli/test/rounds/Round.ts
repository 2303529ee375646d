import type { ScreenTimeout } from "@public-records/testing/drivers/Screen"
import { Data, Effect, type Scope } from "effect"
import { type Desk, newDesk } from "./Desk.ts"
import type { NotSo, Step } from "./steps.ts"

/** What a person wants, in the person's own words, and how it is got. */
export interface Task {
  readonly asks: string
  readonly steps: ReadonlyArray<Step>
}

/** The tasks of one person, one after the other at one desk. */
export interface Round {
  readonly person: string
  readonly tasks: ReadonlyArray<Task>
}

/** A task, to be read as prose: what is asked, and step by step how it is got. */
export const task = (asks: string, ...steps: ReadonlyArray<Step>): Task => ({ asks, steps })

/** A task that did not come out: which one, where, and why. */
export class NotDone extends Data.TaggedError("NotDone")<{
  readonly number: number
  readonly task: Task
  readonly step: Step
  readonly because: ScreenTimeout | NotSo
}> {
  override get message(): string {
    return `Task ${this.number}, "${this.task.asks}", at "${this.step.says}": ${this.because.message}`
  }
}

/** Who looks on while a round is done. */
export interface Onlooker {
  readonly begins: (number: number, task: Task) => Effect.Effect<void>
  readonly took: (step: Step) => Effect.Effect<void>
  readonly done: (task: Task, desk: Desk) => Effect.Effect<void>
}

const nobody: Onlooker = { begins: () => Effect.void, took: () => Effect.void, done: () => Effect.void }

/** Does a round, task by task, with the real program in a pseudo-terminal. */
export const doRound = Effect.fnUntraced(function* (
  { tasks }: Round,
  { begins, took, done }: Onlooker = nobody
): Effect.fn.Return<void, NotDone, Scope.Scope> {
  const desk = yield* newDesk
  for (const [index, task] of tasks.entries()) {
    const number = index + 1
    yield* begins(number, task)
    for (const step of task.steps) {
      yield* Effect.mapError(step.take(desk), (because) => new NotDone({ number, task, step, because }))
      yield* took(step)
    }
    yield* done(task, desk)
  }
})
