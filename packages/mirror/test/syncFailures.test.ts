import { assert, describe, it } from "@effect/vitest"
import { CivilDate, PublicRecords } from "@public-records/core"
import type { SyncEvent } from "@public-records/mirror"
import { Effect, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { failing, monday, reportOf, results, startSync, thursday, tuesday, url, wednesday } from "./syncs.ts"

describe("days that cannot be read", () => {
  it.effect("do not end a run if a day between them can", () =>
    Effect.gen(function* () {
      const { faults, mirror, sync } = yield* startSync({}, { maxRetries: 0 })
      // Wednesday fails, Tuesday has three pages, and Monday fails.
      yield* Effect.orDie(faults.set(failing(1, 5)))
      const events = yield* sync(mirror, { from: CivilDate.make("2021-07-03") })
      assert.deepStrictEqual(results(events), [
        "2021-07-07 failed",
        "2021-07-06 complete stored 120+0",
        "2021-07-05 failed",
        "2021-07-04 complete stored 0+0",
        "2021-07-03 complete stored 0+0",
        "notices 1-0"
      ])
      assert.deepStrictEqual([reportOf(events)?.left.days, reportOf(events)?.days.failed], [2, 2])
    }).pipe(Effect.scoped)
  )

  it.effect("do not end a run if a day between them is the same as before", () =>
    Effect.gen(function* () {
      const { faults, mirror, sync } = yield* startSync({}, { maxRetries: 0 })
      yield* sync(mirror, { from: tuesday })
      yield* TestClock.setTime(Date.parse("2021-07-14T18:00:00Z"))
      yield* sync(mirror, { from: CivilDate.make("2021-07-09") })
      // The days from Friday on have no records yet.
      yield* Effect.orDie(faults.set(failing(1, 3)))
      const events = yield* sync(mirror, { from: monday })
      assert.deepStrictEqual(results(events).slice(0, 4), [
        "2021-07-13 failed",
        "2021-07-12 partial unchanged 0+0",
        "2021-07-09 failed",
        "2021-07-06 complete unchanged 120+0"
      ])
      assert.strictEqual(reportOf(events)?.days.failed, 2)
    }).pipe(Effect.scoped)
  )

  it.effect("are the reason of a run that then has used up its budget", () =>
    Effect.gen(function* () {
      const limits = { maxRetries: 0, requestsPerHour: 4, maxWait: 0 }
      const { faults, mirror, records } = yield* startSync({}, limits)
      yield* Effect.orDie(faults.set(failing(4)))
      const events: Array<SyncEvent> = []
      const run = mirror.sync({ source: "service", origin: url, from: monday }).pipe(
        Stream.runForEach((event) => Effect.sync(() => void events.push(event))),
        Effect.provideService(PublicRecords, records),
        Effect.provide(FetchHttpClient.layer)
      )
      assert.include((yield* Effect.flip(run)).message, "cannot be reached")
      assert.deepStrictEqual(results(events), ["2021-07-07 complete stored 120+0", "2021-07-06 failed"])
      const { left } = reportOf(events) ?? {}
      assert.deepStrictEqual([left?.days, left?.nextTryAt?.getTime()], [2, thursday + 3_600_000])
    }).pipe(Effect.scoped)
  )
})

describe("notices that can be read", () => {
  it.effect("do not end a run well whose only day failed", () =>
    Effect.gen(function* () {
      const { faults, mirror, records } = yield* startSync({}, { maxRetries: 0 })
      yield* Effect.orDie(faults.set(failing(1)))
      const events: Array<SyncEvent> = []
      const run = mirror.sync({ source: "service", origin: url, from: wednesday }).pipe(
        Stream.runForEach((event) => Effect.sync(() => void events.push(event))),
        Effect.provideService(PublicRecords, records),
        Effect.provide(FetchHttpClient.layer)
      )
      assert.include((yield* Effect.flip(run)).message, "cannot be reached")
      assert.deepStrictEqual(results(events), ["2021-07-07 failed", "notices 1-0"])
    }).pipe(Effect.scoped)
  )

  it.effect("do not end a row of days that fail", () =>
    Effect.gen(function* () {
      const { faults, mirror, records, sync } = yield* startSync({}, { maxRetries: 0 })
      yield* sync(mirror, { from: tuesday })
      yield* TestClock.setTime(Date.parse("2021-07-09T18:00:00Z"))
      // Thursday is new. Monday and the Sunday before it are missing.
      yield* Effect.orDie(faults.set(failing(1, 2)))
      const events: Array<SyncEvent> = []
      const run = mirror.sync({ source: "service", origin: url, from: CivilDate.make("2021-07-04") }).pipe(
        Stream.runForEach((event) => Effect.sync(() => void events.push(event))),
        Effect.provideService(PublicRecords, records),
        Effect.provide(FetchHttpClient.layer)
      )
      assert.include((yield* Effect.flip(run)).message, "cannot be reached")
      assert.deepStrictEqual(results(events), ["2021-07-08 failed", "notices 0-0", "2021-07-05 failed"])
    }).pipe(Effect.scoped)
  )
})
