import { Effect } from "effect"
import { type MirrorError, toMirrorError } from "../MirrorError.ts"

/** Work in pieces. It can pause at each `yield`, whose value is the finished share, from 0 to 1, if it is known. */
export type Steps<A> = Generator<number | undefined, A>

/** Called while long work proceeds, with the finished share from 0 to 1. */
export type OnProgress = (share: number) => void

/** Pieces run until this time has passed. Then other work gets its turn. A single piece should not take longer. */
const turnMillis = 4

/** Runs pieces for one turn, or to the end. Returns the result of the last one. */
const takeTurn = <A>(steps: Steps<A>): IteratorResult<number | undefined, A> => {
  const end = performance.now() + turnMillis
  for (;;) {
    const next = steps.next()
    if (next.done === true || performance.now() >= end) return next
  }
}

/** Lets the process handle its events. `Effect.yieldNow` does not on a scheduler of microtasks, such as that of atoms. */
const nextTurn = Effect.callback<void>((resume) => {
  const waiting = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(waiting))
})

/** Runs work piece by piece, so that it can be interrupted and does not block the process for more than 8 ms. */
export const runSteps = Effect.fnUntraced(function* <A>(
  file: string,
  steps: Steps<A>,
  onProgress?: OnProgress
): Effect.fn.Return<A, MirrorError> {
  for (;;) {
    const { done, value } = yield* Effect.try({ try: () => takeTurn(steps), catch: toMirrorError(file) })
    if (done === true) {
      onProgress?.(1)
      return value
    }
    if (value !== undefined) onProgress?.(value)
    yield* nextTurn
  }
})
