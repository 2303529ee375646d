import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Timers stand still while a machine sleeps, so the clock is read again after this time. **Units** milliseconds. */
const maxSleepMillis = 30_000

/** Waits until a time by the clock. **Units** milliseconds since 1970. */
export const sleepUntil = Effect.fnUntraced(function* (time: number) {
  for (;;) {
    const left = time - (yield* Clock.currentTimeMillis)
    if (left <= 0) return
    // A fraction of a millisecond would be rounded down.
    yield* Effect.sleep(Math.min(maxSleepMillis, Math.max(1, left)))
  }
})
