export const defaultRememberedRecords = 200_000
export const minRememberedRecords = 1000
/** Below the limit of a `Set`, which is 16,777,216 values. */
export const maxRememberedRecords = 10_000_000

/** The ids of the records that a walk read. When it is full, a new id replaces the oldest one. */
export class Seen {
  readonly #max: number
  readonly #ids = new Set<string>()
  /** Iterates from the oldest id. It is never restarted, because a new iterator would visit every removed id. */
  readonly #oldest = this.#ids.values()
  /** Number of ids that were replaced. */
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
