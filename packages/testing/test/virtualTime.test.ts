import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { inVirtualTime, virtualStart } from "../src/virtualTime.ts"

const hour = 3_600_000

describe("virtual time", () => {
  it("wakes sleepers in the order of their times, and then of their arrival", async () => {
    const woken: Array<string> = []
    const sleeper = (name: string, hours: number) =>
      Effect.delay(
        Effect.sync(() => void woken.push(name)),
        hours * hour
      )
    const sleepers = [sleeper("late", 2), sleeper("first", 1), sleeper("second", 1), sleeper("third", 1)]
    const { endedAt, leftSleeping } = await inVirtualTime(Effect.all(sleepers, { concurrency: "unbounded" }))
    assert.deepStrictEqual(woken, ["first", "second", "third", "late"])
    assert.deepStrictEqual([endedAt - virtualStart, leftSleeping], [2 * hour, 0])
  })

  it("forgets a sleeper that is interrupted, and any number of them", async () => {
    const race = Effect.raceFirst(Effect.sleep("1 hour"), Effect.sleep("1 second"))
    const { endedAt, leftSleeping } = await inVirtualTime(Effect.andThen(race, race))
    assert.deepStrictEqual([endedAt - virtualStart, leftSleeping], [2000, 0])
  })

  it("counts the fibers that still sleep after the program ended", async () => {
    const program = Effect.forkDetach(Effect.sleep("1 hour"), { startImmediately: true })
    const { endedAt, exit, leftSleeping } = await inVirtualTime(program)
    assert.isTrue(exit !== undefined && Exit.isSuccess(exit))
    assert.deepStrictEqual([endedAt, leftSleeping], [virtualStart, 1])
  })
})
