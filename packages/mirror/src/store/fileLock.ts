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

/** Waits until a time of `performance.now()`. It can be interrupted everywhere. */
const waitUntil = (time: number): Effect.Effect<void> =>
  Effect.suspend(() => {
    const millis = time - performance.now()
    return millis > 0 ? Effect.interruptible(wait(millis)) : Effect.void
  })

/** On average, whoever has used a file for this long leaves it to others. At random, because readers that take turns would keep it attached. */
const busyMillis = 100
/** For so long. */
const restMillis: Readonly<Record<Access, number>> = { read: 100, write: 10 }

/** The use of a file by this process. Without rests, processes that ask one question after the other would never let another one write. */
export class FileUse {
  #beganAt = 0
  #restUntil = 0

  /** Leaves the file to others, if it is their turn. */
  readonly rest = Effect.suspend(() => waitUntil(this.#restUntil))

  begin(): void {
    this.#beganAt = performance.now()
  }

  end(access: Access): void {
    const now = performance.now()
    if (now - this.#beganAt > Math.random() * busyMillis) this.#restUntil = now + restMillis[access]
  }
}

/** Repeats an attempt to attach a file while another process has it, and says so after a second. */
export const whenUnlocked = Effect.fnUntraced(function* (
  file: string,
  access: Access,
  attempt: Effect.Effect<void, MirrorError>,
  onWaiting: OnWaiting
): Effect.fn.Return<void, MirrorError> {
  const began = performance.now()
  let isSaid = false
  for (;;) {
    const error = yield* Effect.match(attempt, { onFailure: (failure) => failure, onSuccess: () => undefined })
    if (error === undefined) return
    const waited = performance.now() - began
    if (error.problem !== "Locked" || waited > maxWaitMillis[access]) return yield* error
    if (waited > silentMillis && !isSaid) {
      isSaid = true
      onWaiting(`Waiting for another process that uses the mirror ${file}.`)
    }
    yield* waitUntil(performance.now() + retryMillis)
  }
})
