import { assert, describe, it } from "@effect/vitest"
import { type Notice, type PublicRecordsError } from "@public-records/core"
import type { WalkedPage } from "@public-records/core/promise"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { type SyncSource, sourceOfRecords } from "../src/sync/SyncSource.ts"
import { fillDays, noticeOf, reportOf, results, startSync, url, wednesday } from "./syncs.ts"

type Pages = Stream.Stream<WalkedPage<Notice>, PublicRecordsError>

const many = (count: number) => Array.from({ length: count }, (_, index) => noticeOf(`n${1000 + index}`))

/** A service with this many notices, and a mirror that is synced with them through a source that a test may change. */
const startNotices = Effect.fnUntraced(function* (count: number) {
  const started = yield* startSync()
  yield* fillDays(started)
  const { mirror, notices, publish, records, requests } = started
  notices.clear()
  for (const one of many(count)) notices.set(one.id, one)
  yield* publish
  const source = sourceOfRecords(records)
  const syncThrough = (change: (pages: Pages) => Pages) => {
    const changed: SyncSource = { ...source, notices: (from) => change(source.notices(from)) }
    return Stream.runCollect(mirror.syncFrom({ service: changed }, { origin: url, from: wednesday }))
  }
  const sync = syncThrough((pages) => pages)
  yield* sync
  /** Runs a sync, and returns what it did and how many requests it sent. */
  const counted = Effect.gen(function* () {
    const before = requests.length
    const done = results(yield* sync).join()
    return `${done}, ${requests.length - before} requests`
  })
  return { ...started, sync, syncThrough, counted }
})

/** Deletes the records of the pages. */
const withoutRecords = (pages: Pages): Pages => Stream.map(pages, (page) => ({ ...page, records: [] }))

describe("notices that were held back", () => {
  it.effect("and are all there again are no longer read to the end by each run", () =>
    Effect.gen(function* () {
      const { counted, mirror, syncThrough } = yield* startNotices(200)
      yield* TestClock.adjust("7 days")
      let reads = 0
      // The two reads of this run differ.
      const held = yield* syncThrough((pages) => ((reads += 1) === 1 ? Stream.take(pages, 1) : withoutRecords(pages)))
      assert.deepStrictEqual([results(held), reads], [["notices 0-0"], 2])
      assert.strictEqual((yield* mirror.status).notices, 200)
      yield* TestClock.adjust("12 hours")
      assert.strictEqual(yield* counted, "notices 0-0, 7 requests")
      yield* TestClock.adjust("12 hours")
      assert.strictEqual(yield* counted, "notices 0-0, 2 requests")
    }).pipe(Effect.scoped)
  )

  it.effect("need two equal reads again after a read that found them", () =>
    Effect.gen(function* () {
      const { mirror, sync, syncThrough } = yield* startNotices(200)
      const reads: Array<string> = []
      /** Some reads find no notice, others only the first page. */
      const inTurn = (names: ReadonlyArray<"none" | "first">) => {
        let read = 0
        return syncThrough((pages) => {
          const name = names[read++] ?? "none"
          reads.push(name)
          return name === "none" ? withoutRecords(pages) : Stream.take(pages, 1)
        })
      }
      yield* TestClock.adjust("7 days")
      yield* inTurn(["first", "none"])
      yield* TestClock.adjust("12 hours")
      yield* sync
      yield* TestClock.adjust("7 days")
      yield* inTurn(["none", "first"])
      assert.deepStrictEqual(reads, ["first", "none", "none", "first"])
      assert.strictEqual((yield* mirror.status).notices, 200)
    }).pipe(Effect.scoped)
  )

  it.effect("do not hide the changes of the first of two reads", () =>
    Effect.gen(function* () {
      const { mirror, notices, publish, sync } = yield* startNotices(60)
      for (const { id } of many(5)) notices.delete(id)
      notices.set("new", noticeOf("new", "2021-07-08T00:00:00+00:00"))
      yield* publish
      yield* TestClock.adjust("7 days")
      const events = yield* sync
      assert.deepStrictEqual(results(events), ["notices 1-5"])
      assert.strictEqual(reportOf(events)?.notices, 1)
      assert.strictEqual((yield* mirror.status).notices, 56)
    }).pipe(Effect.scoped)
  )

  it.effect("are gone after two reads with the same notices in another order", () =>
    Effect.gen(function* () {
      const { syncThrough } = yield* startNotices(20)
      yield* TestClock.adjust("7 days")
      let reads = 0
      const events = yield* syncThrough((pages) => {
        reads += 1
        const isReversed = reads === 2
        return Stream.map(pages, (page) => {
          const left = page.records.slice(1)
          return { ...page, records: isReversed ? left.toReversed() : left }
        })
      })
      assert.deepStrictEqual([results(events), reads], [["notices 0-1"], 2])
    }).pipe(Effect.scoped)
  )
})

describe("the guard of notices", () => {
  it.effect.each([
    { count: 100, gone: 1, reads: 1 },
    { count: 100, gone: 2, reads: 2 },
    { count: 99, gone: 1, reads: 2 }
  ])("reads $count notices, of which $gone are gone, $reads times", ({ count, gone, reads }) =>
    Effect.gen(function* () {
      const { notices, publish, syncThrough } = yield* startNotices(count)
      for (const { id } of many(gone)) notices.delete(id)
      yield* publish
      yield* TestClock.adjust("7 days")
      let done = 0
      const events = yield* syncThrough((pages) => {
        done += 1
        return pages
      })
      assert.deepStrictEqual([results(events), done], [[`notices 0-${gone}`], reads])
    }).pipe(Effect.scoped)
  )

  it.effect("does not count those that went before", () =>
    Effect.gen(function* () {
      const { mirror, notices, publish, sync, syncThrough } = yield* startNotices(150)
      for (const { id } of many(60)) notices.delete(id)
      yield* publish
      yield* TestClock.adjust("7 days")
      assert.deepStrictEqual(results(yield* sync), ["notices 0-60"])
      // More than 1 % of 90, and less of 150.
      notices.delete("n1060")
      yield* publish
      yield* TestClock.adjust("7 days")
      let reads = 0
      const events = yield* syncThrough((pages) => {
        reads += 1
        return pages
      })
      assert.deepStrictEqual([results(events), reads], [["notices 0-1"], 2])
      assert.strictEqual((yield* mirror.status).notices, 89)
    }).pipe(Effect.scoped)
  )
})

