import type { ScreenTimeout } from "../../../tui/test/Screen.ts"
import { Data, Effect, type Scope } from "effect"
import { type TestDesktop, makeTestDesktop } from "./TestDesktop.ts"
import type { ExpectationFailed, Step } from "./steps.ts"

/** A task of a user: the goal in the user's words, and the steps to reach it. */
export interface Task {
  readonly goal: string
  readonly steps: ReadonlyArray<Step>
}

/** The tasks of one user, run one after another on one desktop. */
export interface Journey {
  readonly person: string
  readonly tasks: ReadonlyArray<Task>
}

export const task = (goal: string, ...steps: ReadonlyArray<Step>): Task => ({ goal, steps })

/** Error of a step that failed. */
export class TaskFailed extends Data.TaggedError("TaskFailed")<{
  readonly number: number
  readonly task: Task
  readonly step: Step
  readonly reason: ScreenTimeout | ExpectationFailed
}> {
  override get message(): string {
    return `Task ${this.number}, "${this.task.goal}", at "${this.step.description}": ${this.reason.message}`
  }
}

/** Callbacks that are run during a journey. */
export interface JourneyObserver {
  readonly onTask: (number: number, task: Task) => Effect.Effect<void>
  readonly onStep: (step: Step) => Effect.Effect<void>
  readonly onTaskEnd: (task: Task, desktop: TestDesktop) => Effect.Effect<void>
}

const noObserver: JourneyObserver = {
  onTask: () => Effect.void,
  onStep: () => Effect.void,
  onTaskEnd: () => Effect.void
}

/** Runs a journey, task by task, with the real program in a pseudo-terminal. */
export const runJourney = Effect.fnUntraced(function* (
  { tasks }: Journey,
  { onTask, onStep, onTaskEnd }: JourneyObserver = noObserver
): Effect.fn.Return<void, TaskFailed, Scope.Scope> {
  const desktop = yield* makeTestDesktop
  for (const [index, task] of tasks.entries()) {
    const number = index + 1
    yield* onTask(number, task)
    for (const step of task.steps) {
      yield* Effect.mapError(step.run(desktop), (reason) => new TaskFailed({ number, task, step, reason }))
      yield* onStep(step)
    }
    yield* onTaskEnd(task, desktop)
  }
})
