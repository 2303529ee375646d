import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { type FileHandle } from "node:fs/promises"
import { join } from "node:path"
import { vi } from "vitest"
import { appendOnlyFile, completeLines, digestOf, lengthOf, remove, renameTo, writeAtomically } from "../src/files.ts"
import { writeParquet } from "../src/parquet/writeParquet.ts"
import { folder, namesIn, textOf } from "./exporting.ts"
import { onOpen } from "./recordedDisk.ts"

const chunkBytes = 262_144
const withResolvers = () => Promise.withResolvers<void>()

/** Returns the complete lines of a file, with the position after each. */
const linesOf = Effect.fnUntraced(function* (content: string) {
  const file = join(yield* folder, "lines")
  writeFileSync(file, content)
  const lines = yield* Stream.runCollect(Stream.fromAsyncIterable(completeLines(file), Effect.die))
  return lines.map(({ end, text }) => [text, end] as const)
})

describe("the lines of a file", () => {
  it.effect("end with a line feed, so an incomplete last line is ignored", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* linesOf(""), [])
      assert.deepStrictEqual(yield* linesOf("a"), [])
      assert.deepStrictEqual(yield* linesOf("a\n\nbc\nd"), [
        ["a", 2],
        ["", 3],
        ["bc", 6]
      ])
    })
  )

  for (const [place, length] of [
    ["before", chunkBytes - 2],
    ["at", chunkBytes - 1],
    ["behind", chunkBytes]
  ] as const) {
    it.effect(`are complete if a line feed is ${place} the end of a chunk`, () =>
      Effect.gen(function* () {
        const first = "x".repeat(length)
        assert.deepStrictEqual(yield* linesOf(`${first}\nsecond\n`), [
          [first, length + 1],
          ["second", length + 8]
        ])
      })
    )
  }

  for (const bytesBefore of [1, 2, 3]) {
    it.effect(`are complete if a chunk ends after byte ${bytesBefore} of a character`, () =>
      Effect.gen(function* () {
        const first = `${"x".repeat(chunkBytes - bytesBefore)}😀`
        assert.deepStrictEqual(yield* linesOf(`${first}\n😀\n`), [
          [first, chunkBytes - bytesBefore + 5],
          ["😀", chunkBytes - bytesBefore + 10]
        ])
      })
    )
  }

  it.effect("are complete if they are longer than two chunks", () =>
    Effect.gen(function* () {
      const long = "é".repeat(chunkBytes + 1)
      assert.deepStrictEqual(yield* linesOf(`a\n${long}\nb\n`), [
        ["a", 2],
        [long, 2 * chunkBytes + 5],
        ["b", 2 * chunkBytes + 7]
      ])
    })
  )
})

describe("a file that is written at its end", () => {
  it.effect("has all bytes, even if the system writes only some of them per call", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "file")
      const { handle, truncate, writeAt } = yield* appendOnlyFile(file)
      const write = handle.write.bind(handle)
      Object.defineProperty(handle, "write", {
        value: (bytes: Uint8Array, start: number, length: number, position: number) =>
          write(bytes, start, Math.min(length, 3), position)
      })
      yield* writeAt(Buffer.from("0123456789"), 0)
      yield* writeAt(Buffer.from("abcdefg"), 5)
      assert.strictEqual(yield* textOf(file), "01234abcdefg")
      yield* truncate(6)
      assert.strictEqual(yield* textOf(file), "01234a")
    })
  )

  it.effect("retains the bytes of an earlier run, and is closed at the end", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "file")
      writeFileSync(file, "earlier")
      const handle = yield* Effect.scoped(
        Effect.gen(function* () {
          const { handle, writeAt } = yield* appendOnlyFile(file)
          yield* writeAt(Buffer.from(" and later"), 7)
          return handle
        })
      )
      assert.strictEqual(handle.fd, -1)
      assert.strictEqual(yield* textOf(file), "earlier and later")
    })
  )

  it.effect("is not opened through a symbolic link", () =>
    Effect.gen(function* () {
      const path = yield* folder
      writeFileSync(join(path, "victim"), "precious")
      symlinkSync("victim", join(path, "link"))
      for (const write of [
        Effect.asVoid(appendOnlyFile(join(path, "link"))),
        Effect.asVoid(
          writeParquet({ from: join(path, "victim"), to: join(path, "link"), columns: [], note: undefined })
        )
      ]) {
        assert.include((yield* Effect.flip(write)).message, "link cannot be written: it is a symbolic link")
      }
      assert.strictEqual(readFileSync(join(path, "victim"), "utf8"), "precious")
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

describe("the digest of a file", () => {
  it.effect("covers all of it", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "file")
      for (const length of [0, 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes - 1]) {
        const content = Buffer.alloc(length, "public-records")
        writeFileSync(file, content)
        const sha256 = createHash("sha256").update(content).digest("hex")
        assert.deepStrictEqual(yield* digestOf(file), { bytes: length, sha256 })
      }
    })
  )
})

