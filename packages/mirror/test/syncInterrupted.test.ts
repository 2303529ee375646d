import { assert, describe, it } from "@effect/vitest"
import { type Complaint, NoticeQuery, PublicRecords } from "@public-records/core"
import type { Mirror, SyncEvent } from "@public-records/mirror"
import { type WalkedPage } from "@public-records/core/promise"
import { Effect, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { type SyncSource, sourceOfRecords } from "../src/sync/SyncSource.ts"
import { changeTables, firstRowIn } from "./mirrorTables.ts"
import { daily, row } from "./mirrors.ts"
import {
  failing,
  monday,
  noticeOf,
  passingTime,
  reportOf,
  results,
  startSync,
  thursday,
  tuesday,
  url,
  wednesday,
  wrongDays
} from "./syncs.ts"

describe("the budget of a sync", () => {
  it.effect("ends the run without an error if it is used up, and the next run continues", () =>
    Effect.gen(function* () {
      const { days, mirror, requests, sync } = yield* startSync({}, { requestsPerHour: 4, maxWait: 0 })
      const first = yield* sync(mirror, { from: monday })
      assert.deepStrictEqual(results(first), ["2021-07-07 complete stored 120+0"])
      const { days: left, nextTryAt } = reportOf(first)?.left ?? {}
      assert.deepStrictEqual({ left, nextTryAt }, { left: 2, nextTryAt: new Date(thursday + 3_600_000) })
      const { missing, sync: synced } = yield* mirror.status
      assert.deepStrictEqual(missing, [])
      assert.deepInclude(synced, { from: monday, unread: 2, lastFailure: null })
      // Tuesday is like Wednesday, and one of its pages was read.
      assert.deepInclude((yield* sync(mirror, { dryRun: true }))[0], { requests: 3 + 4 + 1 })
      yield* TestClock.adjust("1 hour")
      for (const _hour of [2, 3, 4]) {
        yield* sync(mirror)
        yield* TestClock.adjust("1 hour")
      }
      assert.deepStrictEqual(yield* wrongDays(mirror, days), [])
      assert.deepInclude((yield* mirror.status).sync, { from: monday, unread: 0 })
      const paths = requests.map(({ url: path }) => path)
      assert.strictEqual(new Set(paths.filter((path) => path.includes("dnc"))).size, 9)
      assert.strictEqual(paths.filter((path) => path.includes("dnc")).length, 9)
    }).pipe(Effect.scoped)
  )
})

describe("pages that were read of a day", () => {
  const stagedIn = (file: string) => firstRowIn(file, "select count(*) as pages from staging")

  it.effect("survive a repair, and are forgotten if the day is imported meanwhile", () =>
    Effect.gen(function* () {
      const { file, importText, mirror, sync } = yield* startSync({}, { requestsPerHour: 4, maxWait: 0 })
      yield* sync(mirror, { from: monday })
      yield* sync(mirror, { repair: true })
      assert.deepStrictEqual(yield* stagedIn(file), { pages: 1 })
      yield* importText("DNC_Complaint_Numbers_2021-07-07.csv", daily(row({ created: "2021-07-06 10:00:00" })))
      yield* sync(mirror)
      assert.deepStrictEqual(yield* stagedIn(file), { pages: 0 })
    }).pipe(Effect.scoped)
  )

  it.effect("are read again if they are of another version of the package", () =>
    Effect.gen(function* () {
      const { days, file, mirror, sync } = yield* startSync({}, { requestsPerHour: 4, maxWait: 0 })
      yield* sync(mirror, { from: monday })
      yield* changeTables(file, "update staging set position = '{}'")
      for (const _hour of [2, 3]) {
        yield* TestClock.adjust("1 hour")
        yield* sync(mirror, { from: tuesday })
      }
      assert.strictEqual((yield* mirror.status).setAside, 0)
      assert.deepStrictEqual(yield* wrongDays(mirror, new Map([...days].filter(([day]) => day !== monday))), [])
    }).pipe(Effect.scoped)
  )
})

describe("a day that cannot be read", () => {
  it.effect("is left for the next run, which continues with its pages", () =>
    Effect.gen(function* () {
      const { days, faults, mirror, requests, sync } = yield* startSync({}, { maxRetries: 0 })
      yield* Effect.orDie(faults.set(failing(2)))
      const events = yield* sync(mirror, { from: monday })
      assert.deepStrictEqual(results(events).slice(0, 2), ["2021-07-07 failed", "2021-07-06 complete stored 120+0"])
      assert.deepStrictEqual(reportOf(events)?.days.failed, 1)
      assert.strictEqual(reportOf(events)?.left.days, 1)
      const before = requests.length
      assert.include(results(yield* sync(mirror)), "2021-07-07 complete stored 120+0")
      assert.strictEqual(requests.slice(before).filter(({ url: path }) => path.includes("dnc")).length, 2)
      assert.deepStrictEqual(yield* wrongDays(mirror, days), [])
    }).pipe(Effect.scoped)
  )

  it.effect("counts every request that was sent, those that were repeated included", () =>
    Effect.gen(function* () {
      const { faults, mirror, requests, sync } = yield* startSync({}, { maxRetries: 1 })
      // The second page is repeated once. The third one fails for good.
      yield* Effect.orDie(faults.set(failing(2, 4, 5)))
      const events = yield* passingTime(sync(mirror, { from: monday }))
      assert.deepStrictEqual(results(events).slice(0, 2), ["2021-07-07 failed", "2021-07-06 complete stored 120+0"])
      assert.strictEqual(reportOf(events)?.requests, requests.length)
      const sent = events.flatMap((event) => (event._tag === "Page" ? [event.requests] : []))
      assert.deepStrictEqual(sent.slice(0, 3), [1, 3, 6])
    }).pipe(Effect.scoped)
  )

  it.effect("ends the run with its reason if the next one cannot be read either, after the report", () =>
    Effect.gen(function* () {
      const { faults, mirror, records, requests, sync } = yield* startSync({}, { maxRetries: 0 })
      yield* Effect.orDie(faults.set(failing(1, 2, 3, 4, 5)))
      const events: Array<SyncEvent> = []
      const error = yield* mirror.sync({ source: "service", origin: url, from: monday }).pipe(
        Stream.runForEach((event) => Effect.sync(() => void events.push(event))),
        Effect.provideService(PublicRecords, records),
        Effect.provide(FetchHttpClient.layer),
        Effect.flip
      )
      assert.strictEqual(error._tag === "PublicRecordsError" ? error.reason._tag : "", "Unavailable")
      assert.deepStrictEqual(results(events), ["2021-07-07 failed", "2021-07-06 failed"])
      assert.deepStrictEqual([reportOf(events)?.left.days, requests.length], [3, 2])
      // The last list of a run counts, too.
      yield* Effect.orDie(faults.set(failing(3)))
      const last = yield* Effect.flip(sync(mirror, { from: wednesday }))
      assert.include(String(last), "cannot be reached")
    }).pipe(Effect.scoped)
  )

  const hostile: ReadonlyArray<
    readonly [what: string, change: (page: WalkedPage<Complaint>) => WalkedPage<Complaint>, message: string]
  > = [
    [
      "complaints of another day",
      (page) =>
        Object.assign(page, {
          records: page.records.map((one) => Object.assign(one, { createdDate: `${tuesday} 01:00:00` }))
        }),
      `it is of ${tuesday}, in the list of ${wednesday}`
    ],
    [
      "a list without an end",
      (page) => Object.assign(page, { report: Object.assign(page.report, { requests: 10_001 }) }),
      `the list of ${wednesday} does not end`
    ]
  ]

  it.effect.each(hostile)(
    "fails if the service returns %s, and is read from its start the next time",
    ([, change, message]) =>
      Effect.gen(function* () {
        const { days, mirror, records, requests, sync } = yield* startSync()
        const source = sourceOfRecords(records)
        const changed = (page: WalkedPage<Complaint>) => (page.report.requests === 2 ? change(page) : page)
        const events = yield* Stream.runCollect(
          mirror.syncFrom(
            { service: { ...source, complaints: (day, at) => Stream.map(source.complaints(day, at), changed) } },
            { origin: url, from: wednesday }
          )
        ).pipe(Effect.flip)
        assert.include(String(events), message)
        const before = requests.length
        yield* sync(mirror, { from: monday })
        assert.include(requests[before]?.url, "offset=0")
        assert.deepStrictEqual(yield* wrongDays(mirror, days), [])
      }).pipe(Effect.scoped)
  )
})

describe("notices", () => {
  const notices = (...names: ReadonlyArray<string>) => names.map((name) => noticeOf(name))
  const idsIn = (mirror: Mirror["Service"]) =>
    Effect.map(Stream.runCollect(mirror.records.notices.stream(NoticeQuery.default)), (found) =>
      found.map(({ id, link }) => `${id}${link ?? ""}`).toSorted()
    )

  it.effect("are read to the end once a week, and marked as gone only then", () =>
    Effect.gen(function* () {
      const { mirror, notices: served, publish, requests, sync } = yield* startSync()
      served.clear()
      for (const one of notices(...Array.from({ length: 260 }, (_, index) => `n${index}`))) served.set(one.id, one)
      yield* publish
      assert.include(results(yield* sync(mirror, { from: monday })), "notices 260-0")
      served.delete("n7")
      served.set("new", noticeOf("new", "2021-07-08T00:00:00+00:00"))
      served.set("n9", noticeOf("n9", "2021-07-08T01:00:00+00:00"))
      yield* publish
      const before = requests.length
      yield* sync(mirror)
      assert.strictEqual(requests.length, before)
      yield* TestClock.adjust("12 hours")
      assert.include(results(yield* sync(mirror)), "notices 2-0")
      // One page with news, and two that the mirror has.
      assert.strictEqual(requests.length - before, 3)
      assert.strictEqual((yield* idsIn(mirror)).length, 261)
      yield* TestClock.adjust("7 days")
      assert.include(results(yield* sync(mirror)), "notices 0-1")
      assert.deepStrictEqual(yield* idsIn(mirror), [...served.keys()].toSorted())
      served.set("n7", noticeOf("n7"))
      yield* publish
      yield* TestClock.adjust("7 days")
      assert.include(results(yield* sync(mirror)), "notices 1-0")
      assert.include(yield* idsIn(mirror), "n7")
    }).pipe(Effect.scoped)
  )

  it.effect("are marked as gone only after two equal reads if they are more than 1 %", () =>
    Effect.gen(function* () {
      const { mirror, notices: served, publish, records, sync } = yield* startSync()
      served.set("two", noticeOf("two"))
      yield* publish
      yield* sync(mirror, { from: monday })
      served.delete("two")
      yield* publish
      yield* TestClock.adjust("7 days")
      const source = sourceOfRecords(records)
      let reads = 0
      const differing: SyncSource = {
        ...source,
        notices: (position) => {
          reads += 1
          const isEmpty = reads === 2
          return Stream.map(source.notices(position), (page) => (isEmpty ? { ...page, records: [] } : page))
        }
      }
      const short: SyncSource = {
        ...source,
        notices: (position) =>
          Stream.map(source.notices(position), (page) => ({ ...page, report: { ...page.report, agrees: false } }))
      }
      const incomplete = yield* Stream.runCollect(mirror.syncFrom({ service: short }, { origin: url }))
      assert.deepInclude(
        incomplete.find(({ _tag }) => _tag === "Notices"),
        { readToTheEnd: false, gone: 0 }
      )
      yield* TestClock.adjust("12 hours")
      const other = yield* Stream.runCollect(mirror.syncFrom({ service: differing }, { origin: url }))
      assert.deepStrictEqual(results(other).at(-1), "notices 0-0")
      assert.strictEqual((yield* mirror.status).notices, 2)
      yield* TestClock.adjust("12 hours")
      assert.include(results(yield* sync(mirror)), "notices 0-1")
      assert.deepStrictEqual(yield* idsIn(mirror), ["one"])
    }).pipe(Effect.scoped)
  )
})
