import { Effect } from "effect"

/** The events of the processes and servers in a test, in order. Tests can wait for events. */
export class Journal {
  readonly #entries: Array<string> = []
  readonly #listeners = new Set<() => void>()

  add(entry: string): void {
    this.#entries.push(entry)
    for (const listener of this.#listeners) listener()
  }

  /** Returns the entries that match. */
  all(pattern: RegExp): ReadonlyArray<string> {
    return this.#entries.filter((entry) => pattern.test(entry))
  }

  /** Waits until `count` entries match. */
  until(pattern: RegExp, count = 1): Effect.Effect<void> {
    return Effect.callback((resume) => {
      const listener = (): void => {
        if (this.all(pattern).length >= count) resume(Effect.void)
      }
      this.#listeners.add(listener)
      listener()
      return Effect.sync(() => this.#listeners.delete(listener))
    })
  }
}
