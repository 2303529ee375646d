import { Clock, Duration, Effect, type Exit, Scheduler } from "effect"

/** A fiber that sleeps, and until when. */
interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** A clock that stands still until it is moved to the next sleeper. */
class VirtualClock implements Clock.Clock {
  #now: number
  /** Ordered by time; those with the same time in order of arrival. */
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

  /** Moves to the time of the next sleeper and wakes it. Returns false if nothing sleeps. */
  wakeNext(): boolean {
    const next = this.#sleepers.shift()
    if (next === undefined) return false
    this.#now = next.at
    next.wake()
    return true
  }
}

/** A scheduler that counts its pending tasks. */
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

/** Turns of the event loop without a task after which everything waits: a promise between two fibers takes a few. */
const quietTurns = 6
/** A program that neither sleeps nor ends for so long hangs. Real time, because it may be reading a file. **Units** milliseconds. */
const patienceMillis = 3000

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** When virtual time begins unless a program says otherwise: 2 June 2025, a Monday, 16:00 UTC. **Units** milliseconds since 1970. */
export const virtualStart = Date.UTC(2025, 5, 2, 16)

/** How a run in virtual time ended. */
export interface VirtualEnd<A, E> {
  /** `undefined` if the program hangs. */
  readonly exit: Exit.Exit<A, E> | undefined
  /** **Units** milliseconds since 1970. */
  readonly endedAt: number
  /** Sleepers that outlived the program. */
  readonly leftSleeping: number
}

/**
 * Runs a program in virtual time: whenever all of its fibers wait, the clock moves to the next sleeper. The same program makes
 * the same run.
 *
 * **Gotchas** while a fiber sleeps, promises are awaited only if they settle without threads or sockets.
 */
export const inVirtualTime = async <A, E>(
  program: Effect.Effect<A, E>,
  startAt = virtualStart
): Promise<VirtualEnd<A, E>> => {
  const clock = new VirtualClock(startAt)
  const { scheduler, work } = countingScheduler()
  const fiber = Effect.runFork(Effect.provideService(program, Clock.Clock, clock), { scheduler })

  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < quietTurns; quiet++) {
      await turn()
      if (work.pending > 0) quiet = -1
    }
  }

  let idleSince = performance.now()
  while (fiber.pollUnsafe() === undefined && performance.now() - idleSince < patienceMillis) {
    await settle()
    if (fiber.pollUnsafe() === undefined && clock.wakeNext()) idleSince = performance.now()
  }
  const endedAt = clock.currentTimeMillisUnsafe()
  await settle()
  return { exit: fiber.pollUnsafe(), endedAt, leftSleeping: clock.sleeping }
}
