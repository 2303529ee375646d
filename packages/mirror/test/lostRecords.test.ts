import { assert, describe, it } from "@effect/vitest"
import { type Complaint, type PublicRecordsError } from "@public-records/core"
import type { WalkedPage } from "@public-records/core/promise"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { type SyncSource, sourceOfRecords } from "../src/sync/SyncSource.ts"
import { daily, daysIn, july7, makeMirror, outcomes, row } from "./mirrors.ts"
import { complaintsOf, monday, results, startSync, tuesday, url, wednesday, wrongDays } from "./syncs.ts"

type Page = WalkedPage<Complaint>

/** Changes the pages of all days. */
const changing = (source: SyncSource, change: (page: Page) => Page): SyncSource => ({
  ...source,
  complaints: (day, from): Stream.Stream<Page, PublicRecordsError> => Stream.map(source.complaints(day, from), change)
})

const nothing = (page: Page): Page => ({
  ...page,
  records: [],
  rejected: [],
  bookmark: page.bookmark,
  report: { ...page.report, claimedTotal: 0, agrees: true }
})
const maintenance = (page: Page): Page => ({
  ...nothing(page),
  rejected: [{ reason: "it has no id", raw: { maintenance: true } }],
  report: { ...page.report, claimedTotal: null, agrees: null }
})

describe("a service in an outage", () => {
  it.effect.each([
    ["an empty list with the total 0", nothing],
    ["a record that is none", maintenance]
  ] as const)("takes no record away, also in a second outage: %s", ([, change]) =>
    Effect.gen(function* () {
      const { days, mirror, records, sync } = yield* startSync()
      yield* sync(mirror, { from: monday })
      const broken = changing(sourceOfRecords(records), change)
      yield* TestClock.adjust("8 days")
      for (let episode = 0; episode < 3; episode++) {
        const events = yield* Stream.runCollect(mirror.syncFrom({ service: broken }, { origin: url }))
        for (const day of [monday, tuesday, wednesday]) {
          assert.include(
            results(events).find((text) => text.startsWith(day)),
            "complete held"
          )
        }
        assert.deepStrictEqual(yield* wrongDays(mirror, days), [])
        yield* TestClock.adjust("13 hours")
      }
      assert.deepStrictEqual(
        (yield* mirror.status).held.map(({ day }) => day),
        [monday, tuesday, wednesday]
      )
      assert.include(results(yield* sync(mirror)), "2021-07-07 complete unchanged 120+0")
      assert.deepStrictEqual((yield* mirror.status).held, [])
    }).pipe(Effect.scoped)
  )
})

describe("a day of the service that lost records", () => {
  it.effect.each([
    [100, "complete replaced 100+0"],
    [90, "complete replaced 90+0"],
    [50, "complete held 50+0"]
  ] as const)("is held, and by a second opinion of 12 hours later: %i records %s", ([count, later]) =>
    Effect.gen(function* () {
      const { days, mirror, publish, sync } = yield* startSync()
      yield* sync(mirror, { from: monday })
      yield* TestClock.setTime(Date.parse("2021-07-14T18:00:00Z"))
      days.set(tuesday, complaintsOf(tuesday, 120).slice(0, count))
      yield* publish
      const ofTuesday = (events: ReadonlyArray<string>) => events.filter((text) => text.startsWith(tuesday))
      assert.deepStrictEqual(ofTuesday(results(yield* sync(mirror))), [`${tuesday} complete held ${count}+0`])
      yield* TestClock.adjust("11 hours")
      assert.deepStrictEqual(ofTuesday(results(yield* sync(mirror))), [])
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(ofTuesday(results(yield* sync(mirror))), [`${tuesday} ${later}`])
      const lost = { reason: "it is not in what the service sends now", records: 120 - count }
      const reasonsNow = Effect.map(mirror.status, ({ reasons }) => reasons)
      if (count > 60) {
        assert.deepStrictEqual(yield* reasonsNow, [lost])
        if (count === 90) days.set(tuesday, complaintsOf(tuesday, 120))
        yield* publish
        yield* TestClock.adjust("12 hours")
        yield* sync(mirror)
        assert.deepStrictEqual(yield* reasonsNow, count === 90 ? [] : [lost])
        return
      }
      const replaced = ofTuesday(results(yield* sync(mirror, { replace: true })))
      assert.deepStrictEqual(replaced, [`${tuesday} complete replaced 50+0`])
    }).pipe(Effect.scoped)
  )
})