describe("a read of the changes", () => {
  it.effect("has read all notices if it comes to their end, and marks those as gone that it did not find", () =>
    Effect.gen(function* () {
      const { notices, publish, sync } = yield* startNotices(40)
      const readToTheEnd = Effect.map(sync, (events) =>
        events.flatMap((event) => (event._tag === "Notices" ? [event.readToTheEnd, event.gone] : []))
      )
      notices.delete("n1000")
      yield* publish
      yield* TestClock.adjust("12 hours")
      assert.deepStrictEqual(yield* readToTheEnd, [true, 1])
      yield* TestClock.adjust("12 hours")
      assert.deepStrictEqual(yield* readToTheEnd, [true, 0])
    }).pipe(Effect.scoped)
  )

  it.effect("has not read all notices if it ends at those that the mirror has", () =>
    Effect.gen(function* () {
      const { mirror, notices, publish, sync } = yield* startNotices(200)
      notices.delete("n1000")
      yield* publish
      yield* TestClock.adjust("12 hours")
      const events = yield* sync
      assert.deepInclude(
        events.find(({ _tag }) => _tag === "Notices"),
        { readToTheEnd: false, gone: 0 }
      )
      assert.strictEqual((yield* mirror.status).notices, 200)
    }).pipe(Effect.scoped)
  )
})

describe("notices that are not valid", () => {
  /** Rejects notices by their ids. */
  const rejecting =
    (...ids: ReadonlyArray<string>) =>
    (pages: Pages): Pages =>
      Stream.map(pages, (page) => ({
        ...page,
        records: page.records.filter(({ id }) => !ids.includes(id)),
        rejected: page.records.filter(({ id }) => ids.includes(id)).map((raw) => ({ reason: "it is not valid", raw }))
      }))

  it.effect("stay set aside once until a full read does not find them", () =>
    Effect.gen(function* () {
      const { mirror, requests, syncThrough } = yield* startNotices(250)
      const setAside: Array<number> = []
      const run = Effect.fnUntraced(function* (...ids: ReadonlyArray<string>) {
        yield* TestClock.adjust("7 days")
        yield* syncThrough(rejecting(...ids))
        // These runs read only the first pages.
        for (let times = 0; times < 2; times++) {
          yield* TestClock.adjust("12 hours")
          yield* syncThrough(rejecting(...ids))
          setAside.push((yield* mirror.status).setAside)
        }
      })
      yield* run("n1001", "n1240")
      yield* run("n1240")
      yield* run()
      assert.deepStrictEqual(setAside, [2, 2, 1, 1, 0, 0])
      assert.isBelow(requests.length, 4 * 7 + 6 * 4)
    }).pipe(Effect.scoped)
  )
})

describe("notices that cannot be read to their end", () => {
  const short = (pages: Pages): Pages =>
    Stream.map(pages, (page) => ({ ...page, report: { ...page.report, agrees: false } }))

  it.effect("because their number is another one are all read again by the next run", () =>
    Effect.gen(function* () {
      const { counted, mirror, syncThrough } = yield* startNotices(200)
      yield* TestClock.adjust("7 days")
      yield* syncThrough(short)
      yield* TestClock.adjust("12 hours")
      assert.strictEqual(yield* counted, "notices 0-0, 7 requests")
      yield* TestClock.adjust("12 hours")
      assert.strictEqual(yield* counted, "notices 0-0, 2 requests")
      assert.strictEqual((yield* mirror.party("nobody")).readToTheEnd, true)
    }).pipe(Effect.scoped)
  )

  it.effect("have never been read to the end", () =>
    Effect.gen(function* () {
      const { mirror, records, sync } = yield* startSync()
      const source = sourceOfRecords(records)
      const changed: SyncSource = { ...source, notices: (from) => short(source.notices(from)) }
      yield* Stream.runDrain(mirror.syncFrom({ service: changed }, { origin: url, from: wednesday }))
      assert.strictEqual((yield* mirror.party("nobody")).readToTheEnd, false)
      yield* TestClock.adjust("12 hours")
      yield* sync(mirror)
      assert.strictEqual((yield* mirror.party("nobody")).readToTheEnd, true)
    }).pipe(Effect.scoped)
  )

  it.effect("are left for the next run, which continues with their pages", () =>
    Effect.gen(function* () {
      const { counted, faults, mirror, notices, publish, requests, sync } = yield* startNotices(100)
      for (const one of many(200)) notices.set(one.id, one)
      yield* publish
      yield* TestClock.adjust("7 days")
      const path = "/v0/hsr-early-termination-notices"
      yield* Effect.orDie(faults.set({ faults: [{ on: { path, requests: [3] }, do: "status", status: 404 }] }))
      assert.include((yield* Effect.flip(sync)).message, "404")
      assert.strictEqual((yield* mirror.status).notices, 100)
      const before = requests.length
      assert.include(yield* counted, "notices 100-0")
      assert.isFalse(requests.slice(before).some(({ url: address }) => /offset(%5D|\])=0/.test(address)))
    }).pipe(Effect.scoped)
  )
})
