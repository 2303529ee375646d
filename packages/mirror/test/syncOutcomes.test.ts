import { copyFileSync, existsSync, statSync, truncateSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { Mirror } from "@public-records/mirror"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { daily, makeMirror, row } from "./mirrors.ts"
import {
  complaintsOf,
  failing,
  monday,
  noticeOf,
  reportOf,
  results,
  startSync,
  syncWith,
  tuesday,
  wednesday
} from "./syncs.ts"

describe("a day that was read empty", () => {
  it.effect.each([
    ["Sunday", "2021-07-04"],
    ["Tuesday", tuesday]
  ] as const)("is read again 12 hours later: a %s", ([, text]) =>
    Effect.gen(function* () {
      const day = CivilDate.make(text)
      const { days, mirror, publish, sync } = yield* startSync()
      days.set(day, [])
      yield* publish
      // More than a week after its publication.
      yield* TestClock.setTime(Date.parse("2021-07-20T18:00:00Z"))
      const readsAfter = Effect.fnUntraced(function* (hours: number) {
        yield* TestClock.adjust(`${hours} hours`)
        return results(yield* sync(mirror, { from: day })).filter((result) => result.startsWith(day))
      })
      assert.deepStrictEqual(yield* readsAfter(0), [`${day} complete stored 0+0`])
      days.set(day, complaintsOf(day, 120))
      yield* publish
      assert.deepStrictEqual(yield* readsAfter(11), [])
      assert.deepStrictEqual(yield* readsAfter(1), [`${day} complete replaced 120+0`])
    }).pipe(Effect.scoped)
  )

  it.effect("and is empty again 12 hours later is read only once more", () =>
    Effect.gen(function* () {
      const { mirror, sync } = yield* startSync()
      const sunday = CivilDate.make("2021-07-04")
      yield* sync(mirror, { from: sunday })
      const reads: Array<string> = []
      for (let times = 0; times < 20; times++) {
        yield* TestClock.adjust("12 hours")
        reads.push(...results(yield* sync(mirror)).filter((text) => text.startsWith(sunday)))
      }
      assert.deepStrictEqual(reads, ["2021-07-04 complete unchanged 0+0", "2021-07-04 complete unchanged 0+0"])
    }).pipe(Effect.scoped)
  )
})

describe("the oldest day to read", () => {
  it.effect.each(["2072-01-01", "2021-07-08", "0221-07-05", "2003-06-26"])(
    "is not %s, and that is not remembered",
    (text) =>
      Effect.gen(function* () {
        const { mirror, requests, sync } = yield* startSync()
        yield* sync(mirror, { from: tuesday })
        const before = requests.length
        const error = yield* Effect.flip(sync(mirror, { from: CivilDate.make(text) }))
        assert.include(error.message, `${text} is ${text > "2021" ? "after 2021-07-07" : "before 2003-06-27"}`)
        assert.strictEqual(requests.length, before)
        assert.deepInclude((yield* mirror.status).sync, { from: tuesday, lastFailure: null })
      }).pipe(Effect.scoped)
  )
})

describe("the service of a mirror", () => {
  it.effect("is the first that sent a page", () =>
    Effect.gen(function* () {
      const { faults, mirror, sync } = yield* startSync({}, { maxRetries: 0 })
      yield* Effect.orDie(faults.set(failing(1, 2)))
      const wrong = { from: tuesday, origin: "https://wrong.example" }
      assert.include((yield* Effect.flip(sync(mirror, wrong))).message, "cannot be reached")
      assert.strictEqual(results(yield* sync(mirror, { from: tuesday })).length, 3)
      assert.include((yield* Effect.flip(sync(mirror, wrong))).message, "it was synced with")
    }).pipe(Effect.scoped)
  )
})

describe("a sync that fails", () => {
  it.effect("leaves its time and its reason, and one that succeeds leaves its time", () =>
    Effect.gen(function* () {
      const { faults, mirror, publish, sync } = yield* startSync({}, { maxRetries: 0 })
      yield* sync(mirror, { from: wednesday })
      const first = new Date("2021-07-08T18:00:00Z")
      const { due, newestComplete, sync: synced } = yield* mirror.status
      assert.deepInclude(synced, { lastSuccess: first, lastFailure: null })
      assert.deepStrictEqual([newestComplete, due], [wednesday, null])
      assert.deepStrictEqual((yield* mirror.coverage()).lastSync, first)
      yield* TestClock.adjust("1 hour")
      yield* publish
      yield* Effect.orDie(faults.set(failing(1, 2)))
      yield* Effect.flip(sync(mirror, { from: monday }))
      const { from, lastFailure, lastSuccess } = (yield* mirror.status).sync ?? {}
      assert.deepStrictEqual([from, lastSuccess, lastFailure?.at], [wednesday, first, new Date("2021-07-08T19:00:00Z")])
      assert.include(lastFailure?.why, "The service cannot be reached")
      assert.deepStrictEqual((yield* mirror.coverage()).lastSync, first)
      yield* TestClock.adjust("24 hours")
      assert.deepStrictEqual((yield* mirror.status).due, { from: "2021-07-08", to: "2021-07-08" })
    }).pipe(Effect.scoped)
  )

  it.effect("because the budget was used up before the first page has failed", () =>
    Effect.gen(function* () {
      const { importText, mirror, records, sync } = yield* startSync({}, { requestsPerHour: 1, maxWait: 0 })
      yield* importText("part.csv", daily(row()))
      yield* records.notices.get("one")
      const { left } = reportOf(yield* sync(mirror, { from: tuesday })) ?? {}
      assert.strictEqual(left?.days, 2)
      assert.include((yield* mirror.status).sync?.lastFailure?.why, "rate limit")
    }).pipe(Effect.scoped)
  )

  it.effect("because of its key sends one request, and does not create the mirror", () =>
    Effect.gen(function* () {
      const { connect, file, mirror, requests } = yield* startSync()
      const records = yield* connect({ apiKey: "another-key" })
      assert.include((yield* Effect.flip(syncWith(mirror, records, { from: monday }))).message, "key")
      assert.strictEqual(requests.length, 1)
      assert.deepStrictEqual([existsSync(file), existsSync(`${file}-sync`)], [false, false])
    }).pipe(Effect.scoped)
  )
})

describe("the plan of a sync", () => {
  it.effect("creates nothing, also in a folder that does not exist", () =>
    Effect.gen(function* () {
      const { file, mirror, sync } = yield* startSync()
      yield* sync(mirror, { from: monday, dryRun: true })
      assert.isFalse(existsSync(file))
    }).pipe(Effect.scoped)
  )

  it.effect.each([true, false])("is asked about before the first request: %s", (answer) =>
    Effect.gen(function* () {
      const { mirror, requests, sync } = yield* startSync()
      const asked: Array<number> = []
      const approve = async (plan: { readonly requests: number }) => {
        asked.push(requests.length, plan.requests)
        return answer
      }
      const report = reportOf(yield* sync(mirror, { from: wednesday, approve }))
      assert.strictEqual(asked[0], 0)
      assert.strictEqual(report?.left.requests, answer ? 0 : asked[1])
      assert.strictEqual(requests.length > 0, answer)
    }).pipe(Effect.scoped)
  )
})

describe("a later version of a notice", () => {
  const versions = [
    ["2021-07-01T01:00:00+00:00", "2021-06-30T22:00:00-04:00", "second"],
    ["2021-06-30T22:00:00-04:00", "2021-07-01T01:00:00+00:00", "first"],
    ["2021-07-01T12:00:00Z", "2021-07-01T11:30:00-0100", "second"]
  ] as const

  it.effect.each(versions)("is the one that was changed later, whatever its offset: %s, %s", ([one, other, title]) =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const version = (updated: string, name: string) =>
        `${JSON.stringify({ ...noticeOf("n", updated), title: name })}\n`
      yield* importText("a.ndjson", version(one, "first"))
      yield* importText("b.ndjson", version(other, "second"))
      assert.strictEqual((yield* mirror.records.notices.get("n")).title, title)
    }).pipe(Effect.scoped)
  )
})

describe("a mirror whose file was cut off", () => {
  it.effect("is damaged for every question, also for verify", () =>
    Effect.gen(function* () {
      const { file: complete, folder, importText } = yield* makeMirror
      const numbers = Array.from({ length: 2_000 }, (_, index) => row({ number: String(2_165_550_000 + index) }))
      yield* importText("DNC_Complaint_Numbers_2021-07-08.csv", daily(...numbers))
      const file = join(folder, "cut.duckdb")
      copyFileSync(complete, file)
      truncateSync(file, Math.floor(statSync(file).size * 0.6))
      const verify = Effect.flatMap(Mirror, (cut) => cut.verify("contents"))
      const error = yield* Effect.flip(Effect.provide(verify, Mirror.layer({ file })))
      assert.strictEqual(error.problem, "Damaged")
    }).pipe(Effect.scoped)
  )
})
