const fullest = 0.7

/**
 * Finds records by something that only one of them has, such as an id: an open-addressing table of record numbers,
 * because a `Map` ends at 2^24 entries and takes ten times the memory.
 *
 * **Gotchas** the table knows record numbers only; its owner tells the place to look for a record, and whether one is the right one.
 */
export class RecordTable {
  // 0 is an empty place, so a record is one more than its number.
  #places: Uint32Array
  #size: number

  /** With the places of another table, the records that it finds. */
  constructor(places: Uint32Array = new Uint32Array(64)) {
    this.#places = places
    this.#size = places.reduce((size, held) => (held === 0 ? size : size + 1), 0)
  }

  /** What the table is made of, as the constructor takes it. */
  get places(): Uint32Array {
    return this.#places
  }

  /** The record that lies where a place to look leads; nothing where there is none. */
  find(place: number, isIt: (record: number) => boolean): number | undefined {
    const mask = this.#places.length - 1
    for (let at = place & mask; ; at = (at + 1) & mask) {
      const held = this.#places[at] ?? 0
      if (held === 0) return undefined
      if (isIt(held - 1)) return held - 1
    }
  }

  /** Adds a record that is not in the table yet; `placeOf` tells again where the records lie that are. */
  add(place: number, record: number, placeOf: (record: number) => number): void {
    if (this.#size >= this.#places.length * fullest) this.#grow(placeOf)
    this.#put(place, record + 1)
    this.#size += 1
  }

  /** Gives every record another number. */
  renumber(numbers: Uint32Array): void {
    const places = this.#places
    for (let at = 0; at < places.length; at++) {
      const held = places[at] ?? 0
      if (held !== 0) places[at] = (numbers[held - 1] ?? 0) + 1
    }
  }

  #put(place: number, held: number): void {
    const mask = this.#places.length - 1
    let at = place & mask
    while (this.#places[at] !== 0) at = (at + 1) & mask
    this.#places[at] = held
  }

  #grow(placeOf: (record: number) => number): void {
    const before = this.#places
    this.#places = new Uint32Array(before.length * 2)
    for (const held of before) if (held !== 0) this.#put(placeOf(held - 1), held)
  }
}
