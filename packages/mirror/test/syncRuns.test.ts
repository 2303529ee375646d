import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { createClient } from "@public-records/core/promise"
import type { SyncEvent } from "@public-records/mirror"
import { createMirror } from "@public-records/mirror/promise"
import { Effect, Schema, Stream } from "effect"
import { TestClock } from "effect/testing"
import { openFilesOf } from "../../files/test/openFiles.ts"
import { ServiceClient, type SyncSource, sourceOfRecords } from "../src/sync/SyncSource.ts"
import { changeTables, firstRowIn } from "./mirrorTables.ts"
import { daily, july7, makeMirror, row } from "./mirrors.ts"
import {
  complaintsOf,
  failing,
  makeService,
  monday,
  reportOf,
  results,
  startSync,
  syncWith,
  tuesday,
  url,
  wednesday,
  wrongDays
} from "./syncs.ts"

/** Each day loses its first record. */
const damageFirst = (file: string) =>
  changeTables(file, "delete from calls where rowid in (select min(rowid) from calls group by day)")

describe("a repair", () => {
  it.effect("states its progress first, then its plan, which has the damaged days only", () =>
    Effect.gen(function* () {
      const { file, mirror, requests, sync } = yield* startSync()
      yield* sync(mirror, { from: tuesday })
      yield* damageFirst(file)
      const before = requests.length
      const events = yield* sync(mirror, { from: monday, repair: true, dryRun: true })
      const shares = events.flatMap((event) => (event._tag === "Verifying" ? [event.share] : []))
      assert.deepStrictEqual(shares, shares.toSorted())
      assert.strictEqual(shares.at(-1), 1)
      const [plan, report, ...others] = events.slice(shares.length)
      // Without its first record, a day still has 120 in the ledger.
      assert.deepInclude(plan, { days: { new: 0, again: 2, missing: 0 }, notices: false, requests: 4 + 4 })
      assert.deepInclude(report, { requests: 0, left: { days: 2, requests: 8, nextTryAt: null } })
      assert.deepStrictEqual([others, requests.length - before], [[], 0])
    }).pipe(Effect.scoped)
  )

  it.effect("is not ended by a mirror without days", () =>
    Effect.gen(function* () {
      const { mirror, sync } = yield* startSync()
      const events = yield* sync(mirror, { repair: true })
      assert.deepStrictEqual(
        events.map(({ _tag }) => _tag).filter((tag) => tag !== "Verifying"),
        ["Plan", "Report"]
      )
      assert.deepInclude(reportOf(events), { requests: 0, records: 0 })
    }).pipe(Effect.scoped)
  )
})

