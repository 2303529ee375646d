import { assert, describe, it } from "@effect/vitest"
import type { CivilDate, Complaint, PublicRecordsError } from "@public-records/core"
import type { WalkedPage } from "@public-records/core/promise"
import type { Mirror } from "@public-records/mirror"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { type SyncSource, sourceOfRecords } from "../src/sync/SyncSource.ts"
import { changeTables, firstRowIn } from "./mirrorTables.ts"
import { daily, july7, row } from "./mirrors.ts"
import { complaintsOf, monday, results, startSync, tuesday, url, wednesday, wrongDays } from "./syncs.ts"

type Pages = Stream.Stream<WalkedPage<Complaint>, PublicRecordsError>

/** Changes the pages of all days. */
const changing = (source: SyncSource, change: (pages: Pages) => Pages): SyncSource => ({
  ...source,
  complaints: (day, from) => change(source.complaints(day, from))
})

const syncFrom = (mirror: Mirror["Service"], source: SyncSource, from: CivilDate) =>
  Effect.map(Stream.runCollect(mirror.syncFrom({ service: source }, { origin: url, from })), results)

describe("a complete day of a file", () => {
  it.effect("is not read, although it looks incomplete and a week has passed", () =>
    Effect.gen(function* () {
      const { importText, mirror, sync } = yield* startSync()
      yield* importText(july7, daily(row()))
      yield* sync(mirror, { from: tuesday })
      yield* TestClock.adjust("12 hours")
      assert.deepStrictEqual(
        (yield* mirror.status).suspicious.map(({ day }) => day),
        [wednesday]
      )
      assert.deepStrictEqual(results(yield* sync(mirror)), ["notices 0-0"])
      yield* TestClock.adjust("8 days")
      const later = results(yield* sync(mirror)).filter((text) => text < "2021-07-08")
      assert.deepStrictEqual(later, ["2021-07-06 complete unchanged 120+0"])
    }).pipe(Effect.scoped)
  )
})

describe("a part of a day of a file", () => {
  it.effect("is replaced by two equal reads, although the service reports another total", () =>
    Effect.gen(function* () {
      const { behavior, importText, mirror, sync } = yield* startSync()
      yield* importText("part.csv", daily(row({ created: "2021-07-06 10:00:00" })))
      behavior.totalError = 5
      assert.include(results(yield* sync(mirror, { from: tuesday })), "2021-07-06 complete replaced 120+0")
    }).pipe(Effect.scoped)
  )
})

describe("a day that the service published late", () => {
  it.effect("is not read again when its records are there", () =>
    Effect.gen(function* () {
      const { days, mirror, publish, sync } = yield* startSync()
      const all = complaintsOf(wednesday, 120)
      days.set(wednesday, [])
      yield* publish
      assert.include(results(yield* sync(mirror, { from: wednesday })), "2021-07-07 partial stored 0+0")
      days.set(wednesday, all)
      yield* publish
      assert.deepStrictEqual(results(yield* sync(mirror)), ["2021-07-07 complete replaced 120+0"])
      yield* TestClock.adjust("18 hours")
      assert.deepStrictEqual(results(yield* sync(mirror)), ["notices 0-0"])
    }).pipe(Effect.scoped)
  )
})

describe("a list without a reported total", () => {
  it.effect("is read once", () =>
    Effect.gen(function* () {
      const { file, mirror, records, requests } = yield* startSync()
      const silent = changing(sourceOfRecords(records), (pages) =>
        Stream.map(pages, (page) => ({ ...page, report: { ...page.report, claimedTotal: null, agrees: null } }))
      )
      const events = yield* Stream.runCollect(mirror.syncFrom({ service: silent }, { origin: url, from: wednesday }))
      assert.include(results(events), "2021-07-07 complete stored 120+0")
      const totals = events.flatMap((event) => (event._tag === "Page" && event.list === wednesday ? [event.total] : []))
      assert.deepStrictEqual(totals, [null, null, null])
      assert.strictEqual(requests.filter(({ url: path }) => path.includes("dnc")).length, 3)
      assert.deepStrictEqual(yield* firstRowIn(file, "select claimed from days"), { claimed: null })
    }).pipe(Effect.scoped)
  )
})

