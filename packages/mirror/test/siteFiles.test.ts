import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { ImportOptions } from "@public-records/mirror"
import { datesBetween, daysOf, fileOf, filesOf, planOf, setDate, startSite, storedDays, uploadOf } from "./sites.ts"
import { complaintsOf, reportOf } from "./syncs.ts"

const date = CivilDate.make

describe("a sync with daily files", () => {
  it.effect("reads the files of the days that it lacks, newest first, and then nothing", () =>
    Effect.gen(function* () {
      const { mirror, sent, sync } = yield* startSite()
      const { events } = yield* sync(mirror, { from: date("2026-11-16") })
      const files = ["200 2026-11-20", "200 2026-11-19", "200 2026-11-18", "200 2026-11-17"]
      assert.deepStrictEqual(sent(), ["200 index", ...files])
      assert.deepStrictEqual(daysOf(events), ["2026-11-19", "2026-11-18", "2026-11-17", "2026-11-16"])
      assert.deepStrictEqual(filesOf(events), { stored: 4 })
      const again = yield* sync(mirror)
      assert.deepStrictEqual(sent(), ["200 index", ...files.map((file) => file.replace("200", "304"))])
      assert.deepStrictEqual([daysOf(again.events), filesOf(again.events)], [[], { unchanged: 4 }])
    })
  )

  it.effect("reads Friday to Sunday from the file of Monday, all if one is lacking", () =>
    Effect.gen(function* () {
      const { mirror, sent, sync } = yield* startSite()
      yield* setDate("2026-11-16")
      const { events } = yield* sync(mirror, { from: date("2026-11-15") })
      assert.deepStrictEqual(sent(), ["200 index", "200 2026-11-16"])
      assert.deepStrictEqual(daysOf(events), ["2026-11-13", "2026-11-14", "2026-11-15"])
    })
  )

  it.effect("reads 30 days unless a first day is given, which is remembered", () =>
    Effect.gen(function* () {
      const { mirror, sync } = yield* startSite()
      const plan = (from?: CivilDate | "all") =>
        Effect.map(sync(mirror, { ...(from && { from }), dryRun: true }), ({ events }) => planOf(events))
      const days = { from: date("2026-10-21"), to: date("2026-11-19") }
      const first = yield* plan()
      assert.deepStrictEqual([first?.from, first?.dailyFiles?.days], [days.from, [days]])
      yield* sync(mirror, { from: date("2026-11-19") })
      assert.strictEqual((yield* plan())?.from, "2026-11-19")
      assert.strictEqual((yield* plan("all"))?.from, "2022-05-27")
      yield* sync(mirror, { from: date("2026-11-18") })
      assert.strictEqual((yield* plan())?.from, "2026-11-18")
    })
  )

  it.effect("says in a dry run what it would read, after a request for the index", () =>
    Effect.gen(function* () {
      const { mirror, sent, sync } = yield* startSite()
      const { events } = yield* sync(mirror, { from: date("2026-10-19"), dryRun: true, pauseSeconds: 5 })
      const days = [{ from: date("2026-10-19"), to: date("2026-11-19") }]
      assert.deepStrictEqual(planOf(events)?.dailyFiles, { files: 23, megabytes: 29, minutes: 3, days })
      assert.deepStrictEqual(sent(), ["200 index"])
      assert.deepStrictEqual(yield* storedDays(mirror), [])
      assert.isNull((yield* mirror.status).sync)
    })
  )

  it.effect("does not read days that the mirror has from other files, unless the site has a later edition", () =>
    Effect.gen(function* () {
      const uploads = [uploadOf("2026-11-19"), uploadOf("2026-11-19_0", "2026-11-20"), uploadOf("2026-11-18_0")]
      const { importText, mirror, sent, sync } = yield* startSite({ site: { uploads } })
      const importDay = (name: string, day: string, options?: ImportOptions) =>
        importText(`${name}.csv`, fileOf(day, 9), options)
      yield* importDay("DNC_Complaint_Numbers_2026-11-20", "2026-11-19")
      yield* importDay("DNC_Complaint_Numbers_2026-11-19", "2026-11-18")
      yield* importDay("DNC_Complaint_Numbers_2026-11-18_1", "2026-11-17")
      yield* importDay("Monday", "2026-11-16", { covers: { from: date("2026-11-16"), to: date("2026-11-16") } })
      const { events } = yield* sync(mirror, { from: date("2026-11-16") })
      assert.deepStrictEqual(sent(), ["200 index", "200 2026-11-19_0"])
      assert.deepStrictEqual(daysOf(events), ["2026-11-18 complete replaced 10+0"])
    })
  )
})

