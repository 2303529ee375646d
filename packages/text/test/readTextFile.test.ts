import { execFileSync } from "node:child_process"
import { chmodSync, existsSync, readdirSync, readlinkSync, writeFileSync } from "node:fs"
import { open } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { readTextFile } from "../src/readTextFile.ts"
import { temporaryFolder } from "./temporaryFolder.ts"

const write = Effect.fnUntraced(function* (content: string | Uint8Array) {
  const file = join(yield* temporaryFolder, "file")
  writeFileSync(file, content)
  return file
})

const textOf = (path: string, acceptsPipes = false) =>
  Effect.map(readTextFile(path, { acceptsPipes }), ({ text }) => text)

const failureOf = (path: string, acceptsPipes = false) =>
  Effect.map(Effect.flip(readTextFile(path, { acceptsPipes })), ({ code, reason }) => [code, reason])

/** Returns the paths of the files that this process has open, on Linux. */
const openFiles = (): ReadonlyArray<string> =>
  readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)]
    } catch {
      // It was the descriptor of the folder itself.
      return []
    }
  })

describe("readTextFile", () => {
  const contents: ReadonlyArray<readonly [what: string, content: string | Uint8Array, text: string]> = [
    ["UTF-8", "Zürich 東京\n", "Zürich 東京\n"],
    ["UTF-8 with a byte order mark", "\uFEFFkey", "key"],
    ["two characters that a byte order mark begins with", Uint8Array.of(0xff, 0x41), "\uFFFDA"],
    ["the second byte of a mark", Uint8Array.of(0x41, 0xfe), "A\uFFFD"],
    ["nothing", "", ""],
    // The character is split between two chunks.
    [
      "more than one chunk",
      `${"x".repeat(65_535)}ü${"y".repeat(70_000)}`,
      `${"x".repeat(65_535)}ü${"y".repeat(70_000)}`
    ]
  ]
  it.effect.each(contents)("reads a file with %s", ([, content, text]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* textOf(yield* write(content)), text)
    })
  )

  it.effect("returns the mode of the file", () =>
    Effect.gen(function* () {
      const file = yield* write("key")
      chmodSync(file, 0o640)
      const { mode } = yield* readTextFile(file, { acceptsPipes: false })
      assert.strictEqual(mode & 0o777, 0o640)
    })
  )

  it.effect("reads a file of 1 MB, and rejects one byte more", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* textOf(yield* write("x".repeat(1_000_000)))).length, 1_000_000)
      assert.deepStrictEqual(yield* failureOf(yield* write("x".repeat(1_000_001))), ["", "it is larger than 1 MB"])
    })
  )

  it.effect("rejects a folder, a missing file, and a device unless it accepts pipes", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      for (const acceptsPipes of [false, true]) {
        assert.deepStrictEqual(yield* failureOf(folder, acceptsPipes), ["", "it is a folder"])
        const missing = yield* failureOf(join(folder, "missing"), acceptsPipes)
        assert.deepStrictEqual(missing, ["ENOENT", "it cannot be read (ENOENT)"])
      }
      assert.deepStrictEqual(yield* failureOf("/dev/null"), ["", "it is not a regular file"])
      assert.strictEqual(yield* textOf("/dev/null", true), "")
    })
  )

  it.effect("rejects UTF-16", () =>
    Effect.gen(function* () {
      const file = yield* write(Buffer.from("\uFEFFkey ü", "utf16le"))
      assert.deepStrictEqual(yield* failureOf(file), ["", "it is in UTF-16, not in UTF-8"])
    })
  )

  it.effect("fails with the message of an error without a code", () =>
    Effect.gen(function* () {
      const [code = "", reason] = yield* failureOf("a\0b")
      assert.strictEqual(reason, `it cannot be read (${code})`)
      assert.match(code, /ERR_INVALID_ARG_VALUE|null bytes/)
    })
  )

  it.effect.skipIf(!existsSync("/proc/self/fd"))("closes the file that it read, refused or stopped to read", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const pipe = join(folder, "pipe")
      execFileSync("mkfifo", [pipe])
      const large = yield* write("x".repeat(1_000_001))
      const files = [folder, large, yield* write("key")]
      for (const file of files) yield* Effect.result(textOf(file))
      const reading = yield* Effect.forkChild(textOf(pipe, true), { startImmediately: true })
      while (!openFiles().includes(pipe))
        yield* Effect.promise(() => new Promise((resolve) => void setImmediate(resolve)))
      yield* Fiber.interrupt(reading)
      assert.deepStrictEqual(
        openFiles().filter((path) => [...files, pipe].includes(path)),
        []
      )
    })
  )

  it.live("reads a pipe until its writer closes it, however late it comes", () =>
    Effect.gen(function* () {
      const pipe = join(yield* temporaryFolder, "pipe")
      execFileSync("mkfifo", [pipe])
      const reading = yield* Effect.forkChild(textOf(pipe, true), { startImmediately: true })
      const writer = yield* Effect.promise(() => open(pipe, "w"))
      yield* Effect.promise(() => writer.write("first, "))
      yield* Effect.promise(() => writer.write("second"))
      yield* Effect.promise(() => writer.close())
      assert.strictEqual(yield* Fiber.join(reading), "first, second")
    })
  )

  it.live("rejects a pipe with more than 1 MB", () =>
    Effect.gen(function* () {
      const pipe = join(yield* temporaryFolder, "pipe")
      execFileSync("mkfifo", [pipe])
      const failing = yield* Effect.forkChild(failureOf(pipe, true), { startImmediately: true })
      const writer = yield* Effect.promise(() => open(pipe, "w"))
      // The reader may close the pipe before the last byte is written.
      yield* Effect.ignore(Effect.tryPromise(() => writer.writeFile("x".repeat(1_000_001))))
      yield* Effect.promise(() => writer.close())
      assert.deepStrictEqual(yield* Fiber.join(failing), ["", "it is larger than 1 MB"])
    })
  )

  it.effect("fails if a pipe has no writer for 10 seconds", () =>
    Effect.gen(function* () {
      const pipe = join(yield* temporaryFolder, "pipe")
      execFileSync("mkfifo", [pipe])
      const failing = yield* Effect.forkChild(failureOf(pipe, true), { startImmediately: true })
      // The clock advances only after the pipe was opened and read, which takes no time of this clock.
      while (failing.pollUnsafe() === undefined) {
        yield* Effect.promise(() => new Promise((resolve) => void setImmediate(resolve)))
        yield* TestClock.adjust("100 millis")
      }
      assert.deepStrictEqual(yield* Fiber.join(failing), ["", "no data was received within 10 seconds"])
    })
  )
})