describe("a list with a wrong total", () => {
  it.effect("is read twice, also if the mirror has its records already", () =>
    Effect.gen(function* () {
      const { behavior, mirror, requests, sync } = yield* startSync()
      yield* sync(mirror, { from: wednesday })
      behavior.totalError = 5
      yield* TestClock.setTime(Date.parse("2021-07-15T18:00:00Z"))
      const before = requests.length
      assert.include(results(yield* sync(mirror)), "2021-07-07 complete unchanged 120+0")
      const pages = requests.slice(before).filter(({ url: path }) => path.includes(wednesday))
      // A walk that lacks records of the total asks twice for the rest.
      assert.strictEqual(pages.length, 2 * (3 + 2))
    }).pipe(Effect.scoped)
  )

  it.effect("is read once if records of it cannot be read, and they are set aside", () =>
    Effect.gen(function* () {
      const { file, mirror, records } = yield* startSync()
      let reads = 0
      const source = sourceOfRecords(records)
      const changed: SyncSource = {
        ...source,
        complaints: (day, from) => {
          reads += 1
          const count = reads
          return Stream.map(source.complaints(day, from), (page) => ({
            ...page,
            records: page.records.slice(count),
            rejected: page.records.slice(0, count).map((raw) => ({ reason: `it is not valid in read ${count}`, raw })),
            report: { ...page.report, agrees: false }
          }))
        }
      }
      assert.include(yield* syncFrom(mirror, changed, wednesday), "2021-07-07 partial stored 117+3")
      assert.deepStrictEqual(
        yield* firstRowIn(file, "select reason, count(*) as count from set_aside group by reason"),
        {
          reason: "it is not valid in read 1",
          count: 3
        }
      )
      assert.deepStrictEqual(yield* firstRowIn(file, "select state, records, set_aside from days"), {
        state: "partial",
        records: 117,
        set_aside: 3
      })
    }).pipe(Effect.scoped)
  )
})

describe("a record whose date is not one", () => {
  it.effect("is set aside with that reason", () =>
    Effect.gen(function* () {
      const { file, mirror, records } = yield* startSync()
      const damaged = changing(sourceOfRecords(records), (pages) =>
        Stream.map(pages, (page) => ({
          ...page,
          records: page.records.map((one, index) =>
            index === 0 ? Object.assign({}, one, { createdDate: `${wednesday} 25:00:00` }) : one
          )
        }))
      )
      yield* syncFrom(mirror, damaged, wednesday)
      const { raw, reason } = yield* firstRowIn(file, "select raw, reason from set_aside")
      assert.include(String(reason), "reated")
      assert.include(String(raw), `${wednesday} 25:00:00`)
    }).pipe(Effect.scoped)
  )
})

describe("a damaged day", () => {
  it.effect("is repaired by two equal reads, although the service reports another total", () =>
    Effect.gen(function* () {
      const { behavior, days, file, mirror, sync } = yield* startSync()
      yield* sync(mirror, { from: monday })
      yield* changeTables(file, "delete from calls where day = (select max(day) from days) and number > 2165550002")
      behavior.totalError = 5
      const repaired = results(yield* sync(mirror, { repair: true }))
      assert.deepStrictEqual(repaired, ["2021-07-07 complete replaced 120+0"])
      assert.deepStrictEqual((yield* mirror.verify("contents")).damaged, [])
      assert.deepStrictEqual(yield* wrongDays(mirror, days), [])
    }).pipe(Effect.scoped)
  )

  it.effect("is repaired by fewer records than it had", () =>
    Effect.gen(function* () {
      const { days, file, mirror, publish, sync } = yield* startSync()
      yield* sync(mirror, { from: monday })
      yield* changeTables(file, "update calls set area = '999' where day = (select max(day) from days)")
      days.set(wednesday, complaintsOf(wednesday, 60))
      yield* publish
      assert.deepStrictEqual(results(yield* sync(mirror, { repair: true })), ["2021-07-07 complete replaced 60+0"])
      assert.deepStrictEqual(yield* wrongDays(mirror, days), [])
      assert.deepStrictEqual((yield* mirror.verify("contents")).damaged, [])
    }).pipe(Effect.scoped)
  )

  it.effect("of a file is replaced by the records of the service", () =>
    Effect.gen(function* () {
      const { days, file, importText, mirror, sync } = yield* startSync()
      yield* importText(july7, daily(row(), row({ city: "Akron" })))
      yield* changeTables(file, "update calls set area = '999' where city = 'Akron'")
      assert.deepStrictEqual(results(yield* sync(mirror, { from: wednesday, repair: true })), [
        "2021-07-07 complete replaced 120+0"
      ])
      assert.deepStrictEqual(yield* wrongDays(mirror, new Map([[wednesday, days.get(wednesday) ?? []]])), [])
      assert.deepStrictEqual((yield* mirror.verify("contents")).damaged, [])
    }).pipe(Effect.scoped)
  )
})
