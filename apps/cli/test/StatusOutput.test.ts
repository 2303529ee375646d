import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeStatusOutput } from "../src/output/StatusOutput.ts"
import { recordedStream } from "./inProcess.ts"

const erase = "\r\u001B[K"

const statusOutput = (options: { readonly quiet?: boolean; readonly showsProgress?: boolean } = {}) => {
  const { stream, text } = recordedStream(80)
  const streams = { stdout: recordedStream().stream, stderr: stream }
  return { ...makeStatusOutput(streams, { quiet: false, showsProgress: true, ...options }), text }
}

describe("the status output", () => {
  it.effect("has messages but no progress if progress is not shown", () =>
    Effect.gen(function* () {
      const { clearProgress, print, progress, text } = statusOutput({ showsProgress: false })
      yield* progress("1 record so far")
      yield* print("a\u001B[2Jb")
      yield* clearProgress
      assert.match(text(), /^a[^\u001B]*b\n$/u)
    })
  )

  it.effect("has no characters that control a terminal in its progress", () =>
    Effect.gen(function* () {
      const { progress, text } = statusOutput()
      yield* progress("\u001B[2Jevil\u009B.csv\n1 record")
      assert.match(text(), /^\r\u001B\[K[^\p{Cc}]*evil[^\p{Cc}]*\.csv[^\p{Cc}]*1 record$/u)
    })
  )

  it.effect("shows progress again after a message and after it was cleared, and erases it each time", () =>
    Effect.gen(function* () {
      const { clearProgress, print, progress, text } = statusOutput()
      yield* clearProgress
      for (const end of [print("done"), clearProgress, print("done")]) {
        yield* progress("starting")
        yield* progress("working")
        yield* end
        yield* clearProgress
      }
      const shown = `${erase}starting${erase}working${erase}`
      assert.strictEqual(text(), `${shown}done\n${shown}${shown}done\n`)
    })
  )

  it.effect("is empty if it is quiet", () =>
    Effect.gen(function* () {
      const { print, text } = statusOutput({ quiet: true })
      yield* print("done")
      assert.strictEqual(text(), "")
    })
  )
})
