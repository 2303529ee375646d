import { mkdirSync, existsSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { CallListener, CivilDate, PublicRecordsError, WalkStalled } from "@public-records/core"
import { createClient, type WalkedPage } from "@public-records/core/promise"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { sourceOfClient, sourceOfRecords, type SyncSource } from "../src/sync/SyncSource.ts"
import { changeTables, rowsIn } from "./mirrorTables.ts"
import { failing, monday, noticeOf, reportOf, results, startSync, tuesday, url, wednesday, wrongDays } from "./syncs.ts"

describe("a second sync", () => {
  it.effect("is refused during the first, and changes nothing", () =>
    Effect.gen(function* () {
      const { file, mirror, records, sync } = yield* startSync()
      const source = sourceOfRecords(records)
      const refused: Array<string> = []
      const meanwhile = Effect.flip(sync(mirror, { from: monday }))
      const looking: SyncSource = {
        ...source,
        complaints: (day, from) =>
          Stream.tap(source.complaints(day, from), () =>
            Effect.orDie(Effect.map(meanwhile, ({ message }) => void refused.push(message)))
          )
      }
      yield* Stream.runDrain(mirror.syncFrom({ service: looking }, { origin: url, from: wednesday }))
      assert.deepStrictEqual(
        refused.map((message) => message.startsWith("Another sync")),
        [true, true, true]
      )
      assert.deepStrictEqual(yield* rowsIn(file, "select value from meta where name = 'sync from'"), [
        { value: wednesday }
      ])
    }).pipe(Effect.scoped)
  )
})

describe("the pages of a sync", () => {
  it.effect("that are left are those of the list that failed, without the pages of the lists before", () =>
    Effect.gen(function* () {
      const { faults, mirror, sync } = yield* startSync({}, { maxRetries: 0 })
      yield* Effect.orDie(faults.set(failing(5)))
      const events = yield* sync(mirror, { from: monday })
      assert.deepStrictEqual(results(events).slice(0, 2), ["2021-07-07 complete stored 120+0", "2021-07-06 failed"])
      // A usual Tuesday, of which one page was read.
      const requests = Math.ceil(14_000 / 49) + 1 - 1
      assert.deepInclude(reportOf(events)?.left, { days: 1, requests })
    }).pipe(Effect.scoped)
  )

  it.effect("are read from the start if the list stalled", () =>
    Effect.gen(function* () {
      const { days, mirror, records, requests, sync } = yield* startSync()
      const source = sourceOfRecords(records)
      const stalled = new PublicRecordsError({ operation: "Read", reason: new WalkStalled({ offset: 50 }) })
      const stalling: SyncSource = {
        ...source,
        complaints: (day, from) => Stream.concat(Stream.take(source.complaints(day, from), 1), Stream.fail(stalled))
      }
      yield* Effect.flip(Stream.runDrain(mirror.syncFrom({ service: stalling }, { origin: url, from: wednesday })))
      const before = requests.length
      yield* sync(mirror, { from: monday })
      assert.include(requests[before]?.url, "offset=0")
      assert.deepStrictEqual(yield* wrongDays(mirror, days), [])
      assert.strictEqual((yield* mirror.status).setAside, 0)
    }).pipe(Effect.scoped)
  )
})

describe("a day that changed", () => {
  it.effect("is read again until two reads are equal, and then not before a week has passed", () =>
    Effect.gen(function* () {
      const { days, mirror, publish, sync } = yield* startSync()
      const readsOfTuesday = Effect.gen(function* () {
        yield* TestClock.adjust("12 hours")
        return results(yield* sync(mirror)).filter((text) => text.startsWith(tuesday))
      })
      const all = days.get(tuesday) ?? []
      days.set(tuesday, all.slice(0, 40))
      yield* publish
      yield* sync(mirror, { from: monday })
      days.set(tuesday, all)
      yield* publish
      assert.deepStrictEqual(yield* readsOfTuesday, ["2021-07-06 complete replaced 120+0"])
      assert.deepStrictEqual(yield* readsOfTuesday, ["2021-07-06 complete unchanged 120+0"])
      assert.deepStrictEqual(yield* readsOfTuesday, [])
    }).pipe(Effect.scoped)
  )
})

describe("the service of a mirror", () => {
  it.effect("is the same with and without a slash at the end of its URL", () =>
    Effect.gen(function* () {
      const { mirror, sync } = yield* startSync()
      for (const origin of ["https://EXAMPLE.org/base", "https://example.org/base/", "https://example.org/base//"]) {
        yield* sync(mirror, { origin, from: wednesday })
      }
      const error = yield* Effect.flip(sync(mirror, { origin: "https://example.org/Base" }))
      assert.include(error.message, "it was synced with https://example.org/base.")
      const plan = yield* Effect.flip(sync(mirror, { origin: "https://example.org/Base", dryRun: true }))
      assert.strictEqual(plan.message, error.message)
    }).pipe(Effect.scoped)
  )
})

describe("records that are not valid", () => {
  /** Returns the pages of a list. The records of its second page, or of its only page, are rejected. */
  const rejecting = <Record>(pages: Stream.Stream<WalkedPage<Record>, PublicRecordsError>, isOnly: boolean) =>
    Stream.map(pages, (page, index) =>
      isOnly || index === 1
        ? { ...page, records: [], rejected: page.records.map((raw) => ({ reason: "it is not valid", raw })) }
        : page
    )

  it.effect("are set aside by each read, and do not end a list", () =>
    Effect.gen(function* () {
      const { file, mirror, records } = yield* startSync()
      const source = sourceOfRecords(records)
      const damaged: SyncSource = {
        ...source,
        complaints: (day, from) => rejecting(source.complaints(day, from), false),
        notices: (from) => rejecting(source.notices(from), true)
      }
      const run = Effect.map(
        Stream.runCollect(mirror.syncFrom({ service: damaged }, { origin: url, from: wednesday })),
        results
      )
      assert.deepStrictEqual(yield* run, ["2021-07-07 partial stored 71+49", "notices 0-0"])
      assert.strictEqual((yield* mirror.status).setAside, 50)
      yield* TestClock.adjust("7 days")
      const again = yield* run
      assert.include(again, "2021-07-07 partial unchanged 71+49")
      assert.include(again, "notices 0-0")
      const setAside = `select reason, count(*) as count from set_aside where day = '${wednesday}' or day is null group by reason`
      assert.deepStrictEqual(yield* rowsIn(file, setAside), [{ reason: "it is not valid", count: 50 }])
    }).pipe(Effect.scoped)
  )
})

describe("the plan of a sync", () => {
  it.effect("begins a week before the newest day by default", () =>
    Effect.gen(function* () {
      const { mirror, sync } = yield* startSync()
      const [plan] = yield* sync(mirror, { dryRun: true })
      assert.deepInclude(plan, { from: CivilDate.make("2021-07-01"), to: wednesday, notices: true })
    }).pipe(Effect.scoped)
  )

  it.effect("reads the newest damaged day first", () =>
    Effect.gen(function* () {
      const { file, mirror, sync } = yield* startSync()
      yield* sync(mirror, { from: monday })
      yield* changeTables(file, "delete from calls where rowid in (select min(rowid) from calls group by day)")
      assert.deepStrictEqual(
        results(yield* sync(mirror, { repair: true })).map((text) => text.slice(0, 10)),
        [wednesday, tuesday, monday]
      )
    }).pipe(Effect.scoped)
  )
})

describe("the events of a sync", () => {
  it.effect("count the records of a list, and the file has no log after the last", () =>
    Effect.gen(function* () {
      const { file, mirror, sync } = yield* startSync()
      const events = yield* sync(mirror, { from: wednesday })
      const pages = events.flatMap((event) => (event._tag === "Page" && event.list === wednesday ? [event] : []))
      assert.deepStrictEqual(
        pages.map(({ records, total }) => [records, total]),
        [
          [50, 120],
          [99, 120],
          [120, 120]
        ]
      )
      assert.isFalse(existsSync(`${file}.wal`))
    }).pipe(Effect.scoped)
  )
})

describe("the lock of a sync", () => {
  it.effect("that cannot be created is not another sync", () =>
    Effect.gen(function* () {
      const { file, mirror, sync } = yield* startSync()
      mkdirSync(`${file}-sync`)
      const error = yield* Effect.flip(sync(mirror, { from: wednesday }))
      assert.include(error.message, "cannot be used")
    }).pipe(Effect.scoped)
  )
})

describe("a dry run", () => {
  it.effect("remembers neither its service nor its first day", () =>
    Effect.gen(function* () {
      const { mirror, sync } = yield* startSync()
      yield* sync(mirror, { dryRun: true, from: monday, origin: "https://other.example" })
      assert.isNull((yield* mirror.status).sync)
      yield* sync(mirror, { from: wednesday })
      assert.deepInclude((yield* mirror.status).sync, { from: wednesday, unread: 0 })
    }).pipe(Effect.scoped)
  )
})

describe("the requests of a sync", () => {
  it.effect("have the priority of background work, and the order of a sync", () =>
    Effect.gen(function* () {
      const { fetch, records } = yield* startSync()
      const client = createClient({ apiKey: "a-key", baseUrl: url, fetch })
      const calls: Array<string> = []
      const ofRecords = sourceOfRecords({
        ...records,
        complaints: {
          ...records.complaints,
          pages: (query, options) => {
            calls.push(`complaints ${query.sort} ${options?.priority}`)
            return records.complaints.pages(query, options)
          }
        },
        notices: {
          ...records.notices,
          pages: (query, options) => {
            calls.push(`notices ${query.sortBy} ${query.sort} ${options?.priority}`)
            return records.notices.pages(query, options)
          }
        }
      })
      const ofClient = sourceOfClient({
        ...client,
        complaints: {
          ...client.complaints,
          pages: (query, options) => {
            calls.push(`complaints ${query?.sort} ${options?.priority}`)
            return client.complaints.pages(query, options)
          }
        },
        notices: {
          ...client.notices,
          pages: (query, options) => {
            calls.push(`notices ${query?.sortBy} ${query?.sort} ${options?.priority}`)
            return client.notices.pages(query, options)
          }
        }
      })
      for (const source of [ofRecords, ofClient]) {
        yield* Stream.runDrain(source.complaints(wednesday, undefined))
        yield* Stream.runDrain(source.notices(undefined))
      }
      yield* Effect.promise(() => client.close())
      assert.deepStrictEqual(calls, [
        "complaints asc bulk",
        "notices changed desc bulk",
        "complaints asc bulk",
        "notices changed desc bulk"
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("are also told to the listener of the caller", () =>
    Effect.gen(function* () {
      const { mirror, records, requests } = yield* startSync()
      let heard = 0
      const listen = ({ _tag }: { readonly _tag: string }) =>
        Effect.sync(() => void (heard += _tag === "Request" ? 1 : 0))
      const source = sourceOfRecords(records)
      const run = mirror.syncFrom({ service: source }, { origin: url, from: wednesday })
      yield* Stream.runDrain(Stream.provideService(run, CallListener, listen))
      assert.deepStrictEqual([heard, source.requests()], [requests.length, requests.length])
    }).pipe(Effect.scoped)
  )
})

describe("notices", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => noticeOf(`n${1000 + index}`))

  it.effect("are read until two pages in a row bring nothing new", () =>
    Effect.gen(function* () {
      const { mirror, notices, publish, requests, sync } = yield* startSync()
      for (const one of many(260)) notices.set(one.id, one)
      yield* publish
      yield* sync(mirror, { from: wednesday })
      // All were changed at the same time, so that this one is on the second page.
      notices.set("n1190-late", noticeOf("n1190-late"))
      yield* publish
      const before = requests.length
      yield* TestClock.adjust("12 hours")
      assert.include(results(yield* sync(mirror)), "notices 1-0")
      assert.strictEqual(requests.length - before, 4)
    }).pipe(Effect.scoped)
  )

  it.effect("are read to the end once a week, although their changes are read each day", () =>
    Effect.gen(function* () {
      const { mirror, notices, publish, sync } = yield* startSync()
      for (const one of many(150)) notices.set(one.id, one)
      yield* publish
      const readToTheEnd: Array<number> = []
      for (let day = 0; day < 16; day++) {
        const events = yield* sync(mirror, { from: wednesday })
        if (events.some((event) => event._tag === "Notices" && event.readToTheEnd)) readToTheEnd.push(day)
        yield* TestClock.adjust("1 day")
      }
      assert.deepStrictEqual(readToTheEnd, [0, 7, 14])
    }).pipe(Effect.scoped)
  )

  it.effect("that are gone are not counted, and are not looked for again before a week has passed", () =>
    Effect.gen(function* () {
      const { mirror, notices, publish, requests, sync } = yield* startSync()
      for (const one of many(260)) notices.set(one.id, one)
      yield* publish
      yield* sync(mirror, { from: wednesday })
      for (const { id } of many(10)) notices.delete(id)
      yield* publish
      yield* TestClock.adjust("7 days")
      assert.include(results(yield* sync(mirror)), "notices 0-10")
      assert.strictEqual((yield* mirror.status).notices, 251)
      yield* TestClock.adjust("12 hours")
      const before = requests.length
      assert.include(results(yield* sync(mirror)), "notices 0-0")
      assert.strictEqual(requests.slice(before).filter(({ url: path }) => path.includes("hsr")).length, 2)
    }).pipe(Effect.scoped)
  )
})
