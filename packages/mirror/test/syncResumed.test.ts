import { existsSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { createClient } from "@public-records/core/promise"
import type { SyncEvent } from "@public-records/mirror"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { integer } from "../src/store/Database.ts"
import { sourceOfClient, sourceOfRecords, type SyncSource } from "../src/sync/SyncSource.ts"
import { changeTables, firstRowIn } from "./mirrorTables.ts"
import { daily, row } from "./mirrors.ts"
import {
  complaintsOf,
  failing,
  fillDays,
  monday,
  noticeOf,
  reportOf,
  results,
  startSync,
  tuesday,
  url,
  wednesday,
  wrongDays
} from "./syncs.ts"

/** A sync whose service can be read through a client for promises. */
const startClient = Effect.fnUntraced(function* (maxRetries = 0) {
  const started = yield* startSync({}, { maxRetries })
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => createClient({ apiKey: "a-key", baseUrl: url, fetch: started.fetch, maxRetries })),
    (opened) => Effect.promise(() => opened.close())
  )
  return { ...started, client }
})

/** Returns the events of a sync up to its error, and the message of the error. */
const eventsAndError = <E extends { readonly message: string }>(stream: Stream.Stream<SyncEvent, E>) =>
  Effect.gen(function* () {
    const events: Array<SyncEvent> = []
    const error = yield* Stream.runForEach(stream, (event) => Effect.sync(() => void events.push(event))).pipe(
      Effect.as(""),
      Effect.catch(({ message }) => Effect.succeed(message))
    )
    return { events, error }
  })

describe("a list that is read in parts", () => {
  /** Ends a run at the second page of each list. */
  const killedAtSecondPage = (source: SyncSource): SyncSource => {
    const kill = <A, E>(pages: Stream.Stream<A, E>): Stream.Stream<A, E> => {
      let count = 0
      return Stream.tap(pages, () => Effect.suspend(() => ((count += 1) === 2 ? Effect.interrupt : Effect.void)))
    }
    return {
      complaints: (day, from) => kill(source.complaints(day, from)),
      notices: (from) => kill(source.notices(from)),
      requests: source.requests
    }
  }

  it.effect("through a client continues with the next page, too", () =>
    Effect.gen(function* () {
      const { client, days, mirror, notices, publish, requests } = yield* startClient()
      for (let index = 100; index < 250; index++) notices.set(`n${index}`, noticeOf(`n${index}`))
      yield* publish
      const source = killedAtSecondPage(sourceOfClient(client))
      for (let isDone = false, runs = 0; !isDone; runs++) {
        assert.isBelow(runs, 40, "the sync does not end")
        const run = Stream.runDrain(mirror.syncFrom({ service: source }, { origin: url, from: wednesday }))
        isDone = (yield* Effect.exit(run))._tag === "Success"
      }
      assert.deepStrictEqual(yield* wrongDays(mirror, new Map([...days].filter(([day]) => day === wednesday))), [])
      assert.strictEqual((yield* mirror.status).notices, 151)
      // No page is read from the start again.
      const starts = requests.filter(({ url: path }) => /offset(%5D)?=0/.test(path) || !path.includes("offset"))
      assert.strictEqual(starts.length, 2)
    }).pipe(Effect.scoped)
  )

  it.effect("has a record once that has moved to a later page in the meantime", () =>
    Effect.gen(function* () {
      const { days, mirror, publish, records, sync } = yield* startSync()
      const source = sourceOfRecords(records)
      let pages = 0
      const killed: SyncSource = {
        ...source,
        complaints: (day, from) =>
          Stream.tap(source.complaints(day, from), () =>
            Effect.suspend(() => ((pages += 1) === 4 ? Effect.interrupt : Effect.void))
          )
      }
      const all = complaintsOf(wednesday, 240)
      days.set(wednesday, all)
      yield* publish
      yield* Effect.exit(Stream.runDrain(mirror.syncFrom({ service: killed }, { origin: url, from: wednesday })))
      // More than a page of earlier complaints, so that the first pages come again.
      const early = complaintsOf(wednesday, 120, { edition: "e" }).map((one) =>
        Object.assign(one, { createdDate: `${wednesday} 00:00:00` })
      )
      days.set(wednesday, [...early, ...all])
      yield* publish
      const day = (yield* sync(mirror)).find((event) => event._tag === "Day")
      assert.strictEqual(day?.setAside, 0)
      assert.strictEqual((yield* mirror.status).setAside, 0)
      const ids = (yield* Stream.runCollect(mirror.records.complaints.stream({}))).map(({ id }) => id)
      // A walk returns each id once.
      assert.strictEqual((yield* mirror.count({})).value.records, ids.length)
    }).pipe(Effect.scoped)
  )

  it.effect("is read from its start again if the service's client refuses its position", () =>
    Effect.gen(function* () {
      const { days, faults, file, mirror, sync } = yield* startSync({}, { maxRetries: 0 })
      yield* Effect.orDie(faults.set(failing(2)))
      yield* Effect.exit(sync(mirror, { from: wednesday }))
      yield* changeTables(file, "update staging set seen = '[1]'")
      yield* Effect.exit(sync(mirror))
      assert.deepStrictEqual(results(yield* sync(mirror)), ["2021-07-07 complete stored 120+0"])
      assert.deepStrictEqual(yield* wrongDays(mirror, new Map([...days].filter(([day]) => day === wednesday))), [])
    }).pipe(Effect.scoped)
  )

  it.effect("is announced page by page, each when it is in the file", () =>
    Effect.gen(function* () {
      const { file, mirror, records } = yield* startSync()
      const source = sourceOfRecords(records)
      let [received, announced] = [0, 0]
      const seen: Array<{ readonly announced: number; readonly staged: number }> = []
      const watched: SyncSource = {
        ...source,
        complaints: (day, from) =>
          Stream.tap(source.complaints(day, from), () =>
            Effect.gen(function* () {
              received += 1
              // Before the first page, there is no file.
              if (received === 1) return
              const row = yield* Effect.orDie(firstRowIn(file, "select count(*) as pages from staging"))
              seen.push({ announced, staged: integer(row, "pages") })
            })
          )
      }
      yield* Stream.runForEach(mirror.syncFrom({ service: watched }, { origin: url, from: wednesday }), (event) =>
        Effect.sync(() => (announced += event._tag === "Page" && event.list === wednesday ? 1 : 0))
      )
      assert.deepStrictEqual([received, announced], [3, 3])
      assert.deepStrictEqual(
        seen.map(({ staged }) => staged),
        [1, 2]
      )
      assert.isTrue(seen.every((then) => then.announced <= then.staged))
    }).pipe(Effect.scoped)
  )
})

