import { assert, describe, it } from "@effect/vitest"
import { type Fault } from "@public-records/server"
import { Effect } from "effect"
import { temporaryFolder } from "@public-records/testing/drivers/SampleService"
import { run } from "../soak/Run.ts"
import { faultFreeSchedule } from "./faultFreeSchedule.ts"
import { soakSchedules } from "../soak/schedules.ts"

/** How many seeds are tested. `pnpm soak` runs more. */
const tested = 100
const seedsATest = 25
const firstSeeds = Array.from({ length: tested / seedsATest }, (_, n) => 1 + n * seedsATest)

describe("the client under seeded faults, in virtual time", () => {
  for (const first of firstSeeds) {
    it.live(`brings the truth or a typed error for the seeds ${first} to ${first + seedsATest - 1}`, () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const { ends, problems } = yield* Effect.promise(() => soakSchedules(first, seedsATest, folder))
        assert.strictEqual(problems.join("\n\n"), "")
        // Schedules that all fail, or of which none does, would prove little.
        assert.isAbove(ends.get("Done") ?? 0, seedsATest / 2)
      }).pipe(Effect.scoped)
    )
  }

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