describe("a sync that has ended", () => {
  const start = Effect.map(startSync({}, { maxRetries: 0 }), (started) => {
    const source = sourceOfRecords(started.records)
    return { ...started, run: () => started.mirror.syncFrom({ service: source }, { origin: url, from: wednesday }) }
  })

  it.effect("with an error leaves no lock behind", () =>
    Effect.gen(function* () {
      const { faults, run } = yield* start
      for (let times = 0; times < 2; times++) {
        yield* Effect.orDie(faults.set(failing(1)))
        yield* Effect.flip(Stream.runDrain(run()))
      }
      assert.include(results(yield* Stream.runCollect(run())), "2021-07-07 complete stored 120+0")
    }).pipe(Effect.scoped)
  )

  it.effect("with its consumer, after a page, leaves no lock behind, and keeps the page", () =>
    Effect.gen(function* () {
      const { requests, run } = yield* start
      const isPage = ({ _tag }: SyncEvent) => _tag === "Page"
      for (let times = 0; times < 2; times++) {
        yield* run().pipe(Stream.takeUntil(isPage), Stream.runDrain)
      }
      yield* Stream.runDrain(run())
      const starts = requests.filter(({ url: path }) => path.includes("dnc") && path.includes("offset=0"))
      assert.strictEqual(starts.length, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("by a break of its loop can be started again, in a program with promises", () =>
    Effect.gen(function* () {
      const { fetch, file } = yield* startSync()
      const tags = yield* Effect.promise(async () => {
        await using mirror = await createMirror({ file, access: "write" })
        await using client = createClient({ apiKey: "a-key", baseUrl: url, fetch })
        const seen: Array<string> = []
        for (let times = 0; times < 3; times++) {
          for await (const { _tag } of mirror.sync({ service: client, source: "service", origin: url })) {
            seen.push(_tag)
            break
          }
        }
        return seen
      })
      assert.deepStrictEqual(tags, ["Plan", "Plan", "Plan"])
    }).pipe(Effect.scoped)
  )
})

describe("the lock of a sync", () => {
  it.effect("is closed after each run, also after one that fails and one that is refused", () =>
    Effect.gen(function* () {
      const { faults, file, mirror, sync } = yield* startSync({}, { maxRetries: 0 })
      yield* sync(mirror, { from: wednesday })
      yield* Effect.orDie(faults.set(failing(1)))
      yield* Effect.flip(sync(mirror, { from: tuesday }))
      const other = new DatabaseSync(`${file}-sync`)
      other.exec("begin exclusive")
      yield* Effect.flip(sync(mirror))
      other.close()
      assert.deepStrictEqual(openFilesOf(`${file}-sync`), [])
    }).pipe(Effect.scoped)
  )
})

describe("two mirrors", () => {
  it.effect("are synced at the same time", () =>
    Effect.gen(function* () {
      const { days, mirror, sync } = yield* startSync()
      const other = yield* makeMirror
      yield* Effect.all([sync(mirror, { from: monday }), sync(other.mirror, { from: monday })], { concurrency: 2 })
      assert.deepStrictEqual([yield* wrongDays(mirror, days), yield* wrongDays(other.mirror, days)], [[], []])
    }).pipe(Effect.scoped)
  )
})

describe("a day that is imported while it is read", () => {
  it.effect("stays as it was imported, and gets ids if the service has the same contents", () =>
    Effect.gen(function* () {
      const { days, importText, mirror, publish, records } = yield* startSync()
      const same = { ...complaintsOf(tuesday, 1)[0], createdDate: `${tuesday} 10:00:00` }
      days.set(
        tuesday,
        complaintsOf(tuesday, 1).map((one) => Object.assign(one, same))
      )
      yield* publish
      const rowOf = (city: string) =>
        daily(
          row({
            area: "216",
            called: `${tuesday} 00:00:00`,
            city,
            created: `${tuesday} 10:00:00`,
            number: "2165550000"
          })
        )
      const source = sourceOfRecords(records)
      const importing: SyncSource = {
        ...source,
        complaints: (day, from) =>
          Stream.tap(source.complaints(day, from), () =>
            Effect.orDie(
              day === wednesday
                ? importText(july7, daily(row()))
                : importText("DNC_Complaint_Numbers_2021-07-07.csv", rowOf("City a"))
            )
          )
      }
      const events = yield* Stream.runCollect(mirror.syncFrom({ service: importing }, { origin: url, from: tuesday }))
      assert.deepStrictEqual(results(events), [
        "2021-07-07 complete setAside 0+120",
        "2021-07-06 complete replaced 1+0",
        "notices 1-0"
      ])
      assert.deepInclude(reportOf(events)?.days, { stored: 0, replaced: 1, unchanged: 1 })
      assert.deepStrictEqual(yield* wrongDays(mirror, new Map([[tuesday, days.get(tuesday) ?? []]])), [wednesday])
    }).pipe(Effect.scoped)
  )
})

describe("the first day of a sync", () => {
  it.effect("is remembered for later runs, also by a mirror that is opened again, until another one is named", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2021-07-08T18:00:00Z"))
      const service = yield* makeService()
      const records = yield* service.connect()
      const { file, mirror } = yield* makeMirror
      const planned = Effect.fnUntraced(function* (from?: typeof monday) {
        const [plan] = yield* syncWith(mirror, records, from === undefined ? {} : { from })
        return plan?._tag === "Plan" ? plan.from : ""
      })
      assert.deepStrictEqual(
        [yield* planned(tuesday), yield* planned(), yield* planned(monday), yield* planned()],
        [tuesday, tuesday, monday, monday]
      )
      assert.deepStrictEqual(yield* firstRowIn(file, "select value from meta where name = 'sync from'"), {
        value: monday
      })
    }).pipe(Effect.scoped)
  )
})

describe("a client", () => {
  const list = { pages: () => undefined }

  it.each([
    [{ complaints: list, notices: list }, true],
    [{ complaints: list, notices: {} }, false],
    [{ complaints: {}, notices: list }, false],
    [{ complaints: list }, false],
    [{ notices: list }, false],
    [{ complaints: list, notices: { pages: 1 } }, false],
    [null, false]
  ])("is known by its lists: %j", (value, isClient) => {
    assert.strictEqual(Schema.is(ServiceClient)(value), isClient)
  })
})
