import { copyFile } from "node:fs/promises"
import { DatabaseSync } from "node:sqlite"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { CivilDate, PublicRecords, type PublicRecordsOptions } from "@public-records/core"
import { Mirror, type SyncEvent } from "@public-records/mirror"
import type { ReferenceServerOptions } from "@public-records/server"
import { Context, Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { daily, makeMirror, row } from "./mirrors.ts"
import { complaintsOf, makeService, noticeOf, reportOf, results, wrongDays, url } from "./syncs.ts"

/** Thursday, two hours after the complaints of Wednesday were published. */
const thursday = Date.parse("2021-07-08T18:00:00Z")
const [monday, tuesday, wednesday] = ["2021-07-05", "2021-07-06", "2021-07-07"] as const
const from = CivilDate.make(monday)

/** A service with three days of 120 complaints, and an empty mirror. */
const start = Effect.fnUntraced(function* (options: ReferenceServerOptions = {}, limits: PublicRecordsOptions = {}) {
  yield* TestClock.setTime(thursday)
  const made = yield* makeMirror
  const service = yield* makeService(options, limits)
  for (const day of [monday, tuesday, wednesday]) service.days.set(day, complaintsOf(day, 120))
  service.notices.set("one", noticeOf("one"))
  yield* service.publish
  return { ...service, ...made }
})

const onDatabase = (file: string, sql: string) =>
  Effect.sync(() => {
    const db = new DatabaseSync(file)
    db.exec(sql)
    db.close()
  })

describe("a sync", () => {
  it.effect("reads the newest day first, then notices and gaps, and nothing twice", () =>
    Effect.gen(function* () {
      const { days, mirror, requests, sync } = yield* start()
      const first = yield* sync(mirror, { from: CivilDate.make(tuesday) })
      assert.deepStrictEqual(results(first), [
        "2021-07-07 whole stored 120+0",
        "2021-07-06 whole stored 120+0",
        "notices 1-0"
      ])
      const { left, records, requests: sent } = reportOf(first) ?? {}
      assert.deepStrictEqual(
        { left, records, sent },
        {
          left: { days: 0, requests: 0, nextTryAt: null },
          records: 240,
          sent: requests.length
        }
      )
      assert.deepStrictEqual(results(yield* sync(mirror, { from })), ["notices 0-0", "2021-07-05 whole stored 120+0"])
      assert.deepStrictEqual(results(yield* sync(mirror)), ["notices 0-0"])
      assert.deepStrictEqual(yield* wrongDays(mirror, days), [])
    }).pipe(Effect.scoped)
  )

  it.effect("prints the plan before a request, and only the plan if it is a dry run", () =>
    Effect.gen(function* () {
      const { mirror, requests, sync } = yield* start()
      const [plan, report] = yield* sync(mirror, { from, dryRun: true })
      assert.deepStrictEqual([plan?._tag, report?._tag, requests.length], ["Plan", "Report", 0])
      assert.deepInclude(plan, { from, to: wednesday, days: { new: 3, again: 0, missing: 0 } })
      yield* sync(mirror, { from })
      const later = yield* sync(mirror, { from: CivilDate.make("2021-07-01"), dryRun: true })
      // Thursday and Friday are like the known days of 120 complaints, the weekend like usual ones.
      const requestsOfDays = [4, 4, Math.ceil(4500 / 49) + 1, Math.ceil(2600 / 49) + 1, 3]
      assert.deepInclude(later[0], {
        days: { new: 0, again: 0, missing: 4 },
        requests: requestsOfDays.reduce((sum, count) => sum + count)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("reads a day again a week after its publication, and then never again", () =>
    Effect.gen(function* () {
      const { days, mirror, publish, sync } = yield* start()
      yield* sync(mirror, { from })
      days.set(tuesday, complaintsOf(tuesday, 121, { edition: "b" }))
      yield* publish
      yield* TestClock.setTime(Date.parse("2021-07-13T15:59:00Z"))
      const early = yield* sync(mirror)
      assert.isFalse(results(early).some((text) => text.startsWith(tuesday)))
      yield* TestClock.adjust("2 minutes")
      // Monday 5 July is a holiday, so Tuesday has published three days.
      assert.include(results(yield* sync(mirror)), "2021-07-05 whole kept 120+0")
      yield* TestClock.setTime(Date.parse("2021-07-14T16:00:00Z"))
      assert.include(results(yield* sync(mirror)), "2021-07-06 whole replaced 121+0")
      yield* TestClock.setTime(Date.parse("2021-07-16T16:00:00Z"))
      // A day that changed is read until two reads are equal.
      const known = (events: ReadonlyArray<SyncEvent>) => results(events).filter((text) => text < "2021-07-08")
      assert.deepStrictEqual(known(yield* sync(mirror)), ["2021-07-07 whole kept 120+0", "2021-07-06 whole kept 121+0"])
      yield* TestClock.adjust("30 days")
      assert.deepStrictEqual(known(yield* sync(mirror)), [])
    }).pipe(Effect.scoped)
  )

  it.effect("keeps a weekday without records partial for a week, and tells a hole of the service after two reads", () =>
    Effect.gen(function* () {
      const { days, mirror, publish, sync } = yield* start()
      days.set(wednesday, [])
      days.set(monday, [])
      yield* publish
      assert.include(results(yield* sync(mirror, { from })), "2021-07-07 partial stored 0+0")
      assert.include(results(yield* sync(mirror)), "2021-07-07 partial kept 0+0")
      days.set(wednesday, complaintsOf(wednesday, 130))
      yield* publish
      assert.include(results(yield* sync(mirror)), "2021-07-07 whole replaced 130+0")
      yield* TestClock.setTime(Date.parse("2021-07-15T18:00:00Z"))
      assert.include(results(yield* sync(mirror)), "2021-07-05 whole replaced 0+0")
      const unconfirmed = (yield* mirror.status).suspicious.find(({ day }) => day === monday)
      assert.deepStrictEqual(unconfirmed?.confirmed, false)
      assert.notInclude(results(yield* sync(mirror)).join(), monday)
      yield* TestClock.adjust("12 hours")
      assert.include(results(yield* sync(mirror)), "2021-07-05 whole kept 0+0")
      const confirmed = (yield* mirror.status).suspicious.find(({ day }) => day === monday)
      assert.deepStrictEqual(confirmed?.confirmed, true)
      yield* TestClock.adjust("12 hours")
      assert.notInclude(results(yield* sync(mirror)).join(), monday)
    }).pipe(Effect.scoped)
  )

  it.effect("reads a day twice that shrank, and replaces it only if both reads are equal", () =>
    Effect.gen(function* () {
      const { behavior, days, mirror, publish, show, sync } = yield* start()
      yield* sync(mirror, { from })
      const keep = (count: number): void => {
        days.set(tuesday, complaintsOf(tuesday, 120).slice(0, count))
        show()
      }
      yield* publish
      yield* TestClock.setTime(Date.parse("2021-07-14T18:00:00Z"))
      // Each read finds one complaint fewer. All are on one page.
      let count = 40
      behavior.onPage = (day) => void (day === tuesday && keep((count -= 1)))
      assert.include(results(yield* sync(mirror)), "2021-07-06 whole held 38+0")
      assert.strictEqual((yield* mirror.status).records, 360)
      yield* TestClock.adjust("12 hours")
      behavior.onPage = () => keep(118)
      assert.include(results(yield* sync(mirror)), "2021-07-06 whole replaced 118+0")
    }).pipe(Effect.scoped)
  )

  it.effect("reads a day twice if the reported total is another one", () =>
    Effect.gen(function* () {
      const { behavior, mirror, requests, show, days, sync } = yield* start()
      behavior.totalError = 5
      const pages = () => requests.filter(({ url: path }) => path.includes(wednesday)).length
      assert.include(results(yield* sync(mirror, { from })), "2021-07-07 whole replaced 120+0")
      assert.strictEqual(pages(), 10)
      yield* TestClock.setTime(Date.parse("2021-07-09T18:00:00Z"))
      let city = 0
      behavior.onPage = () => {
        const complaints = complaintsOf("2021-07-08", 10)
        days.set(
          "2021-07-08",
          complaints.map((one) => ({ ...one, consumerCity: String((city += 1)) }))
        )
        show()
      }
      assert.include(results(yield* sync(mirror)), "2021-07-08 partial kept 10+0")
    }).pipe(Effect.scoped)
  )
})

interface Odd {
  readonly title: string
  readonly limits?: PublicRecordsOptions
}
