import { Effect, Latch } from "effect"
import { type Call } from "./Call.ts"

/** One who waits in the line. */
export interface Waiter {
  readonly call: Call
  /** Opened when something changed for this waiter; whoever awaits it closes it first. */
  readonly woken: Latch.Latch
}

/** Those who wait for a place in the budget: interactive calls before bulk ones, and first come, first served. */
export class Line {
  readonly #waiters = new Set<Waiter>()

  get length(): number {
    return this.#waiters.size
  }

  first(): Waiter | undefined {
    let first: Waiter | undefined
    for (const waiter of this.#waiters) {
      if (waiter.call.isInteractive) return waiter
      first ??= waiter
    }
    return first
  }

  /** Whose turn a call would be, counted from 1, were it to join now. */
  turnOf(call: Call): number {
    if (!call.isInteractive) return this.#waiters.size + 1
    return [...this.#waiters].filter((waiter) => waiter.call.isInteractive).length + 1
  }

  /** Wakes whoever is first, because the line or the budget changed. */
  wakeFirst(): void {
    this.first()?.woken.openUnsafe()
  }

  /** Waits in the line for as long as an effect takes, and wakes the next one at its end. */
  readonly wait = <A, E>(call: Call, inLine: (waiter: Waiter) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const waiter: Waiter = { call, woken: Latch.makeUnsafe() }
      this.#waiters.add(waiter)
      return Effect.ensuring(
        inLine(waiter),
        Effect.sync(() => {
          this.#waiters.delete(waiter)
          this.wakeFirst()
        })
      )
    })
}
