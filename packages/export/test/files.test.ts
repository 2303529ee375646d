import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { createHash } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { type FileHandle } from "node:fs/promises"
import { join } from "node:path"
import { appendOnlyFile, completeLines, digestOf, writeAtomically } from "../src/files.ts"
import { folder, namesIn, textOf } from "./exporting.ts"
import { onOpen } from "./recordedDisk.ts"

const chunkBytes = 262_144

/** Contents whose lines end before, at and behind the end of a chunk, also within a character, or are longer than two chunks. */
const contents: ReadonlyArray<string> = [
  "",
  "a",
  "a\n\nbc\nd",
  `a\n${"é".repeat(chunkBytes + 1)}\nb\n`,
  ...[-2, -1, 0].map((more) => `${"x".repeat(chunkBytes + more)}\nsecond\n`),
  ...[-3, -2, -1].map((more) => `${"x".repeat(chunkBytes + more)}😀\n😀\n`)
]

describe("a file that is read in chunks", () => {
  it.effect("has all complete lines with their positions, and the digest of all bytes", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "lines")
      for (const content of contents) {
        writeFileSync(file, content)
        const lines = yield* Stream.runCollect(Stream.fromAsyncIterable(completeLines(file), Effect.die))
        // The last line is empty or incomplete.
        const expected = content.split("\n").slice(0, -1)
        const ends = expected.map((_, line) => Buffer.byteLength(`${expected.slice(0, line + 1).join("\n")}\n`))
        assert.deepStrictEqual(
          lines,
          expected.map((text, line) => ({ text, end: ends[line] ?? 0 }))
        )
        const sha256 = createHash("sha256").update(content).digest("hex")
        assert.deepStrictEqual(yield* digestOf(file), { bytes: Buffer.byteLength(content), sha256 })
      }
    })
  )
})

describe("a file that is written at its end", () => {
  it.effect("has all bytes, even if the system writes only some of them per call, and is closed at the end", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "file")
      writeFileSync(file, "earlier")
      const work = Effect.gen(function* () {
        const { handle, truncate, writeAt } = yield* appendOnlyFile(file)
        const write = handle.write.bind(handle)
        Object.defineProperty(handle, "write", {
          value: (bytes: Uint8Array, start: number, length: number, position: number) =>
            write(bytes, start, Math.min(length, 3), position)
        })
        yield* writeAt(Buffer.from(" 0123456789"), 7)
        assert.strictEqual(yield* textOf(file), "earlier 0123456789")
        yield* truncate(9)
        return handle
      })
      const { fd } = yield* Effect.scoped(work)
      assert.deepStrictEqual([yield* textOf(file), fd], ["earlier 0", -1])
    })
  )
})

describe("a small file", () => {
  it.effect("is written completely, or stays as it was, and can then be written again", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const file = join(path, "file")
      yield* writeAtomically(file, ["a", "b"])
      const broken = function* () {
        yield "c"
        throw new Error("the text ends here")
      }
      const failure = yield* Effect.flip(writeAtomically(file, broken()))
      assert.include(failure.message, "the text ends here")
      assert.strictEqual(yield* textOf(file), "ab")
      yield* writeAtomically(file, ["d"])
      assert.strictEqual(yield* textOf(file), "d")
      assert.deepStrictEqual(yield* namesIn(path), ["file"])
    })
  )

  it.effect("is closed, and so is its folder, after it was renamed or could not be written", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const opened: Array<FileHandle> = []
      yield* onOpen(
        (handle) => void opened.push(handle),
        Effect.gen(function* () {
          yield* writeAtomically(join(path, "file"), ["a"])
          mkdirSync(join(path, "taken"))
          yield* Effect.flip(writeAtomically(join(path, "taken"), ["a"]))
          yield* digestOf(join(path, "file"))
        })
      )
      // The file, its folder, the file that cannot be renamed, and the file that is read.
      assert.deepStrictEqual(
        opened.map(({ fd }) => fd),
        [-1, -1, -1, -1]
      )
    })
  )
})
