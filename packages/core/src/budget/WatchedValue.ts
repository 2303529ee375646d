import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Stream from "effect/Stream"

/** A value whose changes can be watched. */
export class WatchedValue<A extends object> {
  #value: A
  #changed = Latch.makeUnsafe()

  constructor(value: A) {
    this.#value = value
  }

  get value(): A {
    return this.#value
  }

  /** Updates some members and notifies every consumer of `changes`. */
  update(change: Partial<A>): void {
    this.#value = { ...this.#value, ...change }
    const changed = this.#changed
    this.#changed = Latch.makeUnsafe()
    changed.openUnsafe()
  }

  /** A stream of the current value and each later one. A slow consumer gets only the latest. */
  get changes(): Stream.Stream<A> {
    return Stream.suspend(() => {
      let watched: A | undefined
      return Stream.fromEffectRepeat(
        Effect.suspend(() => (this.#value === watched ? this.#changed.await : Effect.void)).pipe(
          Effect.map(() => (watched = this.#value))
        )
      )
    })
  }
}
