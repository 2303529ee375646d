import { assert, describe, it } from "@effect/vitest"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import type { ReferenceServerOptions } from "@public-records/server"
import { DateTime, Effect, Schema } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { importNotices } from "../src/importing/importNotices.ts"
import { mirrorOver } from "../src/Mirror.ts"
import { openSite } from "../src/site/Site.ts"
import { areSiteNoticesDue, syncNoticesFromSite } from "../src/site/syncNoticesFromSite.ts"
import { memoryStore } from "../src/store/privateStore.ts"
import { sourceOfRecords } from "../src/sync/SyncSource.ts"
import { syncNotices } from "../src/sync/syncNotices.ts"
import { makeService, noticeOf, passingTime, thursday, url } from "./syncs.ts"

const feed = "feed"

/** The nth notice of the service, one a day. */
const nth = (n: number): PlainNotice => {
  const time = new Date(Date.UTC(2020, 0, n)).toISOString().replace(".000Z", "+00:00")
  const number = String(20_200_000 + n)
  return {
    ...noticeOf(`uuid ${number}`, time),
    title: `${number}: A; B`,
    transactionNumber: number,
    date: time.slice(0, 10),
    created: time
  }
}

const numbersOf = (notices: ReadonlyArray<{ readonly transactionNumber: string | null }>): ReadonlyArray<number> =>
  notices.map(({ transactionNumber }) => Number(transactionNumber) - 20_200_000)

const range = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: to - from + 1 }, (_, index) => to - index)

/** An empty mirror, and a server that plays the service and the site. */
const start = Effect.fnUntraced(function* (options: ReferenceServerOptions = {}) {
  yield* TestClock.setTime(thursday)
  const service = yield* makeService(options)
  const { fetch, notices, publish, requests } = service
  const http = yield* HttpClient.HttpClient.pipe(
    Effect.provide(FetchHttpClient.layer),
    Effect.provideService(FetchHttpClient.Fetch, fetch)
  )
  const store = yield* memoryStore()
  const site = yield* openSite(http, { site: url })
  const source = sourceOfRecords(yield* service.connect())
  const { records, party } = mirrorOver(store)
  return {
    ...service,
    records,
    party,
    store,
    site,
    /** Publishes the notices with these numbers. */
    show: (...numbers: ReadonlyArray<number>) => {
      for (const n of numbers) notices.set(nth(n).id, nth(n))
      return publish
    },
    /** Stores notices of the service, as an import of an export does. */
    storeNotices: (...numbers: ReadonlyArray<number>) =>
      store.write((db) => importNotices(db, numbers.map(nth), false)),
    /** Reads the site. Returns the number of new notices and the pages that were asked for. */
    fromSite: Effect.gen(function* () {
      const before = requests.length
      const { changed } = yield* passingTime(syncNoticesFromSite(store, site))
      const pages = requests.slice(before).map(({ url: path }) => /page=(\d+)$/.exec(path)?.[1] ?? feed)
      return { changed, pages: pages.join() }
    }),
    /** Reads the service. */
    fromService: passingTime(
      syncNotices({
        store,
        source,
        origin: url,
        bind: () => Effect.void,
        emit: () => undefined,
        read: { pages: 0 }
      })
    ),
    /** Returns the numbers of all notices, the newest first, and those whose ids are of the site. */
    stored: Effect.gen(function* () {
      const all = yield* Effect.forEach([0, 50, 100], (offset) => records.notices.page({ offset, limit: 50 }))
      const found = all.flatMap((page) => page.records).toSorted((left, right) => (left.date < right.date ? 1 : -1))
      return {
        numbers: numbersOf(found),
        ofSite: numbersOf(found.filter(({ id, created }) => id.startsWith("site-") && created === null))
      }
    })
  }
})

