import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeProgress, showShare } from "../src/output/progress.ts"
import { makeStatusOutput } from "../src/output/StatusOutput.ts"
import { recordedStream } from "./inProcess.ts"

const erase = "\r\u001B[K"

describe("the progress of a question", () => {
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
})
