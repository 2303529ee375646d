import { digestLength, digestOf, fromBase64, toBase64 } from "./digest.ts"

export const defaultRememberedRecords = 2_000_000
export const minRememberedRecords = 1000
/** Below the limit of a `Set`, which is 16,777,216 values. */
export const maxRememberedRecords = 10_000_000

/** The records that a walk read, by digests of their ids. When it is full, a new digest replaces the oldest one. */
export class Seen {
  readonly #max: number
  readonly #digests = new Set<string>()
  /** Iterates from the oldest digest. It is never restarted, because a new iterator would visit every removed one. */
  readonly #oldest = this.#digests.values()
  /** Number of digests that were replaced. */
  forgotten = 0

  constructor(max: number = defaultRememberedRecords) {
    this.#max = max
  }

  has(id: string): boolean {
    return this.#digests.has(digestOf(id))
  }

  /** Adds an id. Returns `false` if it was already there. */
  add(id: string): boolean {
    return this.#addDigest(digestOf(id))
  }

  /** Adds the digests of a page. Returns `false` if the text is not the result of `encodeSeen`. */
  addEncoded(text: string): boolean {
    const digests = fromBase64(text) ?? ""
    for (let at = 0; at < digests.length; at += digestLength) this.#addDigest(digests.slice(at, at + digestLength))
    return digests !== "" || text === ""
  }

  #addDigest(digest: string): boolean {
    const { size } = this.#digests
    this.#digests.add(digest)
    if (this.#digests.size === size) return false
    if (this.#digests.size > this.#max) {
      const oldest = this.#oldest.next()
      if (oldest.done !== true) this.#digests.delete(oldest.value)
      this.forgotten++
    }
    return true
  }
}

/** Returns the digests of ids, 16 bytes each, as Base64. */
export const encodeSeen = (ids: ReadonlyArray<string>): string => toBase64(ids.map(digestOf).join(""))