describe("a daily file that the index does not list", () => {
  it.effect("is asked for by its plain name, and by `_0` only after a 404", () =>
    Effect.gen(function* () {
      const uploads = [uploadOf("2026-11-17"), uploadOf("2026-11-17_0"), uploadOf("2026-11-16_0")]
      const { mirror, sent, sync } = yield* startSite({ site: { uploads, linked: 2 } })
      const { events } = yield* sync(mirror, { from: date("2026-11-15") })
      const linked = ["200 2026-11-20", "200 2026-11-19"]
      const others = ["200 2026-11-18", "200 2026-11-17", "404 2026-11-16", "200 2026-11-16_0"]
      assert.deepStrictEqual(sent(), ["200 index", ...linked, ...others])
      assert.deepStrictEqual(filesOf(events), { stored: 5 })
      assert.strictEqual((yield* storedDays(mirror)).length, 7)
    })
  )

  it.effect("is asked for if it is within the index, but not if it would be newer than all", () =>
    Effect.gen(function* () {
      const gaps = ["2026-11-17", "2026-11-20"].map((day) => ({ from: day, to: day }))
      const { mirror, sent, sync } = yield* startSite({ site: { gaps } })
      yield* sync(mirror, { from: date("2026-11-16") })
      const sought = ["404 2026-11-17", "404 2026-11-17_0"]
      assert.deepStrictEqual(sent(), ["200 index", "200 2026-11-19", "200 2026-11-18", ...sought])
    })
  )

  it.effect("is not asked for within a known gap, whose days are neither missing nor awaited", () =>
    Effect.gen(function* () {
      const days = [...datesBetween("2025-09-20", "2025-09-26"), ...datesBetween("2025-11-14", "2025-11-20")]
      const gaps = [{ from: "2025-09-27", to: "2025-11-13" }]
      const complaints = days.flatMap((day) => complaintsOf(day, 10))
      const { mirror, sent, sync } = yield* startSite({ site: { gaps, linked: 3 } }, complaints)
      yield* TestClock.setTime(Date.parse("2025-11-18T22:30:00Z"))
      const { events } = yield* sync(mirror, { from: date("2025-09-25") })
      const known = ["200 2025-11-18", "200 2025-11-17", "200 2025-11-14", "200 2025-09-26"]
      assert.deepStrictEqual(sent(), ["200 index", ...known])
      assert.deepStrictEqual(planOf(events)?.dailyFiles?.days, [
        { from: date("2025-09-25"), to: date("2025-09-26") },
        { from: date("2025-11-14"), to: date("2025-11-17") }
      ])
      const { missing, partial, unpublished } = yield* mirror.status
      assert.deepStrictEqual([missing, partial], [[], []])
      assert.deepStrictEqual(unpublished, [{ from: date("2025-09-27"), to: date("2025-11-13") }])
    })
  )
})

describe("files before 27 May 2022", () => {
  const complaints = datesBetween("2022-04-01", "2022-06-03").flatMap((day) => complaintsOf(day, 10))
  /** Starts a site without some of the older files. */
  const startOld = Effect.fnUntraced(function* (firstMissing: string) {
    const gaps = [{ from: firstMissing, to: "2022-05-20" }]
    const started = yield* startSite({ site: { gaps, linked: 3 } }, complaints)
    yield* TestClock.setTime(Date.parse("2022-06-02T21:30:00Z"))
    return started
  })
  const newer = ["2022-06-02", "2022-06-01", "2022-05-31", "2022-05-27"].map((day) => `200 ${day}`)
  const older = ["2022-05-26", "2022-05-25", "2022-05-24", "2022-05-23"].map((day) => `200 older ${day}`)
  const from = date("2022-04-15")

  it.effect("are asked for at their address until twenty in a row do not exist, and not again", () =>
    Effect.gen(function* () {
      const { mirror, sent, sync } = yield* startOld("2022-04-22")
      const { events } = yield* sync(mirror, { from })
      const requests = sent()
      assert.includeMembers([...requests], [...newer, ...older])
      const missing = requests.filter((request) => request.startsWith("404 older"))
      assert.deepStrictEqual([missing.length, missing.at(-1)], [40, "404 older 2022-04-25_0"])
      // The holiday on 30 May is asked for twice. The next file found has the days of those that are missing.
      assert.lengthOf(requests, 1 + newer.length + older.length + 2 + 40 + 1)
      assert.strictEqual(requests.at(-1), "200 older 2022-05-23")
      const { ended } = reportOf(events)?.dailyFiles ?? {}
      assert.match(ended ?? "", /^The last 20 of the older daily files do not exist .* `mirror import`\.$/)
      const again = yield* sync(mirror)
      // Those of the last 35 days may still come.
      const recent = ["28", "28_0", "29", "29_0"].map((day) => `404 older 2022-04-${day}`)
      const oldest = sent().filter((request) => request.includes("older 2022-04"))
      assert.deepStrictEqual(oldest.toSorted(), recent)
      assert.isNull(reportOf(again.events)?.dailyFiles?.ended)
    })
  )

  it.effect("are read behind nineteen that do not exist", () =>
    Effect.gen(function* () {
      const { mirror, sent, sync } = yield* startOld("2022-04-26")
      const { events } = yield* sync(mirror, { from })
      assert.include(sent().join(), "404 older 2022-04-26_0,200 older 2022-04-25,")
      assert.isNull(reportOf(events)?.dailyFiles?.ended)
      assert.include(yield* storedDays(mirror), "2022-04-15 complete 10")
    })
  )

  it.effect("are not asked for unless an older day is given by its date", () =>
    Effect.gen(function* () {
      const { mirror, sent, sync } = yield* startOld("2022-05-20")
      yield* sync(mirror, { from: "all" })
      assert.deepStrictEqual(sent(), ["200 index", ...newer.slice(0, 3), "404 2022-05-30", "404 2022-05-30_0"])
    })
  )
})
