import { assert, describe, it } from "@effect/vitest"
import { Effect, Scheduler } from "effect"
import { runSteps, type Steps } from "../src/store/steps.ts"

const pieceMillis = 9

function* work(): Steps<string> {
  for (let piece = 0; piece < 3; piece++) {
    const end = performance.now() + pieceMillis
    while (performance.now() < end);
    yield piece / 3
  }
  return "done"
}

describe("long work", () => {
  it.live("lets other work of the process run, also on a scheduler of microtasks", () =>
    Effect.gen(function* () {
      let turns = 0
      const count = (): void => {
        turns += 1
        next = setImmediate(count)
      }
      let next = setImmediate(count)
      const sync = new Scheduler.MixedScheduler("sync")
      const result = yield* Effect.provideService(runSteps("file", work()), Scheduler.Scheduler, sync)
      clearImmediate(next)
      assert.deepStrictEqual([result, turns >= 3], ["done", true])
    })
  )

  it.live("states each share that is known, the first and the last, too", () =>
    Effect.gen(function* () {
      const shares: Array<number> = []
      assert.strictEqual(yield* runSteps("file", work(), (share) => shares.push(share)), "done")
      assert.deepStrictEqual(shares, [0, 1 / 3, 2 / 3, 1])
    })
  )
})
