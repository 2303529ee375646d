import { rmSync, statSync, writeFileSync } from "node:fs"
import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"

/** How a file is used. The engine lets one process write a file, or several read it. */
export type Access = "read" | "write"

/** Receives a sentence when another process has used a mirror for a second. */
export type OnWaiting = (message: string) => void

/** Readers give up after this time. A writer waits longer, because several readers without a pause leave it few gaps. */
const maxWaitMillis: Readonly<Record<Access, number>> = { read: 5_000, write: 60_000 }
const retryMillis = 3
const silentMillis = 1_000

/** Waits in real time, because it is another process that is waited for. */
const wait = (millis: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const timer = setTimeout(() => resume(Effect.void), millis)
    return Effect.sync(() => clearTimeout(timer))
  })

/** The file that exists while a process waits for a mirror. One that a killed process has left is soon too old. */
const markOf = (file: string): string => `${file}-waiting`
const maxMarkAgeMillis = 1_000

const isAwaited = (file: string): boolean => {
  const mark = statSync(markOf(file), { throwIfNoEntry: false })
  return mark !== undefined && Date.now() - mark.mtimeMs < maxMarkAgeMillis
}

/** If the mark cannot be written, other processes do not make way. Then the gap between two of their questions must suffice. */
const changeMark = (change: () => void): void => {
  try {
    change()
  } catch {
    // The folder is read-only.
  }
}

/** A process makes way for others for at most this time. */
const maxRestMillis = 100

/** Makes way for a process that waits for a file. Otherwise, processes that ask without a pause would never let another one write. */
export const makeWay = Effect.fnUntraced(function* (file: string): Effect.fn.Return<void> {
  const until = performance.now() + maxRestMillis
  while (isAwaited(file) && performance.now() < until) yield* Effect.interruptible(wait(retryMillis))
})

/** Repeats an attempt to attach a file while another process has it, and says so after a second. */
export const whenUnlocked = Effect.fnUntraced(function* (
  file: string,
  access: Access,
  attempt: Effect.Effect<void, MirrorError>,
  onWaiting: OnWaiting
): Effect.fn.Return<void, MirrorError> {
  const began = performance.now()
  let isSaid = false
  const waiting = Effect.gen(function* () {
    for (;;) {
      const error = yield* Effect.match(attempt, { onFailure: (failure) => failure, onSuccess: () => undefined })
      if (error === undefined) return
      const waited = performance.now() - began
      if (error.problem !== "Locked" || waited > maxWaitMillis[access]) return yield* error
      changeMark(() => writeFileSync(markOf(file), ""))
      if (waited > silentMillis && !isSaid) {
        isSaid = true
        onWaiting(`Waiting for another process that uses the mirror ${file}.`)
      }
      yield* Effect.interruptible(wait(retryMillis))
    }
  })
  return yield* Effect.ensuring(
    waiting,
    Effect.sync(() => changeMark(() => rmSync(markOf(file), { force: true })))
  )
})
