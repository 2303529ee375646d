import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import type { SyncEvent } from "@public-records/mirror"
import { createClient } from "@public-records/core/promise"
import { createMirror } from "@public-records/mirror/promise"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { type SyncSource, sourceOfRecords } from "../src/sync/SyncSource.ts"
import { changeTables } from "./mirrorTables.ts"
import { daily, row } from "./mirrors.ts"
import { complaintsOf, monday, reportOf, results, startSync, tuesday, url, wednesday, wrongDays } from "./syncs.ts"

describe("a sync", () => {
  it.effect("reads the newest day first, then notices and gaps, and nothing twice", () =>
    Effect.gen(function* () {
      const { days, mirror, requests, sync } = yield* startSync()
      const first = yield* sync(mirror, { from: tuesday })
      assert.deepStrictEqual(results(first), [
        "2021-07-07 complete stored 120+0",
        "2021-07-06 complete stored 120+0",
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
      assert.deepStrictEqual(results(yield* sync(mirror, { from: monday })), ["2021-07-05 complete stored 120+0"])
      assert.deepStrictEqual(results(yield* sync(mirror)), [])
      assert.deepStrictEqual(yield* wrongDays(mirror, days), [])
    }).pipe(Effect.scoped)
  )

  it.effect("prints the plan before a request, and only the plan if it is a dry run", () =>
    Effect.gen(function* () {
      const { mirror, requests, sync } = yield* startSync()
      const [plan, report] = yield* sync(mirror, { from: monday, dryRun: true })
      assert.deepStrictEqual([plan?._tag, report?._tag, requests.length], ["Plan", "Report", 0])
      assert.deepInclude(plan, { from: monday, to: wednesday, days: { new: 3, again: 0, missing: 0 } })
      yield* sync(mirror, { from: monday })
      const later = yield* sync(mirror, { from: CivilDate.make("2021-07-01"), dryRun: true })
      // Thursday and Friday are like the known days of 120 complaints, the weekend like usual ones.
      const requestsOfDays = [4, 4, Math.ceil(4500 / 49) + 1, Math.ceil(2600 / 49) + 1]
      assert.deepInclude(later[0], {
        days: { new: 0, again: 0, missing: 4 },
        requests: requestsOfDays.reduce((sum, count) => sum + count, 0)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("reads a day again a week after its publication, and then never again", () =>
    Effect.gen(function* () {
      const { days, mirror, publish, sync } = yield* startSync()
      yield* sync(mirror, { from: monday })
      days.set(tuesday, [...complaintsOf(tuesday, 120), ...complaintsOf(tuesday, 1, { edition: "b" })])
      yield* publish
      yield* TestClock.setTime(Date.parse("2021-07-13T15:59:00Z"))
      const early = yield* sync(mirror)
      assert.isFalse(results(early).some((text) => text.startsWith(tuesday)))
      yield* TestClock.adjust("2 minutes")
      // Monday 5 July is a holiday, so Tuesday has published three days.
      assert.include(results(yield* sync(mirror)), "2021-07-05 complete unchanged 120+0")
      yield* TestClock.setTime(Date.parse("2021-07-14T16:00:00Z"))
      assert.include(results(yield* sync(mirror)), "2021-07-06 complete replaced 121+0")
      yield* TestClock.setTime(Date.parse("2021-07-16T16:00:00Z"))
      // A day that changed is read until two reads are equal.
      const known = (events: ReadonlyArray<SyncEvent>) => results(events).filter((text) => text < "2021-07-08")
      assert.deepStrictEqual(known(yield* sync(mirror)), [
        "2021-07-07 complete unchanged 120+0",
        "2021-07-06 complete unchanged 121+0"
      ])
      yield* TestClock.adjust("30 days")
      assert.deepStrictEqual(known(yield* sync(mirror)), [])
    }).pipe(Effect.scoped)
  )

  it.effect("reads a day once that was first read more than a week after its publication", () =>
    Effect.gen(function* () {
      const { mirror, sync } = yield* startSync()
      yield* TestClock.setTime(Date.parse("2021-07-20T18:00:00Z"))
      yield* sync(mirror, { from: monday })
      yield* TestClock.adjust("30 days")
      assert.deepStrictEqual(
        results(yield* sync(mirror)).filter((text) => text < "2021-07-08"),
        []
      )
    }).pipe(Effect.scoped)
  )

  it.effect("keeps a weekday without records partial for a week, and tells a hole of the service after two reads", () =>
    Effect.gen(function* () {
      const { days, mirror, publish, sync } = yield* startSync()
      days.set(wednesday, [])
      days.set(monday, [])
      yield* publish
      assert.include(results(yield* sync(mirror, { from: monday })), "2021-07-07 partial stored 0+0")
      assert.include(results(yield* sync(mirror)), "2021-07-07 partial unchanged 0+0")
      days.set(wednesday, complaintsOf(wednesday, 130))
      yield* publish
      assert.include(results(yield* sync(mirror)), "2021-07-07 complete replaced 130+0")
      yield* TestClock.setTime(Date.parse("2021-07-15T18:00:00Z"))
      const week = results(yield* sync(mirror))
      assert.include(week, "2021-07-05 complete replaced 0+0")
      // Sunday
      assert.include(week, "2021-07-11 complete stored 0+0")
      const unconfirmed = (yield* mirror.status).suspicious.find(({ day }) => day === monday)
      assert.deepStrictEqual(unconfirmed?.confirmed, false)
      assert.notInclude(results(yield* sync(mirror)).join(), monday)
      yield* TestClock.adjust("12 hours")
      assert.include(results(yield* sync(mirror)), "2021-07-05 complete unchanged 0+0")
      const confirmed = (yield* mirror.status).suspicious.find(({ day }) => day === monday)
      assert.deepStrictEqual(confirmed?.confirmed, true)
      yield* TestClock.adjust("12 hours")
      assert.notInclude(results(yield* sync(mirror)).join(), monday)
    }).pipe(Effect.scoped)
  )

  it.effect("holds a day that shrank, until a read 12 hours later is equal", () =>
    Effect.gen(function* () {
      const { behavior, days, mirror, publish, show, sync } = yield* startSync()
      yield* sync(mirror, { from: monday })
      const keep = (count: number): void => {
        days.set(tuesday, complaintsOf(tuesday, 120).slice(0, count))
        show()
      }
      yield* publish
      yield* TestClock.setTime(Date.parse("2021-07-14T18:00:00Z"))
      for (const [count, outcome] of [
        [100, "held"],
        [101, "held"],
        [101, "replaced"]
      ] as const) {
        behavior.onPage = (day) => void (day === tuesday && keep(count))
        assert.include(results(yield* sync(mirror)), `2021-07-06 complete ${outcome} ${count}+0`)
        assert.strictEqual((yield* mirror.status).records, outcome === "held" ? 360 : 341)
        yield* TestClock.adjust("12 hours")
      }
    }).pipe(Effect.scoped)
  )

  it.effect("reads a day twice if the reported total is another one", () =>
    Effect.gen(function* () {
      const { behavior, mirror, requests, show, days, sync } = yield* startSync()
      behavior.totalError = 5
      const pages = () => requests.filter(({ url: path }) => path.includes(wednesday)).length
      assert.include(results(yield* sync(mirror, { from: monday })), "2021-07-07 complete stored 120+0")
      assert.strictEqual(pages(), 10)
      yield* TestClock.setTime(Date.parse("2021-07-09T18:00:00Z"))
      let city = 0
      behavior.onPage = () => {
        const complaints = complaintsOf("2021-07-08", 10)
        days.set(
          "2021-07-08",
          complaints.map((one) => Object.assign(one, { consumerCity: String((city += 1)) }))
        )
        show()
      }
      assert.include(results(yield* sync(mirror)), "2021-07-08 partial stored 10+0")
    }).pipe(Effect.scoped)
  )
})

describe("a mirror with damaged days", () => {
  it.effect("is repaired by reading only these", () =>
    Effect.gen(function* () {
      const { days, file, mirror, requests, sync } = yield* startSync()
      yield* sync(mirror, { from: monday })
      yield* changeTables(file, "delete from calls where day = '2021-07-06' and number > 2165550060")
      const before = requests.length
      assert.deepStrictEqual(results(yield* sync(mirror, { repair: true })), ["2021-07-06 complete replaced 120+0"])
      assert.strictEqual(requests.length - before, 3)
      assert.deepStrictEqual(yield* wrongDays(mirror, days), [])
      assert.deepStrictEqual((yield* mirror.verify("contents")).damaged, [])
      assert.deepStrictEqual(results(yield* sync(mirror, { repair: true })), [])
    }).pipe(Effect.scoped)
  )
})

describe("days of other sources", () => {
  it.effect("are read if they are partial, and stay if they are complete", () =>
    Effect.gen(function* () {
      const { importText, mirror, sync } = yield* startSync()
      yield* importText("part.csv", daily(row({ created: "2021-07-06 10:00:00" })))
      yield* importText("DNC_Complaint_Numbers_2021-07-08.csv", daily(row()))
      const events = yield* sync(mirror, { from: monday })
      assert.deepStrictEqual(results(events), [
        "2021-07-06 complete replaced 120+0",
        "notices 1-0",
        "2021-07-05 complete stored 120+0"
      ])
      assert.strictEqual((yield* mirror.status).setAside, 1)
    }).pipe(Effect.scoped)
  )
})

describe("two syncs", () => {
  it.effect("do not run at once, and not with two services", () =>
    Effect.gen(function* () {
      const { file, mirror, sync } = yield* startSync()
      const other = new DatabaseSync(`${file}-sync`)
      other.exec("begin exclusive")
      const locked = yield* Effect.flip(sync(mirror, { from: monday }))
      assert.strictEqual(String(locked).includes(`Another sync of the mirror ${file} is running.`), true)
      other.close()
      yield* sync(mirror, { from: monday })
      yield* sync(mirror, { origin: `${url}/` })
      const foreign = yield* Effect.flip(sync(mirror, { origin: "https://other.example" }))
      assert.include(String(foreign), `it was synced with ${url}`)
    }).pipe(Effect.scoped)
  )
})

describe("a sync that is killed after every second page", () => {
  it.effect("stores every record, and reads one page again each time", () =>
    Effect.gen(function* () {
      const { days, mirror, records, requests } = yield* startSync()
      const source = sourceOfRecords(records)
      let runs = 0
      for (let isDone = false; !isDone; runs++) {
        assert.isBelow(runs, 20, "the sync does not end")
        let pages = 0
        const kill = Effect.suspend(() => ((pages += 1) === 2 ? Effect.interrupt : Effect.void))
        const killed: SyncSource = {
          complaints: (day, position) => Stream.tap(source.complaints(day, position), () => kill),
          notices: (position) => Stream.tap(source.notices(position), () => kill),
          requests: source.requests
        }
        const exit = yield* Effect.exit(
          Stream.runCollect(mirror.syncFrom({ service: killed }, { origin: url, from: monday }))
        )
        isDone = exit._tag === "Success"
      }
      const [days3, notice] = [3 * 3, 3]
      assert.strictEqual(runs, days3 + notice)
      assert.strictEqual(requests.length, days3 + notice + runs - 1)
      assert.deepStrictEqual(yield* wrongDays(mirror, days), [])
    }).pipe(Effect.scoped)
  )
})

describe("createMirror", () => {
  it.effect("syncs with a client", () =>
    Effect.gen(function* () {
      const { fetch, file } = yield* startSync()
      const tags = yield* Effect.promise(async () => {
        await using mirror = await createMirror({ file, access: "write" })
        await using client = createClient({ apiKey: "a-key", baseUrl: url, fetch })
        const names: Array<string> = []
        for await (const { _tag } of mirror.sync({ service: client, source: "service", origin: url })) names.push(_tag)
        return names
      })
      assert.deepStrictEqual([tags[0], tags.at(-1)], ["Plan", "Report"])
    }).pipe(Effect.scoped)
  )

  it.effect("reports the requests of a client, also for a list that could not be read", () =>
    Effect.gen(function* () {
      const { faults, fetch, file, requests } = yield* startSync()
      const broken = {
        on: { path: "/v0/hsr-early-termination-notices", requests: [1] },
        do: "status",
        status: 500
      } as const
      yield* Effect.orDie(faults.set({ faults: [broken] }))
      const counts = yield* Effect.promise(async () => {
        await using mirror = await createMirror({ file, access: "write" })
        await using client = createClient({ apiKey: "a-key", baseUrl: url, fetch, maxRetries: 0 })
        const run = async () => {
          const events: Array<SyncEvent> = []
          try {
            for await (const event of mirror.sync({ service: client, source: "service", origin: url }))
              events.push(event)
          } catch (error) {
            assert.include(String(error), "cannot be reached")
          }
          return reportOf(events)?.requests
        }
        const failed = await run()
        const afterFailure = requests.length
        return { failed, afterFailure, read: await run(), requestsOfRead: requests.length - afterFailure }
      })
      assert.strictEqual(counts.failed, counts.afterFailure)
      assert.strictEqual(counts.read, counts.requestsOfRead)
    }).pipe(Effect.scoped)
  )
})
