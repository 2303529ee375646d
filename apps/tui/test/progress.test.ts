import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { formatsAtom } from "../src/collection/RecordFormat.ts"
import { showProgress } from "../src/progress.ts"
import { counted } from "./counted.ts"
import { fakeComplaints, type FakeRecords, fakeService } from "./fakeRecords.ts"
import type { Size } from "../src/drawing/layout.ts"
import { fakePlatform, openTerminal, sizes, testFormats } from "./terminal.tsx"

const complaints = fakeComplaints(14_034)
const terminals = [{ columns: 80, rows: 24 }, ...sizes]

/** A service that responds only to the first request. */
const openStuck = (size: Size, more: Partial<FakeRecords> = {}) =>
  openTerminal(
    fakeService({ complaints, before: (count) => (count > 1 ? Effect.never : Effect.void), ...more }),
    size,
    fakePlatform(),
    TestClock.layer()
  )

const statusOf = (frame: string, rows: number): string => frame.split("\n")[rows - (rows >= 14 ? 2 : 1)] ?? ""

describe("the progress of a question", () => {
  it.effect("is shown at once, and then four times a second", () =>
    Effect.gen(function* () {
      const shown: Array<number> = []
      const onProgress = showProgress(yield* Clock.Clock, (percent) => shown.push(percent))
      for (const [millis, share] of [
        [0, 0.1],
        [249, 0.2],
        [1, 0.299],
        [249, 0.4],
        [1, 1]
      ] as const) {
        yield* TestClock.adjust(millis)
        onProgress(share)
      }
      assert.deepStrictEqual(shown, [10, 29, 100])
    })
  )
})

describe.each(terminals)("progress on $columns by $rows", (size) => {
  it.each([
    ["rows", ["L", "\r"]],
    ["rows, in insights", ["3", "L", "\r"]],
    ["rows, in insights with a long label", ["3", "\t", "\t", "L", "\r"]]
  ])("shows how to stop it: %s", async (_, keys) => {
    const terminal = await openStuck(size)
    await terminal.keys(...keys)
    const status = statusOf(terminal.frame(), size.rows)
    terminal.close()
    assert.match(status, /loading all.*… Esc stops *($|  )/)
    assert.notMatch(status, /…(?! Esc stops)/)
  })

  it("shows how to stop the wait for the rate limit", async () => {
    const terminal = await openStuck(size, { nextRequestAt: 58_000 })
    await terminal.keys("L", "\r")
    const status = statusOf(terminal.frame(), size.rows)
    terminal.close()
    assert.match(status, /next in 00:58, Esc stops/)
    assert.notInclude(status, "…")
  })

  it("shows how to stop an export", async () => {
    const terminal = await openStuck(size)
    const step = { written: 9_350, total: Option.some(14_034), done: "" }
    const exportAll = () => Stream.concat(Stream.make(step), Stream.fromEffect(Effect.never))
    terminal.registry.set(formatsAtom, { ...testFormats, complaints: { ...testFormats.complaints, exportAll } })
    await terminal.keys("e", "all parquet", "\r", "\r", "3", "\t", "\t")
    await counted(terminal.registry)
    const status = statusOf(terminal.frame(), size.rows)
    terminal.close()
    assert.match(status, /exporting 9,350 of 14,034… Esc stops *($|  )/)
  })
})
