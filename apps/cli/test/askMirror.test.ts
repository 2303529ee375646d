import { assert, describe, it } from "@effect/vitest"
import { InvalidQuery } from "@public-records/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeStatusOutput } from "../src/output/StatusOutput.ts"
import { answerOf, makeProgress, showShare } from "../src/source/askMirror.ts"
import { recordedStream } from "./inProcess.ts"

const erase = "\r\u001B[K"

describe("a question to a mirror", () => {
  it("shows each percentage once, except 100 %", () => {
    const { stream, text } = recordedStream(80)
    const show = showShare(makeStatusOutput({ stdout: stream, stderr: stream }, { quiet: false, showsProgress: true }))
    // The last share is that of another question.
    for (const share of [0, 0.005, 0.011, 0.999, 1, 0.5]) show(share)
    assert.strictEqual(text(), ["0 %", "1 %", "99 %", "50 %"].map((percent) => erase + percent).join(""))
    const later = recordedStream(80)
    showShare(makeStatusOutput({ stdout: later.stream, stderr: later.stream }, { quiet: false, showsProgress: true }))(
      0.01
    )
    assert.strictEqual(later.text(), `${erase}1 %`)
  })

  it.effect("shows its progress once it has taken a second", () =>
    Effect.gen(function* () {
      const { stream, text } = recordedStream(80)
      const status = makeStatusOutput({ stdout: stream, stderr: stream }, { quiet: false, showsProgress: true })
      const show = yield* makeProgress(status)
      yield* TestClock.adjust("999 millis")
      show(0.01)
      assert.strictEqual(text(), "")
      yield* TestClock.adjust("1 millis")
      show(0.02)
      assert.strictEqual(text(), `${erase}2 %`)
    })
  )

  it.effect("removes its progress before it fails, and calls a problem of the query one of the argument", () =>
    Effect.gen(function* () {
      const { stream, text } = recordedStream(80)
      const status = makeStatusOutput({ stdout: stream, stderr: stream }, { quiet: false, showsProgress: true })
      yield* status.progress("1 %")
      const query = new InvalidQuery({ problems: [{ field: "number", rule: "Type at least three digits." }] })
      const { exitCode, message } = yield* Effect.flip(answerOf(status, Effect.fail(query)))
      assert.deepStrictEqual([exitCode, message], [2, "Type at least three digits."])
      assert.strictEqual(text(), `${erase}1 %${erase}`)
    })
  )

  it.effect("removes its progress before a line is printed, and only once", () =>
    Effect.gen(function* () {
      const { stream, text } = recordedStream(80)
      const status = makeStatusOutput({ stdout: stream, stderr: stream }, { quiet: false, showsProgress: true })
      yield* status.progress("1 %")
      yield* status.print("Done.")
      yield* status.clearProgress
      assert.strictEqual(text(), `${erase}1 %${erase}Done.\n`)
    })
  )
})
