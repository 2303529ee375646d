import { hash } from "node:crypto"

/** A power of two, as every later one. */
const firstCapacity = 64
const fullest = 0.7
const wordsInDigest = 4

/**
 * The ids of a load, and how many rows had the same values: what makes one id of one record.
 *
 * **Units** 20 bytes for each place of the table, of which at most seven in ten are taken; gone when the load is done.
 *
 * **Gotchas** a `Set` of texts takes five times as much, and ends at 16,777,216 of them.
 *
 * **Source** decision 26.
 */
export class KnownIds {
  #capacity = firstCapacity
  #digests = new Uint32Array(firstCapacity * wordsInDigest)
  // How many rows had that digest, and one more; 0 for a place that is free.
  #rows = new Uint32Array(firstCapacity)
  #size = 0
  readonly #sought = new Uint32Array(wordsInDigest)

  /** Notes a record's id. Tells whether it is a new one; a known one is the same record again. */
  addId(id: string): boolean {
    return this.#addDigest(isDigest(id) ? id : digestOf(`id\u001F${id}`))
  }

  /**
   * The id of a row, which has none: a digest of its values, and of its ordinal among equal rows, so that it is the same
   * after a reload and in another order. Nothing where a record with that id came before.
   */
  idOfRow(fields: ReadonlyArray<string>): string | undefined {
    const row = fields.join("\u001F")
    const digest = digestOf(row)
    const index = this.#placeOf(digest)
    const known = this.#rows[index] ?? 0
    if (known <= 1) {
      if (known === 0) this.#take(index)
      this.#rows[index] = 2
      return known === 0 ? digest : undefined
    }
    this.#rows[index] = known + 1
    const id = digestOf(`${row}\u001F${known - 1}`)
    return this.#addDigest(id) ? id : undefined
  }

  #addDigest(digest: string): boolean {
    const index = this.#placeOf(digest)
    if (this.#rows[index] !== 0) return false
    this.#take(index)
    this.#rows[index] = 1
    return true
  }

  // The place that a digest has, or the free one that it would take.
  #placeOf(digest: string): number {
    if (this.#size >= this.#capacity * fullest) this.#grow()
    for (let word = 0; word < wordsInDigest; word++) this.#sought[word] = hexWord(digest, word * 8)
    return this.#find(this.#sought, 0)
  }

  #find(words: Uint32Array, at: number): number {
    // Ids that somebody counted up differ in their last word only, and in a few bits of it.
    let mixed = 0
    for (let word = 0; word < wordsInDigest; word++) {
      mixed = Math.imul(mixed ^ (words[at + word] ?? 0), 0x9e3779b1)
      mixed ^= mixed >>> 15
    }
    const mask = this.#capacity - 1
    let index = mixed & mask
    while (this.#rows[index] !== 0 && !this.#holds(index, words, at)) index = (index + 1) & mask
    return index
  }

  #holds(index: number, words: Uint32Array, at: number): boolean {
    for (let word = 0; word < wordsInDigest; word++) {
      if (this.#digests[index * wordsInDigest + word] !== words[at + word]) return false
    }
    return true
  }

  #take(index: number): void {
    this.#digests.set(this.#sought, index * wordsInDigest)
    this.#size += 1
  }

  #grow(): void {
    const digests = this.#digests
    const rows = this.#rows
    this.#capacity *= 2
    this.#digests = new Uint32Array(this.#capacity * wordsInDigest)
    this.#rows = new Uint32Array(this.#capacity)
    for (const [before, count] of rows.entries()) {
      if (count === 0) continue
      const at = before * wordsInDigest
      const index = this.#find(digests, at)
      this.#digests.set(digests.subarray(at, at + wordsInDigest), index * wordsInDigest)
      this.#rows[index] = count
    }
  }
}

const digestOf = (text: string): string => hash("sha256", text, "hex").slice(0, 32)

/** Ids that are digests are not digested again: it would cost as much as the rest of a row. */
const isDigest = (id: string): boolean => /^[0-9a-f]{32}$/.test(id)

/** Eight lower-case hexadecimal digits as a number; `parseInt` takes twice as long. */
const hexWord = (digits: string, at: number): number => {
  let word = 0
  for (let place = at; place < at + 8; place++) {
    const code = digits.charCodeAt(place)
    word = (word << 4) | (code < 58 ? code - 48 : code - 87)
  }
  return word
}
