import { assert, describe, it } from "@effect/vitest"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Schema } from "effect"
import { SeenRecords } from "../src/walk/SeenRecords.ts"

const rejected = (raw: unknown) => ({ reason: "broken", raw })

/** What `SeenRecords` does, as plainly as it can be written. */
class PlainSeen {
  readonly #remembered: number
  readonly #ids: Array<string> = []
  forgotten = 0

  constructor(remembered: number) {
    this.#remembered = remembered
  }

  has(id: string): boolean {
    return this.#ids.includes(id)
  }

  add(id: string): boolean {
    if (this.has(id)) return false
    if (this.#ids.push(id) > this.#remembered) {
      this.#ids.shift()
      this.forgotten++
    }
    return true
  }
}

/** Few ids of every form, so that they come again. */
const idOf = (number: number): string => {
  const digits = Math.floor(number / 4)
    .toString(16)
    .padStart(32, "0")
  switch (number % 4) {
    case 0:
      return digits
    case 1:
      return digits.toUpperCase().padStart(33, "x")
    case 2:
      return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
    default:
      return String(number)
  }
}

const manySteps = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 120 }))).check(
  Schema.isMaxLength(400)
)

describe("SeenRecords", () => {
  for (const remembered of [1, 2, 7, 40]) {
    it.prop(`remembers the last ${remembered} as a plain list does`, { numbers: manySteps }, ({ numbers }) => {
      const seen = new SeenRecords(remembered)
      const plain = new PlainSeen(remembered)
      for (const number of numbers) {
        const id = idOf(number)
        assert.strictEqual(seen.has(id), plain.has(id))
        assert.strictEqual(seen.add(id), plain.add(id))
        assert.strictEqual(seen.has(idOf(numbers[0] ?? 0)), plain.has(idOf(numbers[0] ?? 0)))
      }
      assert.strictEqual(seen.forgotten, plain.forgotten)
    })
  }

  it("grows to what it may remember, and forgets the oldest from there on", () => {
    const seen = new SeenRecords(3000)
    for (let number = 0; number < 10_000; number++) assert.isTrue(seen.add(idOf(number)))
    assert.strictEqual(seen.forgotten, 7000)
    for (let number = 0; number < 10_000; number++) assert.strictEqual(seen.has(idOf(number)), number >= 7000)
  })

  it("tells apart ids that differ in case, hyphens, length or half a surrogate pair", () => {
    const hexadecimal = "0123456789abcdef0123456789abcdef"
    const uuid = "01234567-89ab-cdef-0123-456789abcdef"
    const ids = [
      hexadecimal,
      hexadecimal.toUpperCase(),
      uuid,
      uuid.toUpperCase(),
      `${hexadecimal}0`,
      hexadecimal.slice(1),
      `${hexadecimal.slice(1)}g`,
      `${hexadecimal.slice(1)}\u0130`,
      "01234567-89ab-cdef-0123_456789abcdef",
      "\ud800",
      "\ud801",
      "\ufffd",
      "😀",
      "a",
      "a\u0000"
    ]
    const seen = new SeenRecords(1000)
    for (const id of ids) assert.isTrue(seen.add(id), id)
    for (const id of ids) assert.isFalse(seen.add(id), id)
  })

  it("knows a rejected record by its id, or by its JSON where it has none", () => {
    const seen = new SeenRecords(1000)
    assert.isTrue(seen.addRejected(rejected({ id: "a", type: 1 })))
    assert.isFalse(seen.addRejected(rejected({ id: "a", type: 2 })))
    assert.isTrue(seen.has("a"))
    for (const raw of [{ type: 1 }, { type: 2 }, { id: "" }, { id: 5 }, null, 5, "a", []]) {
      assert.isFalse(seen.hasRejected(rejected(raw)))
      assert.isTrue(seen.addRejected(rejected(raw)), JSON.stringify(raw))
      assert.isTrue(seen.hasRejected(rejected(raw)))
      assert.isFalse(seen.addRejected(rejected(raw)))
    }
  })

  it("takes no id for a rejected record, not even one made of its digest", () => {
    const json = JSON.stringify({ type: "broken" })
    const units = Uint8Array.from([...json].flatMap((unit) => [unit.charCodeAt(0), 0]))
    for (const id of [bytesToHex(sha256(units)).slice(0, 32), json]) {
      const seen = new SeenRecords(1000)
      seen.addRejected(rejected({ type: "broken" }))
      assert.isTrue(seen.add(id))
    }
  })

  it("remembers a million ids in a few dozen megabytes", () => {
    const before = process.memoryUsage().arrayBuffers
    const seen = new SeenRecords(1_000_000)
    for (let number = 0; number < 1_000_000; number++) seen.add(number.toString(16).padStart(32, "0"))
    assert.strictEqual(seen.forgotten, 0)
    assert.isTrue(seen.has("0".repeat(32)))
    // The tables that it outgrew may not have been collected: as much again at most.
    assert.isBelow(process.memoryUsage().arrayBuffers - before, 2 * 32 * 1_000_000)
  })
})
