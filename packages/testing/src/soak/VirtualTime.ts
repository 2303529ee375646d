import { Clock, Duration, Effect, type Exit, Scheduler } from "effect"

/** Who sleeps until when. */
interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** A clock that stands still until it is told to go on to the next sleeper. */
class VirtualClock implements Clock.Clock {
  #now: number
  /** Ordered by time; of those with the same time, who came first is first. */
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

  /** Goes on to the time at which the next sleeper wants to wake, and wakes it; false where nobody sleeps. */
  goOn(): boolean {
    const next = this.#sleepers.shift()
    if (next === undefined) return false
    this.#now = next.at
    next.wake()
    return true
  }
}

/** A scheduler that knows whether it has something to do. */
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

/** How many turns of the event loop without work of ours make it quiet: promises between two fibers take some. */
const quietTurns = 6
/** How long nobody may sleep and nothing end, as while a file is read, before it counts as hanging; in real time. */
const patienceMillis = 3000

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** How a run in virtual time ended. */
export interface VirtualEnd<A, E> {
  /** Nothing where the program waits for what never comes. */
  readonly exit: Exit.Exit<A, E> | undefined
  /** **Units** milliseconds since 1970. */
  readonly endedAt: number
  /** How many still slept when the program had ended. */
  readonly leftSleeping: number
}

/**
 * Runs a program whose time passes at once: whenever everything waits, the clock goes on to the next one that sleeps.
 *
 * **Gotchas** the same program makes the same run. Promises inside are waited for, as long as they settle without threads
 * and sockets while somebody sleeps.
 */
export const inVirtualTime = async <A, E>(program: Effect.Effect<A, E>, startAt: number): Promise<VirtualEnd<A, E>> => {
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
    if (fiber.pollUnsafe() === undefined && clock.goOn()) idleSince = performance.now()
  }
  const endedAt = clock.currentTimeMillisUnsafe()
  await settle()
  return { exit: fiber.pollUnsafe(), endedAt, leftSleeping: clock.sleeping }
}
