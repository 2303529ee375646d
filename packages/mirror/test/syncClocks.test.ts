import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { DateTime, Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { sourceOfRecords } from "../src/sync/SyncSource.ts"
import { complaintsOf, monday, noticeOf, results, startSync, thursday, tuesday, url, wednesday } from "./syncs.ts"

const dayMillis = 86_400_000

/** A service that does not report its time, and a function that syncs with a clock that is ahead of the right one. */
const startWithClock = Effect.gen(function* () {
  const started = yield* startSync()
  for (const day of [monday, tuesday, wednesday]) started.days.set(day, complaintsOf(day, 20))
  yield* started.publish
  const at = (right: number, daysAhead = 0) => TestClock.setTime(right + daysAhead * dayMillis)
  const syncAt = Effect.fnUntraced(function* (right: number, daysAhead: number) {
    yield* at(right, daysAhead)
    const events = yield* started.sync(started.mirror, { from: monday })
    yield* at(right)
    return results(events)
  })
  return { ...started, syncAt }
})

describe("a sync by a clock that was ahead, of a service without a time", () => {
  it.effect("counts as no read: of days, empty or not, and of notices, also the second time", () =>
    Effect.gen(function* () {
      const { days, mirror, notices, publish, syncAt } = yield* startWithClock
      for (const [index, daysAhead] of [9, 12].entries()) {
        const right = thursday + index * dayMillis
        yield* syncAt(right, daysAhead)
        const { ahead, newestComplete } = yield* mirror.status
        assert.isAbove(ahead.days.length, 8)
        assert.isTrue(ahead.notices)
        assert.isTrue(newestComplete === null || newestComplete <= wednesday)
        days.set(tuesday, complaintsOf(tuesday, 21 + index))
        notices.set("one", noticeOf("one", `2021-07-0${2 + index}T00:00:00+00:00`))
        yield* publish
        const read = yield* syncAt(right, 0)
        assert.includeMembers([...read], [`2021-07-06 complete replaced ${21 + index}+0`, "notices 1-0"])
        assert.deepStrictEqual((yield* mirror.status).ahead, { days: [], notices: false })
        assert.strictEqual((yield* mirror.coverage()).newest, index === 0 ? wednesday : "2021-07-08")
        assert.deepStrictEqual(yield* syncAt(right, 0), [])
      }
    }).pipe(Effect.scoped)
  )

  it.effect("does not settle a day, which is read again a week after its publication", () =>
    Effect.gen(function* () {
      const { syncAt } = yield* startWithClock
      yield* syncAt(thursday, 20)
      yield* syncAt(thursday, 21)
      assert.include(yield* syncAt(thursday, 0), "2021-07-07 complete unchanged 20+0")
      assert.include(yield* syncAt(thursday + 7 * dayMillis, 0), "2021-07-07 complete unchanged 20+0")
    }).pipe(Effect.scoped)
  )

  it.effect("is no first opinion about a day that would lose records", () =>
    Effect.gen(function* () {
      const { days, publish, syncAt } = yield* startWithClock
      yield* syncAt(thursday, 0)
      days.set(tuesday, complaintsOf(tuesday, 15))
      yield* publish
      assert.include(yield* syncAt(thursday + dayMillis / 2, 20), "2021-07-06 complete held 15+0")
      assert.include(yield* syncAt(thursday + dayMillis, 0), "2021-07-06 complete held 15+0")
      assert.include(yield* syncAt(thursday + 2 * dayMillis, 0), "2021-07-06 complete replaced 15+0")
    }).pipe(Effect.scoped)
  )

  it.effect("leaves no success and no failure that are still to come", () =>
    Effect.gen(function* () {
      const { faults, mirror, sync, syncAt } = yield* startWithClock
      yield* syncAt(thursday, 20)
      yield* TestClock.setTime(thursday + 21 * dayMillis)
      yield* Effect.orDie(faults.set({ faults: [{ on: { path: "/v0/dnc-complaints" }, do: "status", status: 400 }] }))
      yield* Effect.ignore(sync(mirror))
      yield* TestClock.setTime(thursday)
      yield* Effect.orDie(faults.set({ faults: [] }))
      const trace = Effect.map(mirror.status, ({ sync: last }) => [last?.lastSuccess, last?.lastFailure])
      assert.deepStrictEqual(yield* trace, [null, null])
      assert.isNull((yield* mirror.coverage()).lastSync)
      yield* sync(mirror)
      yield* TestClock.setTime(thursday + 22 * dayMillis)
      assert.deepStrictEqual(yield* trace, [new Date(thursday), null])
    }).pipe(Effect.scoped)
  )
})

describe("a sync by a wrong clock", () => {
  it.effect("of a service with a time stores nothing, and says what is wrong", () =>
    Effect.gen(function* () {
      const { mirror, records } = yield* startSync()
      const wrong = "This machine's clock is 20d ahead of the service's."
      const source = { ...sourceOfRecords(records), clockProblem: () => wrong }
      const failed = yield* Effect.flip(
        Stream.runDrain(mirror.syncFrom({ service: source }, { origin: url, from: monday }))
      )
      assert.deepInclude(failed, { _tag: "MirrorError", problem: "Clock" })
      assert.isTrue(failed.message.startsWith(`${wrong} The mirror `), failed.message)
      assert.deepInclude(yield* mirror.status, { days: 0, sync: null })
    }).pipe(Effect.scoped)
  )

  it.effect("does not begin before the Do Not Call Registry opened", () =>
    Effect.gen(function* () {
      const { mirror, sync } = yield* startSync()
      yield* TestClock.setTime(0)
      assert.deepInclude(yield* Effect.flip(sync(mirror)), { problem: "Clock" })
      yield* TestClock.setTime(thursday)
      yield* sync(mirror)
      assert.strictEqual((yield* mirror.status).sync?.from, CivilDate.make("2021-07-01"))
      assert.isFalse(DateTime.isGreaterThan(yield* DateTime.now, DateTime.makeUnsafe(thursday)))
    }).pipe(Effect.scoped)
  )
})
