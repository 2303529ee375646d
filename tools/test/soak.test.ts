import { assert, describe, it } from "@effect/vitest"
import { type Fault } from "@public-records/server"
import { Effect } from "effect"
import { temporaryFolder } from "@public-records/testing/drivers/SampleService"
import { run } from "../soak/Run.ts"
import { faultFreeSchedule } from "./faultFreeSchedule.ts"
import { seedsFrom, soakSchedules } from "../soak/schedules.ts"

/** How many seeds are tested. `pnpm soak` runs more. */
const tested = 100
const seedsATest = 25
const firstSeeds = Array.from({ length: tested / seedsATest }, (_, n) => 1 + n * seedsATest)

describe("the client under seeded faults, in virtual time", () => {
  for (const first of firstSeeds) {
    it.live(`brings the truth or a typed error for the seeds ${first} to ${first + seedsATest - 1}`, () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const progress: Array<number> = []
        const { ends, problems, summary } = yield* Effect.promise(() =>
          soakSchedules(first, seedsATest, folder, (played) => progress.push(played))
        )
        assert.strictEqual(problems.join("\n\n"), "")
        assert.deepStrictEqual(
          progress,
          Array.from({ length: seedsATest }, (_, n) => n + 1)
        )
        const counts = (summary.match(/\d+/g) ?? []).map(Number)
        assert.deepStrictEqual(
          counts,
          [...ends.values()].toSorted((one, other) => other - one)
        )
        assert.strictEqual(
          counts.reduce((sum, count) => sum + count, 0),
          seedsATest
        )
        // Schedules that all fail, or of which none does, would prove little.
        assert.isAbove(ends.get("Done") ?? 0, seedsATest / 2)
      }).pipe(Effect.scoped)
    )
  }

  it("has consecutive seeds from the first one on", () => {
    assert.deepStrictEqual([seedsFrom(7, 3), seedsFrom(1, 1), seedsFrom(1, 0)], [[7, 8, 9], [1], []])
  })

  it.live("does the same again for the same seed", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const faults: ReadonlyArray<Fault> = [
        { on: { probability: 0.6 }, do: "status", status: 503 },
        { on: { every: 2 }, do: "delay", ms: 31_000 }
      ]
      const done = Effect.map(
        Effect.promise(() => run({ ...faultFreeSchedule, faults: { seed: 3, faults } }, folder)),
        ({ exchanges, ids, endedAt }) => ({ arrivals: exchanges.map(({ at, url }) => [at, url.href]), ids, endedAt })
      )
      const first = yield* done
      assert.isAbove(first.arrivals.length, 5)
      assert.deepStrictEqual(yield* done, first)
    }).pipe(Effect.scoped)
  )
})