describe("a file that does not exist", () => {
  it.effect("has no length, and neither has a folder", () =>
    Effect.gen(function* () {
      const path = yield* folder
      assert.isUndefined(yield* lengthOf(join(path, "none")))
      assert.isUndefined(yield* lengthOf(path))
      writeFileSync(join(path, "empty"), "")
      assert.strictEqual(yield* lengthOf(join(path, "empty")), 0)
      const below = yield* Effect.flip(lengthOf(join(path, "empty", "none")))
      assert.include(below.message, "ENOTDIR")
    })
  )

  it.effect("can be removed, and cannot be renamed", () =>
    Effect.gen(function* () {
      const path = yield* folder
      yield* remove(join(path, "none"))
      const failure = yield* Effect.flip(renameTo(join(path, "none"), join(path, "new")))
      assert.include(failure.message, `${join(path, "new")} cannot be written: its folder does not exist (ENOENT)`)
    })
  )
})

describe("a Parquet file that is being written", () => {
  it.effect("gets each group of 20,000 rows as soon as it is complete, so that memory is enough for any file", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const [from, to] = [join(path, "from"), join(path, "to")]
      const columns = [{ name: "id", type: "text" }] as const
      for (const [rows, writes] of [
        [20_000, 2],
        [20_001, 3],
        [60_000, 4],
        [60_001, 5]
      ] as const) {
        writeFileSync(from, '{"id":"1"}\n'.repeat(rows))
        let count = 0
        const countWrites = (handle: FileHandle, opened: string): void => {
          if (opened !== to) return
          const writeFile = handle.writeFile.bind(handle)
          vi.spyOn(handle, "writeFile").mockImplementation(async (data) => {
            count += 1
            await writeFile(data)
          })
        }
        yield* onOpen(countWrites, writeParquet({ from, to, columns, note: undefined }))
        // The last write is the index of the groups.
        assert.strictEqual(count, writes, `${rows} rows`)
      }
    })
  )

  it.effect("is not continued after the group in which the export is interrupted, and is closed", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const [from, to] = [join(path, "from"), join(path, "to")]
      writeFileSync(from, '{"id":"1"}\n'.repeat(60_001))
      const [writing, released, closed] = [withResolvers(), withResolvers(), withResolvers()]
      let groups = 0
      const hold = (handle: FileHandle, path: string): void => {
        if (path !== to) return
        const [writeFile, close] = [handle.writeFile.bind(handle), handle.close.bind(handle)]
        vi.spyOn(handle, "writeFile").mockImplementation(async (data) => {
          groups += 1
          writing.resolve()
          await released.promise
          await writeFile(data)
        })
        vi.spyOn(handle, "close").mockImplementation(async () => {
          await close()
          closed.resolve()
        })
      }
      yield* onOpen(
        hold,
        Effect.gen(function* () {
          const columns = [{ name: "id", type: "text" }] as const
          const fiber = yield* Effect.forkChild(writeParquet({ from, to, columns, note: undefined }))
          yield* Effect.promise(() => writing.promise)
          yield* Fiber.interrupt(fiber)
          released.resolve()
          yield* Effect.promise(() => closed.promise)
        })
      )
      assert.strictEqual(groups, 1)
    })
  )
})
