const maxSelections = 16

/** Caches recent selections, because clients request one page after another of the same list. */
export class RecentSelections<A> {
  readonly #selections = new Map<string, A>()

  /** Returns the cached selection for a key, or creates and caches it. */
  getOrMake(key: string, make: () => A): A {
    const selection = this.#selections.get(key) ?? make()
    // Inserting it again makes it the newest entry.
    this.#selections.delete(key)
    this.#selections.set(key, selection)
    for (const oldest of this.#selections.keys()) {
      if (this.#selections.size > maxSelections) this.#selections.delete(oldest)
    }
    return selection
  }
}