describe("notices of the site", () => {
  it.effect("are those of the feed in a mirror without notices", () =>
    Effect.gen(function* () {
      const { fromSite, records, show, stored } = yield* start()
      yield* show(...range(1, 50))
      assert.deepStrictEqual(yield* fromSite, { changed: 20, pages: feed })
      assert.deepStrictEqual(yield* stored, { numbers: range(31, 50), ofSite: range(31, 50) })
      const { revision: _, tags: __, ...plain } = nth(50)
      const expected = { ...plain, id: "site-20200050", created: null, updated: null, tags: [], link: null }
      assert.deepStrictEqual(yield* records.notices.get("site-20200050"), expected)
    }).pipe(Effect.scoped)
  )

  it.effect("are due again after 12 hours", () =>
    Effect.gen(function* () {
      const { fromSite, show, store } = yield* start()
      const isDue = Effect.flatMap(DateTime.now, (now) => store.read((db) => areSiteNoticesDue(db, now)))
      yield* show(...range(1, 30))
      assert.isTrue(yield* isDue)
      const started = yield* DateTime.now
      yield* fromSite
      const setHour = (hours: number) => TestClock.setTime(DateTime.add(started, { hours }).epochMilliseconds)
      yield* setHour(11)
      assert.isFalse(yield* isDue)
      yield* setHour(12)
      assert.isTrue(yield* isDue)
    }).pipe(Effect.scoped)
  )

  const meetings: ReadonlyArray<readonly [name: string, known: ReadonlyArray<number>, pages: string, oldest: number]> =
    [
      ["newer than the oldest one of the feed", range(1, 35), feed, 31],
      ["as old as the feed", range(1, 31), feed, 31],
      ["older than the feed", range(1, 30), `${feed},0,1`, 11],
      ["as old as the second page", range(1, 11), `${feed},0,1`, 11],
      ["older than the second page", range(1, 10), `${feed},0,1,2`, 1],
      ["one of those of the feed", [40], feed, 31],
      ["one of those of the second page and an older one", [20, 1], `${feed},0,1`, 11]
    ]
  it.effect.each(meetings)("are read until they meet those of a mirror that are %s", ([, known, pages, oldest]) =>
    Effect.gen(function* () {
      const { fromSite, show, storeNotices, stored } = yield* start()
      yield* show(...range(1, 50))
      yield* storeNotices(...known)
      const ofSite = range(oldest, 50).filter((n) => !known.includes(n))
      assert.deepStrictEqual(yield* fromSite, { changed: ofSite.length, pages })
      const numbers = range(1, 50).filter((n) => n >= oldest || known.includes(n))
      assert.deepStrictEqual(yield* stored, { numbers, ofSite })
    }).pipe(Effect.scoped)
  )

  it.effect("are read until they meet those of the mirror if many have one date", () =>
    Effect.gen(function* () {
      const { fromSite, notices, publish, show, storeNotices, stored } = yield* start()
      yield* show(...range(1, 2))
      for (const n of range(3, 45)) notices.set(nth(n).id, { ...nth(n), date: nth(2).date })
      yield* publish
      yield* storeNotices(1, 2)
      assert.deepStrictEqual(yield* fromSite, { changed: 43, pages: `${feed},0,1,2` })
      assert.deepStrictEqual((yield* stored).ofSite.length, 43)
    }).pipe(Effect.scoped)
  )

  it.effect("replace those that were read from the site before", () =>
    Effect.gen(function* () {
      const { fromSite, notices, publish, records, show } = yield* start()
      yield* show(1)
      yield* fromSite
      notices.set(nth(1).id, { ...nth(1), acquiredParty: "Corrected" })
      yield* publish
      yield* TestClock.adjust("12 hours")
      assert.deepStrictEqual(yield* fromSite, { changed: 0, pages: feed })
      assert.strictEqual((yield* records.notices.get("site-20200001")).acquiredParty, "Corrected")
    }).pipe(Effect.scoped)
  )

  it.effect("are not stored if one page is not as expected, and are asked for by the next run", () =>
    Effect.gen(function* () {
      const { faults, fromSite, show, storeNotices, stored } = yield* start()
      yield* show(...range(1, 50))
      yield* storeNotices(1)
      const path = "/legal-library/browse/early-termination-notices"
      yield* faults.set({ faults: [{ on: { path, requests: [2] }, do: "html", status: 200 }] })
      const error = yield* Effect.flip(fromSite)
      assert.strictEqual(error._tag === "SiteError" && error.problem, "Changed")
      assert.match(
        error.message,
        /notices\?page=1 cannot be read: it has no notices, and begins: <!DOCTYPE html>.{20,185}\. This version/
      )
      assert.deepStrictEqual((yield* stored).numbers, [1])
      assert.deepStrictEqual(yield* fromSite, { changed: 49, pages: `${feed},0,1,2` })
    }).pipe(Effect.scoped)
  )

  it.effect("are not read for ever if they never meet those of the mirror", () =>
    Effect.gen(function* () {
      const { show, site, store, storeNotices, stored } = yield* start()
      yield* show(...range(30, 69))
      yield* storeNotices(1)
      const failed = (page: (path: string) => string) =>
        Effect.flip(passingTime(syncNoticesFromSite(store, { ...site, page: (path) => site.page(page(path)) })))
      assert.match((yield* failed((path) => path)).message, /page=2 cannot be read: it has no notices, and begins/)
      const repeating = yield* failed((path) => path.replace(/page=.*/, "page=0"))
      assert.match(repeating.message, /page=1 cannot be read: it has the notices of the pages before it\./)
      assert.deepStrictEqual((yield* stored).numbers, [1])
    }).pipe(Effect.scoped)
  )
})