describe("a list of a client that cannot be read", () => {
  it.effect.each([1, 2, 3])("costs each of its requests once, if page %i fails", (page) =>
    Effect.gen(function* () {
      const { client, faults, mirror, requests } = yield* startClient(1)
      yield* Effect.orDie(faults.set(failing(page, page + 1)))
      const source = sourceOfClient(client)
      const { events } = yield* eventsAndError(mirror.syncFrom({ service: source }, { origin: url, from: wednesday }))
      assert.deepStrictEqual(results(events), ["2021-07-07 failed", "notices 1-0"])
      assert.strictEqual(reportOf(events)?.requests, requests.length)
    }).pipe(Effect.scoped)
  )
})

describe("a dry run", () => {
  it.effect("keeps the pages of days before its first day, and states what is left", () =>
    Effect.gen(function* () {
      const { faults, mirror, requests, sync } = yield* startSync({}, { maxRetries: 0 })
      yield* Effect.orDie(faults.set(failing(6)))
      yield* Effect.exit(sync(mirror, { from: tuesday }))
      const [plan, report] = yield* sync(mirror, { from: wednesday, dryRun: true })
      assert.deepInclude(plan, { days: { new: 0, again: 0, missing: 0 }, requests: 0 })
      assert.deepInclude(report, { left: { days: 0, requests: 0, nextTryAt: null } })
      const before = requests.length
      const [later, left] = yield* sync(mirror, { dryRun: true })
      // A day like Wednesday has four pages, and two were read.
      assert.deepInclude(later, { days: { new: 0, again: 0, missing: 1 }, requests: 2 })
      assert.deepInclude(left, { left: { days: 1, requests: 2, nextTryAt: null } })
      yield* sync(mirror)
      assert.strictEqual(requests.length - before, 1)
    }).pipe(Effect.scoped)
  )
})

describe("the report of a sync", () => {
  it.effect("does not count notices that cannot be read as a day", () =>
    Effect.gen(function* () {
      const started = yield* startSync({}, { maxRetries: 0 })
      const { faults, mirror, records } = started
      yield* fillDays(started)
      const broken = {
        on: { path: "/v0/hsr-early-termination-notices", requests: [1] },
        do: "status",
        status: 500
      } as const
      yield* Effect.orDie(faults.set({ faults: [broken] }))
      const source = sourceOfRecords(records)
      const { error, events } = yield* eventsAndError(
        mirror.syncFrom({ service: source }, { origin: url, from: wednesday })
      )
      assert.include(error, "cannot be reached")
      assert.deepStrictEqual(results(events), ["notices failed"])
      const { days, left } = reportOf(events) ?? {}
      assert.deepStrictEqual([days?.failed, left], [0, { days: 0, requests: 3 - 2, nextTryAt: null }])
    }).pipe(Effect.scoped)
  )

  it.effect("is followed by the reason of the last list, and the file has no log", () =>
    Effect.gen(function* () {
      const { faults, file, mirror, records } = yield* startSync({}, { maxRetries: 0 })
      const path = "/v0/dnc-complaints"
      const broken = [
        { on: { path, requests: [2] }, do: "status", status: 500 },
        { on: { path, requests: [3] }, do: "status", status: 403 }
      ] as const
      yield* Effect.orDie(faults.set({ faults: [...broken] }))
      const source = sourceOfRecords(records)
      const { error, events } = yield* eventsAndError(
        mirror.syncFrom({ service: source }, { origin: url, from: monday })
      )
      assert.deepStrictEqual(results(events), ["2021-07-07 failed", "2021-07-06 failed"])
      const messages = events.flatMap((event) => (event._tag === "Failed" ? [event.message] : []))
      assert.notStrictEqual(messages[0], messages[1])
      assert.include(error, messages[1] ?? "?")
      assert.isFalse(existsSync(`${file}.wal`))
    }).pipe(Effect.scoped)
  )
})

