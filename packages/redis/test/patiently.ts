import { Clock, Duration, Effect } from "effect"

const clock = Effect.runSync(Clock.Clock)

/** A clock whose timers take a minute for each second. */
const patientClock: Clock.Clock = {
  currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe(),
  currentTimeMillis: clock.currentTimeMillis,
  currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
  currentTimeNanos: clock.currentTimeNanos,
  monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: clock.monotonicTimeNanos,
  sleep: (duration) => clock.sleep(Duration.times(duration, 60))
}

/** Runs an effect in which no operation of Redis takes too long, also on a busy machine. */
export const patiently = Effect.provideService(Clock.Clock, patientClock)
