import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Headers } from "effect/http"
import { Call, defaultSettings } from "../src/budget/Call.ts"
import { sleepUntil } from "../src/budget/sleepUntil.ts"
import { hour, quotaOf, refusedRequest, request } from "./quotaRequests.ts"

/** Returns a clock that jumps ahead of its timers when the machine sleeps. */
const suspendableClock = Effect.map(Clock.Clock, (timers) => {
  let ahead = 0
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => timers.currentTimeMillisUnsafe() + ahead,
    currentTimeMillis: Effect.map(timers.currentTimeMillis, (now) => now + ahead),
    currentTimeNanosUnsafe: () => timers.currentTimeNanosUnsafe(),
    currentTimeNanos: timers.currentTimeNanos,
    monotonicTimeNanosUnsafe: () => timers.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: timers.monotonicTimeNanos,
    sleep: (duration) => timers.sleep(duration)
  }
  return {
    sleep: (millis: number): void => void (ahead += millis),
    fork: <A, E>(effect: Effect.Effect<A, E>) =>
      Effect.forkChild(Effect.provideService(effect, Clock.Clock, clock), { startImmediately: true })
  }
})

const permit = Effect.suspend(() => quotaOf(1)).pipe(
  Effect.flatMap((quota) => Effect.andThen(request(quota), request(quota)))
)
const anHour = Effect.flatMap(Clock.currentTimeMillis, (now) => sleepUntil(now + hour))

describe("a machine that sleeps during a wait", () => {
  for (const [what, wait] of [
    ["a permit of the budget", Effect.asVoid(permit)],
    ["a time", anHour]
  ] as const) {
    it.effect(`waits for ${what} at most 30 seconds longer`, () =>
      Effect.gen(function* () {
        const { fork, sleep } = yield* suspendableClock
        for (const _ of [1, 2]) {
          const waiting = yield* fork(wait)
          yield* TestClock.adjust("10 seconds")
          sleep(hour)
          yield* TestClock.adjust("19 seconds")
          assert.isUndefined(waiting.pollUnsafe())
          yield* TestClock.adjust("1 second")
          assert.isDefined(waiting.pollUnsafe())
          yield* Fiber.join(waiting)
        }
      })
    )
  }

  it.effect("refuses a call behind others at most 30 seconds after its maxWait", () =>
    Effect.gen(function* () {
      const { fork, sleep } = yield* suspendableClock
      const quota = yield* quotaOf(1000)
      yield* refusedRequest(quota, Headers.empty, 119_000)
      const patient = yield* fork(request(quota))
      const settings = { ...defaultSettings, maxWait: 118_000 }
      const impatient = yield* fork(Effect.flip(request(quota, new Call("bulk", Number.POSITIVE_INFINITY, settings))))
      sleep(118_000)
      yield* TestClock.adjust("30 seconds")
      assert.isDefined(impatient.pollUnsafe())
      yield* Fiber.interrupt(patient)
    })
  )
})
