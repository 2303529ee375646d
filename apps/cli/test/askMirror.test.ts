import { assert, describe, it } from "@effect/vitest"
import { InvalidQuery } from "@public-records/core"
import { Effect } from "effect"
import { makeStatusOutput } from "../src/output/StatusOutput.ts"
import { answerOf } from "../src/queries/askMirror.ts"
import { recordedStream } from "./inProcess.ts"

const erase = "\r\u001B[K"

describe("a question to a mirror", () => {
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
