import { Clock, Duration, Effect, type Exit, Scheduler } from "effect"

/** Sleeping fiber and the time at which it wakes. */
interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** Clock that advances only to the time of the next sleeper. */
class VirtualClock implements Clock.Clock {
  #now: number
  /** Ordered by time, then by arrival. */
  readonly #sleepers: Array<Sleeper> = []

  constructor(startAt: number) {
    this.#now = startAt
  }

  currentTimeMillisUnsafe(): number {
    return this.#now
  }

  currentTimeNanosUnsafe(): bigint {
    return BigInt(this.#now) * 1_000_000n
  }

  monotonicTimeNanosUnsafe(): bigint {
    return this.currentTimeNanosUnsafe()
  }

  readonly currentTimeMillis = Effect.sync(() => this.currentTimeMillisUnsafe())
  readonly currentTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos = Effect.sync(() => this.monotonicTimeNanosUnsafe())

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    const millis = Math.ceil(Duration.toMillis(duration))
    if (millis <= 0) return Effect.yieldNow
    return Effect.callback((resume) => {
      const sleeper = { at: this.#now + millis, wake: () => resume(Effect.void) }
      const later = this.#sleepers.findIndex(({ at }) => at > sleeper.at)
      this.#sleepers.splice(later === -1 ? this.#sleepers.length : later, 0, sleeper)
      return Effect.sync(() => {
        const place = this.#sleepers.indexOf(sleeper)
        if (place !== -1) this.#sleepers.splice(place, 1)
      })
    })
  }

  get sleeping(): number {
    return this.#sleepers.length
  }

  /** Advances to the time of the next sleeper and wakes it. Returns `false` if nothing sleeps. */
  wakeNext(): boolean {
    const next = this.#sleepers.shift()
    if (next === undefined) return false
    this.#now = next.at
    next.wake()
    return true
  }
}

/** Creates a scheduler that counts its pending tasks. */
const countingScheduler = () => {
  const work = { pending: 0 }
  const scheduler = new Scheduler.MixedScheduler("async", (task) => {
    work.pending++
    const immediate = setImmediate(() => {
      work.pending--
      task()
    })
    return () => {
      work.pending--
      clearImmediate(immediate)
    }
  })
  return { scheduler, work }
}

/** Idle turns of the event loop after which every fiber is considered waiting. A promise between two fibers takes a few turns. */
const idleTurns = 6
/**
 * A program that neither sleeps nor ends for this long hangs. **Units** milliseconds of this process's own processor time: the
 * program may be reading a file, and on a busy machine that takes longer.
 */
const hangTimeoutMillis = 5_000

const processorMillis = (): number => {
  const { system, user } = process.cpuUsage()
  return (user + system) / 1000
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** Leaves the processor to others, such as an engine that a fiber waits for. */
const rest = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 1))

/** Default start of virtual time: Monday, June 2, 2025, 16:00 UTC. **Units** milliseconds since 1970. */
export const virtualStart = Date.UTC(2025, 5, 2, 16)

/** Result of a run in virtual time. */
export interface VirtualRunResult<A, E> {
  /** `undefined` if the program hangs. */
  readonly exit: Exit.Exit<A, E> | undefined
  /** **Units** milliseconds since 1970. */
  readonly endedAt: number
  /** The number of fibers still sleeping after the program ended. */
  readonly leftSleeping: number
}

/**
 * Runs a program in virtual time: when all of its fibers wait, the clock advances to the next sleeper. Runs are deterministic.
 *
 * **Gotchas** Promises that depend on threads or sockets are not awaited while a fiber sleeps.
 */
export const inVirtualTime = async <A, E>(
  program: Effect.Effect<A, E>,
  startAt = virtualStart
): Promise<VirtualRunResult<A, E>> => {
  const clock = new VirtualClock(startAt)
  const { scheduler, work } = countingScheduler()
  const fiber = Effect.runFork(Effect.provideService(program, Clock.Clock, clock), { scheduler })

  const settle = async (): Promise<void> => {
    for (let idle = 0; idle < idleTurns; idle++) {
      await turn()
      if (work.pending > 0) idle = -1
    }
  }

  let idleSince = processorMillis()
  while (fiber.pollUnsafe() === undefined && processorMillis() - idleSince < hangTimeoutMillis) {
    await settle()
    if (fiber.pollUnsafe() !== undefined) break
    if (clock.wakeNext()) idleSince = processorMillis()
    else await rest()
  }
  const endedAt = clock.currentTimeMillisUnsafe()
  await settle()
  return { exit: fiber.pollUnsafe(), endedAt, leftSleeping: clock.sleeping }
}
