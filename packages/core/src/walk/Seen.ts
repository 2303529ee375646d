/** How many ids a walk remembers, unless its options say otherwise. */
export const defaultRememberedRecords = 200_000
export const minRememberedRecords = 1000
/** A `Set` cannot hold more than 16,777,216 values. */
export const maxRememberedRecords = 10_000_000

/** The ids of the records that a walk read. When it is full, the oldest id makes room for a new one. */
export class Seen {
  readonly #max: number
  readonly #ids = new Set<string>()
  /** Yields the ids in the order in which they were added. It must not be restarted: that would visit every removed id. */
  readonly #oldest = this.#ids.values()
  /** How many ids made room for others. */
  forgotten = 0

  constructor(max: number = defaultRememberedRecords) {
    this.#max = max
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  /** Adds an id. Returns `false` if it was already there. */
  add(id: string): boolean {
    const { size } = this.#ids
    this.#ids.add(id)
    if (this.#ids.size === size) return false
    if (this.#ids.size > this.#max) {
      const oldest = this.#oldest.next()
      if (oldest.done !== true) this.#ids.delete(oldest.value)
      this.forgotten++
    }
    return true
  }
}