describe("notices of the site and of the service", () => {
  it.effect("are each there once if the site was read first, and none is new", () =>
    Effect.gen(function* () {
      const { fromService, fromSite, party, records, show, stored } = yield* start()
      yield* show(...range(1, 50))
      yield* fromSite
      assert.strictEqual((yield* party("A")).lastChanged, null)
      const { changed, gone, readToTheEnd } = yield* fromService
      assert.deepStrictEqual([changed, gone, readToTheEnd], [30, 0, true])
      assert.deepStrictEqual(yield* stored, { numbers: range(1, 50), ofSite: [] })
      for (const id of ["site-20200050", nth(50).id])
        assert.strictEqual((yield* records.notices.get(id)).id, nth(50).id)
    }).pipe(Effect.scoped)
  )

  it.effect("are each there once if the service was read first", () =>
    Effect.gen(function* () {
      const { fromService, fromSite, show, stored } = yield* start()
      yield* show(...range(1, 50))
      yield* fromService
      assert.deepStrictEqual(yield* fromSite, { changed: 0, pages: feed })
      assert.deepStrictEqual(yield* stored, { numbers: range(1, 50), ofSite: [] })
    }).pipe(Effect.scoped)
  )

  it.effect("are not gone if a full read of the service lacks them", () =>
    Effect.gen(function* () {
      const { fromService, fromSite, notices, publish, show, stored } = yield* start()
      yield* show(...range(1, 50))
      yield* fromSite
      for (const n of range(41, 50)) notices.delete(nth(n).id)
      yield* publish
      // More than the share of missing notices that needs a second read.
      const { changed, gone, readToTheEnd } = yield* fromService
      assert.deepStrictEqual([changed, gone, readToTheEnd], [30, 0, true])
      assert.deepStrictEqual(yield* stored, { numbers: range(1, 50), ofSite: range(41, 50) })
    }).pipe(Effect.scoped)
  )

  it.effect("are shown by the site if the service has lost them", () =>
    Effect.gen(function* () {
      const { fromService, fromSite, notices, publish, show, stored } = yield* start()
      yield* show(...range(1, 3))
      yield* fromService
      notices.delete(nth(3).id)
      yield* publish
      yield* TestClock.adjust("7 days")
      assert.strictEqual((yield* fromService).gone, 1)
      yield* show(3)
      assert.deepStrictEqual(yield* fromSite, { changed: 1, pages: feed })
      assert.deepStrictEqual((yield* stored).ofSite, [3])
      yield* TestClock.adjust("7 days")
      assert.strictEqual((yield* fromService).changed, 0)
      assert.deepStrictEqual(yield* stored, { numbers: range(1, 3), ofSite: [] })
    }).pipe(Effect.scoped)
  )

  it.effect("with one transaction number are all there", () =>
    Effect.gen(function* () {
      const { fromService, fromSite, notices, publish, records, show, stored } = yield* start()
      yield* show(1)
      yield* fromSite
      for (const [id, date] of ["2020-02-02", "2020-04-04", "2020-03-03"].entries()) {
        notices.set(`again ${id}`, { ...nth(1), id: `again ${id}`, date })
      }
      yield* publish
      assert.strictEqual((yield* fromService).changed, 0)
      assert.deepStrictEqual((yield* stored).numbers, [1, 1, 1, 1])
      assert.strictEqual((yield* records.notices.get("site-20200001")).id, "again 1")
    }).pipe(Effect.scoped)
  )
})

/** Runs, each after some new notices, and which source it reads. */
const Runs = Schema.Array(
  Schema.Struct({
    published: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 25 })),
    source: Schema.Literals(["site", "service"])
  })
).check(Schema.isMinLength(1), Schema.isMaxLength(6))

describe("runs in any order", () => {
  it.effect.prop(
    "leave each notice of the service or of the site once, and count it as new once",
    { runs: Runs },
    ({ runs }) =>
      Effect.gen(function* () {
        const { fromService, fromSite, show, stored } = yield* start()
        let published = 0
        let known: ReadonlyArray<number> = []
        let ofSite: ReadonlyArray<number> = []
        for (const run of runs) {
          yield* show(...range(published + 1, published + run.published + 1))
          published += run.published + 1
          const oldest = run.source === "site" ? (known[0] ?? published - 20) + 1 : 1
          const fresh = range(Math.max(1, oldest), published).filter((n) => !known.includes(n))
          const { changed } = run.source === "site" ? yield* fromSite : yield* fromService
          assert.strictEqual(changed, fresh.length)
          known = [...known, ...fresh].toSorted((left, right) => right - left)
          ofSite = run.source === "site" ? [...fresh, ...ofSite] : []
          assert.deepStrictEqual(yield* stored, { numbers: known, ofSite })
          yield* TestClock.adjust("8 days")
        }
      }).pipe(Effect.scoped),
    { arbitrary: { runs: 20 } }
  )
})