describe("the estimate of a plan", () => {
  it.effect("is the mean of complete days with records: of weekdays, of Saturdays and of Sundays", () =>
    Effect.gen(function* () {
      const { days, importText, mirror, publish, sync } = yield* startSync()
      yield* TestClock.setTime(Date.parse("2021-07-19T18:00:00Z"))
      const counts = [
        ["2021-07-14", 0],
        ["2021-07-15", 98],
        ["2021-07-16", 294],
        ["2021-07-17", 49],
        ["2021-07-18", 0]
      ] as const
      for (const [day, count] of counts) days.set(day, complaintsOf(day, count))
      yield* publish
      yield* sync(mirror, { from: CivilDate.make("2021-07-14") })
      // A part of a day, which is read again.
      yield* importText("part.csv", daily(row({ created: "2021-07-12 10:00:00" })))
      const requestsFrom = Effect.fnUntraced(function* (from: string) {
        const [plan] = yield* sync(mirror, { from: CivilDate.make(from), dryRun: true })
        return plan?._tag === "Plan" ? plan.requests : 0
      })
      const [again, tuesdayToo, mondayToo, sundayToo, saturdayToo] = yield* Effect.all([
        requestsFrom("2021-07-14"),
        requestsFrom("2021-07-13"),
        requestsFrom("2021-07-12"),
        requestsFrom("2021-07-11"),
        requestsFrom("2021-07-10")
      ])
      // Wednesday is partial: it has no records, although it is a weekday.
      assert.strictEqual(again, 1)
      assert.strictEqual(tuesdayToo - again, 196 / 49 + 1)
      assert.strictEqual(mondayToo - tuesdayToo, 1 + 1)
      // Without a Sunday that has records, it is like a usual one.
      assert.strictEqual(sundayToo - mondayToo, Math.ceil(2600 / 49) + 1)
      assert.strictEqual(saturdayToo - sundayToo, 49 / 49 + 1)
    }).pipe(Effect.scoped)
  )

  it.effect("of all notices is one of the notices that the service still has", () =>
    Effect.gen(function* () {
      const started = yield* startSync()
      const { mirror, notices, publish, sync } = started
      yield* fillDays(started)
      notices.clear()
      for (let index = 100; index < 400; index++) notices.set(`n${index}`, noticeOf(`n${index}`))
      yield* publish
      const plan = Effect.gen(function* () {
        const [first] = yield* sync(mirror, { from: wednesday, dryRun: true })
        return first?._tag === "Plan" ? first.requests : 0
      })
      assert.strictEqual(yield* plan, 1)
      yield* sync(mirror, { from: wednesday })
      yield* TestClock.adjust("12 hours")
      assert.strictEqual(yield* plan, 3)
      yield* TestClock.adjust("7 days")
      assert.strictEqual(yield* plan, Math.ceil(300 / 49) + 1)
      for (let index = 100; index < 250; index++) notices.delete(`n${index}`)
      yield* publish
      assert.deepStrictEqual(results(yield* sync(mirror, { from: wednesday })), ["notices 0-150"])
      yield* TestClock.adjust("7 days")
      assert.strictEqual(yield* plan, Math.ceil(150 / 49) + 1)
    }).pipe(Effect.scoped)
  )

  it.effect("of a day is at least one request, although more pages than expected were read", () =>
    Effect.gen(function* () {
      const { days, faults, mirror, publish, records, sync } = yield* startSync({}, { maxRetries: 0 })
      yield* sync(mirror, { from: wednesday })
      days.set(tuesday, complaintsOf(tuesday, 400))
      yield* publish
      // Five pages are read of a day that was expected to have four.
      yield* Effect.orDie(faults.set(failing(6)))
      const source = sourceOfRecords(records)
      const { events } = yield* eventsAndError(mirror.syncFrom({ service: source }, { origin: url, from: tuesday }))
      assert.deepStrictEqual(reportOf(events)?.left, { days: 1, requests: 1, nextTryAt: null })
      const [plan, report] = yield* sync(mirror, { dryRun: true })
      assert.deepInclude(plan, { days: { new: 0, again: 0, missing: 1 }, requests: 1 })
      assert.deepInclude(report, { left: { days: 1, requests: 1, nextTryAt: null } })
    }).pipe(Effect.scoped)
  )
})
