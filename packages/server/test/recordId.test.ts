import { assert, describe, it } from "@effect/vitest"
import { SeededRandom } from "../src/SeededRandom.ts"
import { digestOf, hexOfWord, mixed, readHexId } from "../src/store/recordId.ts"

const wordsOf = (text: string): ReadonlyArray<number> | undefined => {
  const words = new Uint32Array(4)
  return readHexId(text, words) ? Array.from(words) : undefined
}

/** How many places of a table the numbers lead to. */
const places = (numbers: ReadonlyArray<number>): number =>
  new Set(numbers.map((number) => number % numbers.length)).size

describe("an id of 32 hexadecimal digits", () => {
  it("is four words, and written as it was", () => {
    const random = new SeededRandom(1)
    assert.deepStrictEqual(wordsOf("00000000ffffffff0123456789abcdef"), [0, 0xffff_ffff, 0x0123_4567, 0x89ab_cdef])
    for (let round = 0; round < 200; round++) {
      const id = random.hex(32)
      assert.strictEqual(wordsOf(id)?.map(hexOfWord).join(""), id)
    }
  })

  it("is nothing else", () => {
    const digits = "0123456789abcdef0123456789abcdef"
    for (const other of ["", digits.slice(1), `${digits}0`, digits.toUpperCase(), `${digits.slice(1)}g`]) {
      assert.isUndefined(wordsOf(other))
    }
    for (const foreign of ["/", ":", "`", "g", "G", "\u0000", "\u007F", "\u0080", "é", "🛎"]) {
      for (const at of [0, 7, 8, 31]) {
        assert.isUndefined(wordsOf((digits.slice(0, at) + foreign + digits.slice(at + 1)).slice(0, 32)))
      }
    }
  })

  it("is looked for where those who kept a table put it", () => {
    assert.deepStrictEqual(
      [
        mixed(0, 0, 0, 0),
        mixed(1, 2, 3, 4),
        mixed(0xffff_ffff, 0x0123_4567, 0x89ab_cdef, 0xdead_beef),
        mixed(0x8000_0000, 0x7fff_ffff, 0x10, 0xf000_0001)
      ],
      [0, 518_671_779, 3_377_059_026, 1_635_053_105]
    )
  })

  it("is looked for in a place that few others have, also where ids are counts", () => {
    const random = new SeededRandom(2)
    const word = () => random.uint32()
    const counts = Array.from({ length: 4096 }, (_, n) => n)
    const ids = {
      "random words": counts.map(() => mixed(word(), word(), word(), word())),
      "a first word that counts": counts.map((n) => mixed(n, 0, 0, 0)),
      "a second word that counts": counts.map((n) => mixed(0, n, 0, 0)),
      "a third word that counts": counts.map((n) => mixed(0, 0, n, 0)),
      "a fourth word that counts": counts.map((n) => mixed(0, 0, 0, n)),
      "the high half of the first word": counts.map((n) => mixed(n << 16, 0, 0, 0)),
      "the high half of the second word": counts.map((n) => mixed(0, n << 16, 0, 0)),
      "the high half of the third word": counts.map((n) => mixed(0, 0, n << 16, 0)),
      "the high half of the fourth word": counts.map((n) => mixed(0, 0, 0, n << 16)),
      "pairs of small numbers": counts.map((n) => mixed(n & 63, n >>> 6, 0, 0)),
      "pairs of equal words": counts.map((n) => mixed(n, n, n, n))
    }
    for (const [name, numbers] of Object.entries(ids)) {
      assert.isTrue(
        numbers.every((number) => number >= 0 && number < 2 ** 32),
        name
      )
    }
    // Chance leads to 63 of 100 places.
    for (const [name, numbers] of Object.entries(ids)) assert.isAtLeast(places(numbers) / counts.length, 0.55, name)
  })
})

describe("the digest of a text", () => {
  it("is the 32-bit FNV-1a hash of its code units", () => {
    assert.deepStrictEqual(["", "a", "foobar"].map(digestOf), [0x811c_9dc5, 0xe40c_292c, 0xbf9c_f968])
  })
})