describe("a day with records that cannot be read", () => {
  it.effect.each([25, 120])("is partial, and settled by a second opinion: %i of 120", (bad) =>
    Effect.gen(function* () {
      const { mirror, records } = yield* startSync()
      let left = bad
      const rejecting = changing(sourceOfRecords(records), (page) => {
        const count = Math.min(left, page.records.length)
        left -= count
        const rejected = page.records.slice(0, count).map((raw) => ({ reason: "it is not valid", raw }))
        return { ...page, records: page.records.slice(count), rejected }
      })
      const run = Effect.fnUntraced(function* (repair = false) {
        left = bad
        const events = yield* Stream.runCollect(
          mirror.syncFrom({ service: rejecting }, { origin: url, from: wednesday, repair })
        )
        return results(events).filter((text) => text.startsWith(wednesday))
      })
      assert.deepStrictEqual(yield* run(), [`2021-07-07 partial stored ${120 - bad}+${bad}`])
      yield* TestClock.adjust("12 hours")
      assert.deepStrictEqual(yield* run(), [`2021-07-07 partial unchanged ${120 - bad}+${bad}`])
      yield* TestClock.adjust("12 hours")
      // An outage may last longer than that. A day of which nothing was read is read again.
      assert.deepStrictEqual(yield* run(), bad === 120 ? ["2021-07-07 partial unchanged 0+120"] : [])
      const { setAside, incomplete, reasons } = yield* mirror.status
      assert.deepStrictEqual(incomplete[0], {
        day: wednesday,
        why: `${bad} of the 120 records of the service could not be read`
      })
      assert.deepStrictEqual([setAside, reasons], [bad, [{ reason: "it is not valid", records: bad }]])
      if (bad < 120) assert.deepStrictEqual(yield* run(true), [`2021-07-07 partial unchanged ${120 - bad}+${bad}`])
    }).pipe(Effect.scoped)
  )

  it.effect("is complete if they are only those of another day", () =>
    Effect.gen(function* () {
      const { mirror, records } = yield* startSync()
      const straying = changing(sourceOfRecords(records), (page) => ({
        ...page,
        records: page.records.map((one, index) =>
          index === 0 && page.report.requests === 1
            ? Object.assign({}, one, { createdDate: `${tuesday} 23:59:59` })
            : one
        )
      }))
      const events = yield* Stream.runCollect(mirror.syncFrom({ service: straying }, { origin: url, from: wednesday }))
      assert.include(results(events), "2021-07-07 complete stored 119+1")
      assert.deepStrictEqual((yield* mirror.status).reasons, [
        { reason: `it is of ${tuesday}, in the list of ${wednesday}`, records: 1 }
      ])
    }).pipe(Effect.scoped)
  )
})

const numbers = Array.from({ length: 200 }, (_, index) => String(2_165_550_100 + index))
const good = daily(...numbers.map((number) => row({ number })))

describe("a daily file over a good day", () => {
  it.effect.each([
    ["other contents of the same length", daily(...numbers.map((number) => row({ number: `9${number.slice(1)}` })))],
    ["no rows", daily()],
    ["cut at a line end", daily(...numbers.slice(0, 70).map((number) => row({ number })))]
  ] as const)("is held each time, and replaces it only if the caller says so: %s", ([, text]) =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      yield* importText(july7, good)
      for (let times = 0; times < 3; times++) {
        const [day] = daysIn(yield* importText(july7, text))
        assert.strictEqual(day?.outcome, "held")
        assert.match(day?.why ?? "", /^the day would lose \d+ of its 200 records$/)
        assert.strictEqual((yield* mirror.status).records, 200)
      }
      assert.include(outcomes(yield* importText(july7, text, { replace: true }))[0], "complete replaced")
    }).pipe(Effect.scoped)
  )

  it.effect("leaves nothing set aside after the good file is imported again", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      yield* importText(july7, good)
      yield* importText(july7, daily(...numbers.map((number) => row({ number: `9${number.slice(1)}` }))))
      assert.strictEqual((yield* mirror.status).setAside, 200)
      yield* importText(july7, good)
      assert.deepStrictEqual([(yield* mirror.status).setAside, (yield* mirror.status).reasons], [0, []])
    }).pipe(Effect.scoped)
  )

  it.effect("adds no duplicates to a partial day in another spelling", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const part = (spell: (number: string) => string) =>
        daily(...numbers.map((number) => row({ number: spell(number) })), row(), row(), "1,2")
      yield* importText(july7, part(String))
      yield* importText(
        july7,
        part((number) => `(${number.slice(0, 3)}) ${number.slice(3)}`)
      )
      assert.strictEqual((yield* mirror.status).records, 202)
    }).pipe(Effect.scoped)
  )
})

describe("a file that ends within a row", () => {
  const cut = good.slice(0, good.length - 60)

  it.effect("is refused over a good day, and says where it ends and what stays", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      yield* importText(july7, good)
      const refused = (yield* importText(july7, cut)).find((event) => event._tag === "Refused")
      assert.include(refused?.message, "line 201: the file ends within this line")
      assert.include(refused?.message, "The mirror keeps its complaints: 200 of 2021-07-07.")
      assert.deepStrictEqual([(yield* mirror.status).records, (yield* mirror.status).setAside], [200, 0])
    }).pipe(Effect.scoped)
  )

  it.effect.each(["part.ndjson", "part.jsonl"])("is cut off as NDJSON, too: %s", (name) =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const records = complaintsOf(wednesday, 3).map((one) => JSON.stringify(one))
      const events = yield* importText(name, records.join("\n").slice(0, -20))
      assert.include(events.find((event) => event._tag === "CutOff")?.message, "line 3")
      assert.deepInclude((yield* mirror.status).incomplete[0], { why: "the file ends within a line" })
      const complete = yield* importText(name, records.join("\n"))
      assert.strictEqual(
        complete.find((event) => event._tag === "CutOff"),
        undefined
      )
    }).pipe(Effect.scoped)
  )

  it.effect("is partial in an empty mirror, and says so", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const events = yield* importText(july7, cut)
      assert.include(events.find((event) => event._tag === "CutOff")?.message, "line 201")
      assert.deepStrictEqual(outcomes(events), ["2021-07-07 partial stored 199+0"])
      assert.deepInclude((yield* mirror.status).incomplete[0], { why: "the file ends within a line" })
    }).pipe(Effect.scoped)
  )
})

describe("rows that are set aside", () => {
  it.effect("belong to their file, not to all files of that name", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      yield* importText("x.csv", daily(row(), "1,2"))
      yield* importText("x.csv", daily(row(), "3,4"))
      yield* importText("x.csv", daily(row(), "1,2"))
      assert.strictEqual((yield* mirror.status).setAside, 2)
      assert.deepStrictEqual((yield* mirror.status).reasons, [
        { reason: "the row has 2 columns instead of 8", records: 2 }
      ])
    }).pipe(Effect.scoped)
  )
})
