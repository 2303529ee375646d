import { sha256 } from "@noble/hashes/sha2.js"
import { Predicate } from "effect"
import { DigestRing, wordsPerDigest } from "./DigestRing.ts"
import { type MetRecords } from "./Bookmark.ts"
import { type RejectedRecord } from "../records/Page.ts"

const notADigit = 16
const digitValues = new Uint8Array(128).fill(notADigit)
for (const [value, digit] of [..."0123456789abcdef"].entries()) digitValues[digit.charCodeAt(0)] = value

/** Where the digits of each half word stand in 32 hexadecimal digits, and in a UUID. */
const plainHalves = [0, 4, 8, 12, 16, 20, 24, 28] as const
const uuidHalves = [0, 4, 9, 14, 19, 24, 28, 32] as const

const noMark = [0, 0, 0, 0] as const
/** Sets a UUID apart from the same digits without hyphens. */
const uuidMark = [0x6b5f_2c1d, 0x93e8_47a6, 0xd10c_be39, 0x274a_f580] as const

const isUuidForm = (text: string): boolean =>
  text.length === 36 && text[8] === "-" && text[13] === "-" && text[18] === "-" && text[23] === "-"

const bytesPerDigest = 4 * wordsPerDigest

/** Digests that were added since they were last taken. */
class Journal {
  #words: Array<number> = []

  add(digest: Uint32Array): void {
    for (const word of digest) this.#words.push(word)
  }

  take(): Uint8Array {
    const bytes = new Uint8Array(4 * this.#words.length)
    const view = new DataView(bytes.buffer)
    for (const [place, word] of this.#words.entries()) view.setUint32(4 * place, word)
    this.#words = []
    return bytes
  }
}

/** The id of a rejected record; nothing where it has none. */
export const idOfRejected = ({ raw }: RejectedRecord): string | undefined =>
  Predicate.hasProperty(raw, "id") && Predicate.isString(raw.id) && raw.id !== "" ? raw.id : undefined

/**
 * The records that a walk has met, each remembered as a digest of 16 bytes.
 *
 * An id of 32 lowercase hexadecimal digits and a lowercase UUID are their own bytes; any other id is hashed. A rejected
 * record without an id is told from others by its JSON, and never taken for one that has an id.
 *
 * **Units** 22 to 28 bytes of memory a record.
 *
 * **Source** decisions, "The rules of a walk", 2 and 5.
 */
export class SeenRecords {
  readonly #byId: DigestRing
  readonly #withoutId: DigestRing
  readonly #digest = new Uint32Array(wordsPerDigest)
  readonly #journals: { readonly withId: Journal; readonly withoutId: Journal } | undefined

  constructor(remembered: number, options: { readonly keepsJournal: boolean } = { keepsJournal: false }) {
    this.#byId = new DigestRing(remembered)
    this.#withoutId = new DigestRing(remembered)
    this.#journals = options.keepsJournal ? { withId: new Journal(), withoutId: new Journal() } : undefined
  }

  /** What was met since this was last called; nothing where no journal is kept. */
  takeMet(): MetRecords {
    const { withId, withoutId } = this.#journals ?? { withId: new Journal(), withoutId: new Journal() }
    return { withId: withId.take(), withoutId: withoutId.take() }
  }

  /** Remembers what another walk met. */
  restore({ withId, withoutId }: MetRecords): void {
    this.#restore(this.#byId, withId)
    this.#restore(this.#withoutId, withoutId)
  }

  #restore(ring: DigestRing, digests: Uint8Array): void {
    const view = new DataView(digests.buffer, digests.byteOffset, digests.byteLength)
    for (let at = 0; at + bytesPerDigest <= digests.byteLength; at += bytesPerDigest) {
      for (let word = 0; word < wordsPerDigest; word++) this.#digest[word] = view.getUint32(at + 4 * word)
      ring.add(this.#digest)
    }
  }

  /** How many records are no longer remembered. */
  get forgotten(): number {
    return this.#byId.forgotten + this.#withoutId.forgotten
  }

  has(id: string): boolean {
    return this.#byId.has(this.#digestOfId(id))
  }

  /** Remembers a record; `false` where it was met before. */
  add(id: string): boolean {
    const digest = this.#digestOfId(id)
    const isNew = this.#byId.add(digest)
    if (isNew) this.#journals?.withId.add(digest)
    return isNew
  }

  hasRejected(rejected: RejectedRecord): boolean {
    const id = idOfRejected(rejected)
    return id === undefined ? this.#withoutId.has(this.#hashed(JSON.stringify(rejected.raw))) : this.has(id)
  }

  /** Remembers a record that breaks the contract; `false` where it was met before. */
  addRejected(rejected: RejectedRecord): boolean {
    const id = idOfRejected(rejected)
    if (id !== undefined) return this.add(id)
    const digest = this.#hashed(JSON.stringify(rejected.raw))
    const isNew = this.#withoutId.add(digest)
    if (isNew) this.#journals?.withoutId.add(digest)
    return isNew
  }

  #digestOfId(id: string): Uint32Array {
    if (id.length === 32 && this.#readHalves(id, plainHalves, noMark)) return this.#digest
    if (isUuidForm(id) && this.#readHalves(id, uuidHalves, uuidMark)) return this.#digest
    return this.#hashed(id)
  }

  /** Reads hexadecimal digits into the digest, four at a time; `false` where something else stands among them. */
  #readHalves(text: string, halves: ReadonlyArray<number>, mark: ReadonlyArray<number>): boolean {
    let digitsOr = 0
    for (let word = 0; word < wordsPerDigest; word++) {
      let bits = 0
      for (let half = 2 * word; half < 2 * word + 2; half++) {
        const from = halves[half] ?? 0
        for (let at = from; at < from + 4; at++) {
          const digit = digitValues[text.charCodeAt(at)] ?? notADigit
          digitsOr |= digit
          bits = (bits << 4) | digit
        }
      }
      this.#digest[word] = bits ^ (mark[word] ?? 0)
    }
    return digitsOr < notADigit
  }

  /** Hashes the text's UTF-16 units: in UTF-8 all lone surrogates are alike. */
  #hashed(text: string): Uint32Array {
    const units = new Uint16Array(text.length)
    for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at)
    const hash = sha256(new Uint8Array(units.buffer))
    const words = new DataView(hash.buffer, hash.byteOffset)
    for (let word = 0; word < wordsPerDigest; word++) this.#digest[word] = words.getUint32(4 * word)
    return this.#digest
  }
}
