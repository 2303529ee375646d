import { assert, describe, it } from "@effect/vitest"
import { type LoadProgress } from "@public-records/server"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { WriteStream } from "node:tty"
import { LoadingLine } from "../src/output/LoadingLine.ts"

/** Creates a terminal or another stream that records its output. */
const screen = (isTTY: boolean, columns = 80) => {
  const written: Array<string> = []
  const stream: WriteStream = Object.create(WriteStream.prototype, {
    isTTY: { value: isTTY },
    columns: { value: columns },
    write: { value: (text: string) => written.push(text) > 0 }
  })
  return { stream, written }
}

const reading = (records: number, share?: number): LoadProgress => ({
  phase: "reading",
  records,
  share,
  skipped: 0,
  firstSkipped: []
})

const done: LoadProgress = { ...reading(2_500_000), phase: "done" }
const erase = "\r\u001B[K"

describe("LoadingLine", () => {
  it.effect("shows records, rate and share of a slow load, then disappears", () =>
    Effect.gen(function* () {
      const { stream, written } = screen(true)
      const line = new LoadingLine(stream, yield* Clock.clockWith(Effect.succeed))
      line.update(reading(0, 0))
      yield* TestClock.adjust("900 millis")
      line.update(reading(100_000, 0.1))
      assert.deepStrictEqual(written, [])
      yield* TestClock.adjust("1100 millis")
      line.update(reading(500_000, 0.456))
      line.update(reading(500_001, 0.456))
      yield* TestClock.adjust("200 millis")
      line.update({ ...reading(660_000), skipped: 2_000 })
      line.update({ ...reading(660_000, 1), phase: "indexing" })
      line.update(done)
      line.stop()
      assert.deepStrictEqual(written, [
        `${erase}Loading: 500,000 records, 250,000 per second, 45%`,
        `${erase}Loading: 660,000 records, 300,000 per second, 2,000 invalid`,
        `${erase}Indexing 660,000 records`,
        erase
      ])
    })
  )

  it.effect("is updated five times a second at most, during each load, and erased before a message", () =>
    Effect.gen(function* () {
      const { stream, written } = screen(true)
      const line = new LoadingLine(stream, yield* Clock.clockWith(Effect.succeed))
      for (const load of [1, 2]) {
        line.update(reading(0))
        yield* TestClock.adjust("2 seconds")
        // Every 50 ms for a second.
        for (let update = 0; update < 20; update++) {
          line.update(reading(1000 * load))
          yield* TestClock.adjust("50 millis")
        }
        assert.strictEqual(written.length, 5, `load ${load}`)
        line.update({ ...reading(1000), phase: "indexing", skipped: 1200 })
        line.update({ ...done, skipped: 1, firstSkipped: ["a.csv, line 3: bad"] })
        line.clear()
        assert.deepStrictEqual(written.splice(0).slice(5), [
          `${erase}Indexing 1,000 records, 1,200 invalid`,
          erase,
          "1 invalid record was skipped: a.csv, line 3: bad.\n"
        ])
      }
    })
  )

  it.effect("is shown after a second, and truncated to less than the width of the terminal", () =>
    Effect.gen(function* () {
      const { stream, written } = screen(true, 20)
      const line = new LoadingLine(stream, yield* Clock.clockWith(Effect.succeed))
      line.update(reading(0))
      yield* TestClock.adjust("999 millis")
      line.update(reading(1000))
      assert.deepStrictEqual(written, [])
      yield* TestClock.adjust("1 millis")
      line.update(reading(1000))
      assert.deepStrictEqual(written, [`${erase}Loading: 1,000 reco`])
    })
  )

  it.effect("measures the time of each load separately", () =>
    Effect.gen(function* () {
      const { stream, written } = screen(true)
      const line = new LoadingLine(stream, yield* Clock.clockWith(Effect.succeed))
      for (const end of [() => line.update(done), line.stop]) {
        line.update(reading(1))
        yield* TestClock.adjust("10 seconds")
        end()
      }
      line.update(reading(1))
      assert.deepStrictEqual(written, [])
    })
  )

  it.effect("is hidden without a terminal, but still reports skipped records", () =>
    Effect.gen(function* () {
      const { stream, written } = screen(false)
      const line = new LoadingLine(stream, yield* Clock.clockWith(Effect.succeed))
      line.update(reading(1))
      yield* TestClock.adjust("10 seconds")
      line.update(reading(2))
      line.update({ ...done, skipped: 1_200, firstSkipped: ["a.csv, line 3: bad", "b.csv, line 4: \u001B[2Jworse"] })
      line.update({ ...done, skipped: 1, firstSkipped: ["a.csv, line 3: bad"] })
      assert.strictEqual(written.length, 2)
      assert.match(
        written[0] ?? "",
        /^1,200 invalid records were skipped\. The first ones: a\.csv, line 3: bad; b\.csv, line 4: [^\u001B]*worse\.\n$/
      )
      assert.strictEqual(written[1], "1 invalid record was skipped: a.csv, line 3: bad.\n")
    })
  )
})
