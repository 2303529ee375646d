/** The words of 32 bits in a digest. */
export const wordsPerDigest = 4

const firstCapacity = 1024

/** A power of two, so that a slot is found with a mask, and large enough that a third of the slots stays empty. */
const slotsFor = (capacity: number): Uint32Array => new Uint32Array(2 ** Math.ceil(Math.log2(capacity * 1.5)))

/**
 * A set of digests of 16 bytes, in which the oldest one makes room when there are as many as may be kept.
 *
 * **Units** 22 to 28 bytes of memory a digest once it is full, and as much again at most while it grows.
 *
 * **Gotchas** a V8 `Set` of texts takes five times the memory, and ends at 16,777,216.
 */
export class DigestRing {
  readonly #most: number
  #digests: Uint32Array
  /** Where a digest stands among `#digests`, counted from 1; 0 is an empty slot. */
  #slots: Uint32Array
  #held = 0
  #oldest = 0
  #forgotten = 0

  constructor(most: number) {
    this.#most = most
    const capacity = Math.min(most, firstCapacity)
    this.#digests = new Uint32Array(capacity * wordsPerDigest)
    this.#slots = slotsFor(capacity)
  }

  /** How many digests made room for others. */
  get forgotten(): number {
    return this.#forgotten
  }

  has(digest: Uint32Array): boolean {
    return this.#slots[this.#slotOf(digest, 0)] !== 0
  }

  /** Puts a digest in; `false` where it was in already. */
  add(digest: Uint32Array): boolean {
    let slot = this.#slotOf(digest, 0)
    if (this.#slots[slot] !== 0) return false
    if (this.#held * wordsPerDigest === this.#digests.length) {
      if (this.#held === this.#most) this.#forgetOldest()
      else this.#grow()
      slot = this.#slotOf(digest, 0)
    }
    const place = (this.#oldest + this.#held) % this.#most
    this.#held++
    for (let word = 0; word < wordsPerDigest; word++) {
      this.#digests[place * wordsPerDigest + word] = digest[word] ?? 0
    }
    this.#slots[slot] = place + 1
    return true
  }

  /** The slot that a digest would have if it were alone. */
  #home(words: Uint32Array, at: number): number {
    let hash = (words[at] ?? 0) ^ Math.imul(words[at + 1] ?? 0, 0x9e37_79b1)
    hash ^= Math.imul(words[at + 2] ?? 0, 0x85eb_ca6b) ^ Math.imul(words[at + 3] ?? 0, 0xc2b2_ae35)
    hash = Math.imul(hash ^ (hash >>> 16), 0x7feb_352d)
    hash = Math.imul(hash ^ (hash >>> 15), 0x846c_a68b)
    return (hash ^ (hash >>> 16)) & (this.#slots.length - 1)
  }

  /** The slot that holds the digest at a place of `words`, or the empty one where it belongs. */
  #slotOf(words: Uint32Array, at: number): number {
    const digests = this.#digests
    const mask = this.#slots.length - 1
    for (let slot = this.#home(words, at); ; slot = (slot + 1) & mask) {
      const standing = this.#slots[slot] ?? 0
      const held = (standing - 1) * wordsPerDigest
      if (
        standing === 0 ||
        (digests[held] === words[at] &&
          digests[held + 1] === words[at + 1] &&
          digests[held + 2] === words[at + 2] &&
          digests[held + 3] === words[at + 3])
      ) {
        return slot
      }
    }
  }

  /** Only a ring that never forgot grows, so its digests stand from 0 on. */
  #grow(): void {
    const capacity = Math.min(this.#most, 2 * this.#held)
    const digests = new Uint32Array(capacity * wordsPerDigest)
    digests.set(this.#digests)
    this.#digests = digests
    this.#slots = slotsFor(capacity)
    for (let place = 0; place < this.#held; place++) {
      this.#slots[this.#slotOf(digests, place * wordsPerDigest)] = place + 1
    }
  }

  #forgetOldest(): void {
    const mask = this.#slots.length - 1
    let empty = this.#slotOf(this.#digests, this.#oldest * wordsPerDigest)
    // Whatever stands behind the new gap moves into it, unless it would come to stand before its home.
    for (let slot = (empty + 1) & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const standing = this.#slots[slot] ?? 0
      const home = this.#home(this.#digests, (standing - 1) * wordsPerDigest)
      if (((slot - home) & mask) < ((slot - empty) & mask)) continue
      this.#slots[empty] = standing
      empty = slot
    }
    this.#slots[empty] = 0
    this.#oldest = (this.#oldest + 1) % this.#most
    this.#held--
    this.#forgotten++
  }
}
