import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { WriteStream } from "node:tty"
import { beforeNote, write } from "../src/output/StandardOutput.ts"
import { cannedService, json, page, wireComplaint } from "./cannedService.ts"
import { recordedStream, run } from "./inProcess.ts"

/** Creates a stream that fails with a code. */
const failingStream = (code: string | undefined): WriteStream => {
  const error = Object.assign(new Error("no space left"), code === undefined ? {} : { code })
  return Object.create(WriteStream.prototype, {
    isTTY: { value: false },
    write: { value: (_text: string, done: (error: Error) => void) => done(error) }
  })
}

describe("standard output", () => {
  it.effect("is exact in a file, and on a terminal safe and without carriage returns", () =>
    Effect.gen(function* () {
      for (const [columns, shown] of [
        [undefined, "a\u001B[2Jb\r\nc\r\n"],
        [80, "a␛[2Jb\nc\n"]
      ] as const) {
        const { stream, text } = recordedStream(columns)
        yield* write(stream, "a\u001B[2Jb\r\nc\r\n")
        assert.strictEqual(text(), shown)
      }
    })
  )

  it.effect("has whole texts, even if the program is interrupted during a write", () =>
    Effect.gen(function* () {
      const accepted = Promise.withResolvers<() => void>()
      const slow: WriteStream = Object.create(WriteStream.prototype, {
        isTTY: { value: false },
        write: { value: (_text: string, done: () => void) => accepted.resolve(done) }
      })
      const writing = yield* Effect.forkChild(write(slow, "a record\n"))
      const accept = yield* Effect.promise(() => accepted.promise)
      const interrupting = yield* Effect.forkChild(Fiber.interrupt(writing))
      yield* Effect.yieldNow
      assert.isUndefined(writing.pollUnsafe())
      accept()
      yield* Fiber.join(interrupting)
    })
  )

  it.effect("may be closed by its reader, which is not an error of the program", () =>
    Effect.gen(function* () {
      for (const code of ["EPIPE", "ERR_STREAM_DESTROYED"]) {
        const { _tag } = yield* Effect.flip(write(failingStream(code), "text"))
        assert.strictEqual(_tag, "BrokenPipe", code)
      }
    })
  )

  it.effect("may be unusable, which is named", () =>
    Effect.gen(function* () {
      for (const code of ["ENOSPC", undefined]) {
        const failure = yield* Effect.flip(write(failingStream(code), "text"))
        assert.strictEqual(failure._tag, "CommandFailure")
        assert.match(failure.message, /^Cannot write to standard output \(no space left\)\./)
      }
    })
  )

  it.effect("is not used for an empty text", () => write(failingStream("ENOSPC"), ""))

  for (const [written, columns, errorColumns, expected] of [
    ["[", 80, 80, "\n"],
    ["[\n{}\n]\n", 80, 80, ""],
    ["", 80, 80, ""],
    ["[", undefined, 80, ""],
    ["[", 80, undefined, ""]
  ] as const) {
    it.effect(`lets a note begin a line after ${JSON.stringify(written)}: ${columns} and ${errorColumns} columns`, () =>
      Effect.gen(function* () {
        const streams = { stdout: recordedStream(columns).stream, stderr: recordedStream(errorColumns).stream }
        yield* write(streams.stdout, written)
        assert.strictEqual(beforeNote(streams), expected)
        // The note has ended the line.
        assert.strictEqual(beforeNote(streams), "")
      })
    )
  }

  for (const [format, lineEnd] of [
    ["json", "\n"],
    ["ndjson", ""],
    ["csv", ""]
  ] as const) {
    it.effect(`has no note within a line of ${format} on a terminal`, () =>
      Effect.gen(function* () {
        const full = page(...Array.from({ length: 50 }, (_, n) => wireComplaint(`id-${n}`)))
        const refused = json(400, { errors: [{ title: "no such page" }] })
        let isFirst = true
        const { url } = yield* cannedService((request, response) => {
          ;(isFirst ? full : refused)(request, response)
          isFirst = false
        })
        const asked = ["complaints", "list", "--all", "--verbose", "--format", format]
        const source = ["--base-url", url, "--allow-http"]
        const key = { PUBLIC_RECORDS_API_KEY: "DEMO_KEY" }
        const { code, stderr, stdout } = yield* run([...asked, ...source], key, { columns: 80 })
        assert.deepStrictEqual([code, stdout.split("Columbus").length], [6, 51])
        // The second request was logged after the records of the first page.
        assert.strictEqual(stderr.split("\n\n").length, lineEnd === "" ? 1 : 2, stderr)
        assert.match(stderr, /\nGET [^\n]*400/)
      })
    )
  }
})
