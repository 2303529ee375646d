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
      `${"0".repeat(30)}10`,
      `${"0".repeat(31)}g`,
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

  it("tells apart ids that are alike but for eight of their digits, where every place is taken", () => {
    for (const place of [0, 8, 16, 24]) {
      const seen = new SeenRecords(1000)
      const id = (number: number) => "5".repeat(place) + number.toString(16).padStart(8, "0") + "5".repeat(24 - place)
      for (let number = 0; number < 1400; number++) assert.isTrue(seen.add(id(number)))
      for (let number = 0; number < 1400; number++) assert.strictEqual(seen.has(id(number)), number >= 400)
      assert.strictEqual(seen.forgotten, 400)
    }
  })

  it("takes no more memory than it needs, however much it may remember, and knows all after it grew", () => {
    const before = process.memoryUsage().arrayBuffers
    const seen = new SeenRecords(50_000_000)
    for (let number = 0; number < 2100; number++) seen.add(idOf(number))
    assert.isBelow(process.memoryUsage().arrayBuffers - before, 10_000_000)
    for (let number = 0; number < 4200; number++) assert.strictEqual(seen.has(idOf(number)), number < 2100)
  })

  it("takes 28 bytes a record at most, and as much again while it grows", () => {
    const taken = (make: () => SeenRecords): number => {
      const before = process.memoryUsage().arrayBuffers
      const made = Array.from({ length: 20 }, make)
      return (process.memoryUsage().arrayBuffers - before) / made.length
    }
    // Two tables of 1024 places, for records with an id and without.
    const first = 2 * 1024 * 28
    assert.isAtMost(
      taken(() => new SeenRecords(1024)),
      first
    )
    const grown = (): SeenRecords => {
      const seen = new SeenRecords(100_000)
      for (let number = 0; number < 1025; number++) seen.add(number.toString(16).padStart(32, "0"))
      return seen
    }
    // The tables that it outgrew may not have been collected.
    assert.isAtMost(taken(grown), first + 1025 * 2 * 28)
  })

  it("tells apart ids that differ in a single digit, or in what stands between the digits", () => {
    const uuid = "01234567-89ab-cdef-0123-456789abcdef"
    for (const id of [uuid, uuid.replaceAll("-", "")]) {
      const seen = new SeenRecords(1000)
      assert.isTrue(seen.add(id))
      for (const place of id.split("").keys()) {
        for (const unit of ["a", "/", "-", "\u00e9"].filter((unit) => unit !== id[place])) {
          const other = id.slice(0, place) + unit + id.slice(place + 1)
          assert.isTrue(seen.add(other), other)
          assert.isFalse(seen.add(other), other)
        }
      }
      assert.isFalse(seen.add(id))
    }
  })

  it("keeps hexadecimal digits as they are, hides those of a UUID behind a mark, and hashes all else", () => {
    const digits = "0123456789abcdef0123456789abcdef"
    const uuid = "01234567-89ab-cdef-0123-456789abcdef"
    const hashOf = (text: string) =>
      bytesToHex(sha256(Uint8Array.from([...text].flatMap((unit) => [unit.charCodeAt(0), 0])))).slice(0, 32)
    const seen = new SeenRecords(1000, { keepsJournal: true })
    const kept = (id: string) => {
      seen.add(id)
      return bytesToHex(seen.takeMet().withId)
    }
    assert.strictEqual(kept(digits), digits)
    assert.strictEqual(kept(uuid), "6a7c697a1a438a49d02ffb5eaee1386f")
    for (const other of [`${digits}0`, digits.toUpperCase(), uuid.toUpperCase(), uuid.replace("7-8", "7_8"), "a"]) {
      assert.strictEqual(kept(other), hashOf(other), other)
    }
  })

  it("hands on what it met since it was last asked, and knows what another met", () => {
    const first = new SeenRecords(1000, { keepsJournal: true })
    const ids = Array.from({ length: 9 }, (_, number) => idOf(number))
    const broken = [{ type: 1 }, { type: 2 }].map(rejected)
    const hand = (some: ReadonlyArray<string>, rejections: ReadonlyArray<{ reason: string; raw: unknown }>) => {
      for (const id of [...some, ...some]) first.add(id)
      for (const one of [...rejections, ...rejections]) first.addRejected(one)
      return first.takeMet()
    }
    const met = [hand(ids.slice(0, 5), broken), hand(ids.slice(3), []), hand(ids, broken)]
    assert.deepStrictEqual(
      met.map(({ withId, withoutId }) => [withId.length, withoutId.length]),
      [
        [80, 32],
        [64, 0],
        [0, 0]
      ]
    )
    const second = new SeenRecords(1000)
    for (const { withId, withoutId } of met) {
      // A part of a larger buffer, as a file is read.
      second.restore({ withId: Uint8Array.from([7, 7, ...withId, 7]).subarray(2, 2 + withId.length), withoutId })
    }
    for (const id of ids) assert.isFalse(second.add(id), id)
    for (const one of broken) assert.isFalse(second.addRejected(one))
    assert.isTrue(second.add(idOf(9)))
    assert.deepStrictEqual(second.takeMet(), { withId: new Uint8Array(), withoutId: new Uint8Array() })
  })

  it("knows a rejected record by its id, or by its JSON where it has none", () => {
    const seen = new SeenRecords(1000)
    assert.isTrue(seen.addRejected(rejected({ id: "a", type: 1 })))
    assert.isFalse(seen.addRejected(rejected({ id: "a", type: 2 })))
    assert.isTrue(seen.has("a"))
    assert.isTrue(seen.hasRejected(rejected({ id: "a", type: 3 })))
    for (const raw of [{ type: 1 }, { type: 2 }, { id: "" }, { id: 5 }, null, 5, "a", []]) {
      assert.isFalse(seen.hasRejected(rejected(raw)))
      assert.isTrue(seen.addRejected(rejected(raw)), JSON.stringify(raw))
      assert.isTrue(seen.hasRejected(rejected(raw)))
      assert.isFalse(seen.addRejected(rejected(raw)))
    }
  })

  it("counts the rejected records without an id among those that it no longer remembers", () => {
    const seen = new SeenRecords(2)
    for (let number = 0; number < 5; number++) {
      assert.isTrue(seen.add(idOf(number)))
      assert.isTrue(seen.addRejected(rejected({ number })))
    }
    assert.strictEqual(seen.forgotten, 6)
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
