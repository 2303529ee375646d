import { Effect } from "effect"

/** What happened in a test's processes and servers, in order, and a way to wait for what is still to happen. */
export class Journal {
  readonly #entries: Array<string> = []
  readonly #readers = new Set<() => void>()

  add(entry: string): void {
    this.#entries.push(entry)
    for (const read of this.#readers) read()
  }

  /** The entries that match. */
  all(pattern: RegExp): ReadonlyArray<string> {
    return this.#entries.filter((entry) => pattern.test(entry))
  }

  /** Waits for so many entries that match. */
  until(pattern: RegExp, count = 1): Effect.Effect<void> {
    return Effect.callback((resume) => {
      const read = (): void => {
        if (this.all(pattern).length >= count) resume(Effect.void)
      }
      this.#readers.add(read)
      read()
      return Effect.sync(() => this.#readers.delete(read))
    })
  }
}
