import { assert, describe, it } from "@effect/vitest"
import { Fragments } from "../src/store/Fragments.ts"
import { momentOf } from "../src/store/moment.ts"
import { pageWriter, writeDecimals, writeHex, writeMoment, writePiece } from "../src/store/PageWriter.ts"
import { SeededRandom } from "../src/SeededRandom.ts"

const slabBytes = 65_536

/** What a function writes into memory that is full of dots. */
const written = (length: number, write: (view: DataView) => void): string => {
  const bytes = Buffer.alloc(length, ".")
  write(new DataView(bytes.buffer, bytes.byteOffset, length))
  return bytes.toString()
}

const bodyOf = (text: string): Uint8Array => {
  pageWriter.begin()
  pageWriter.text(text)
  return pageWriter.finish()
}

const textOf = (body: Uint8Array): string => Buffer.from(body).toString()

describe("the page writer", () => {
  it("writes texts and bytes one after the other, also where they outgrow its memory at any byte", () => {
    const random = new SeededRandom(1)
    const characters = ["x", "é", "漢", "🛎"] as const
    for (const around of [-40, -24, -16, -9, -8, -7, -1, 0, 1]) {
      const first = "a".repeat(slabBytes + around)
      pageWriter.begin()
      pageWriter.bytes(Buffer.from(first))
      const rest = Array.from({ length: 12 }, () => random.pick(characters).repeat(random.between(0, 9)))
      for (const text of rest) pageWriter.text(text)
      assert.isTrue(textOf(pageWriter.finish()) === first + rest.join(""), `${around} bytes from the end of a slab`)
    }
  })

  it("has room for as many bytes as were reserved, and a word behind them", () => {
    for (const bytes of [slabBytes - 9, slabBytes - 8, slabBytes - 7, slabBytes, 3 * slabBytes]) {
      pageWriter.begin()
      pageWriter.text("[")
      pageWriter.reserve(bytes - 1)
      assert.isAtLeast(pageWriter.view.byteLength, bytes + 8)
      assert.strictEqual(textOf(pageWriter.finish()), "[")
    }
  })

  it("drops what was written and not finished", () => {
    pageWriter.text("half a body")
    assert.strictEqual(textOf(bodyOf("whole")), "whole")
  })

  it("writes into a slab again once its body is given back, and not before", () => {
    const kept = bodyOf("kept")
    const given = bodyOf("given")
    pageWriter.giveBack(given)
    const later = [bodyOf("later"), bodyOf("last")]
    assert.include(
      later.map(({ buffer }) => buffer),
      given.buffer
    )
    assert.strictEqual(textOf(kept), "kept")
    assert.deepStrictEqual(later.map(textOf), ["later", "last"])
  })

  it("takes a body back once, and nothing that is not its own", () => {
    const body = bodyOf("once")
    pageWriter.giveBack(body)
    pageWriter.giveBack(body)
    pageWriter.giveBack(new Uint8Array(slabBytes))
    const bodies = Array.from({ length: 70 }, (_, n) => bodyOf(String(n)))
    assert.deepStrictEqual(
      bodies.map(textOf),
      bodies.map((_, n) => String(n))
    )
    assert.strictEqual(new Set(bodies.map(({ buffer }) => buffer)).size, bodies.length)
  })

  it("keeps 64 slabs to be used again, and none that is larger than usual", () => {
    const reused = (bodies: ReadonlyArray<Uint8Array>) => {
      for (const body of bodies) pageWriter.giveBack(body)
      const buffers = new Set(bodies.map(({ buffer }) => buffer))
      const later = Array.from({ length: 80 }, () => bodyOf("later"))
      return later.filter(({ buffer }) => buffers.has(buffer)).length
    }
    assert.strictEqual(reused(Array.from({ length: 70 }, () => bodyOf("body"))), 64)
    assert.strictEqual(reused([bodyOf("x".repeat(slabBytes))]), 0)
  })
})

describe("what is written into a page", () => {
  it("are pieces, copied whole, each to where the next one begins", () => {
    const texts = ["", "a", "seven…", "8 bytes!", "nine byte", "x".repeat(33), "é🛎"]
    const pieces = new Fragments(texts)
    assert.strictEqual(pieces.longest, 33)
    for (const [piece, text] of texts.entries()) {
      const { length } = Buffer.from(text)
      const page = written(64, (view) => assert.strictEqual(writePiece(view, 5, pieces, piece), 5 + length))
      assert.isTrue(page.startsWith(`.....${text}`), text)
      // Whole words are copied, so that up to seven bytes behind the piece are written too.
      assert.isTrue(page.endsWith(".".repeat(64 - 5 - Math.ceil(length / 8) * 8)), text)
    }
  })

  it("are the digits of words, numbers and moments, with their zeros and nothing behind them", () => {
    const random = new SeededRandom(2)
    for (let round = 0; round < 200; round++) {
      const word = random.uint32() >>> random.between(0, 31)
      assert.strictEqual(
        written(10, (view) => writeHex(view, 1, word)),
        `.${word.toString(16).padStart(8, "0")}.`
      )
      const digits = random.between(0, 12)
      const number = random.below(10 ** digits)
      const page = written(14, (view) => assert.strictEqual(writeDecimals(view, 1, number, digits), 1 + digits))
      const text = digits === 0 ? "" : String(number).padStart(digits, "0")
      assert.strictEqual(page, `.${text}`.padEnd(14, "."))
    }
    for (const moment of ["0000-01-01 00:00:00", "9999-12-31 23:59:59", "2021-07-07 01:02:03", "1999-10-20 10:20:30"]) {
      const page = written(21, (view) => writeMoment(view, 1, momentOf(moment)))
      assert.strictEqual(page, `.${moment.replaceAll(/[- :]/g, ".")}.`)
    }
  })
})
