import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { Effect } from "effect"
import { daysOf, setDate, startSite, storedDays, uploadOf } from "./sites.ts"
import { complaintsOf } from "./syncs.ts"

const date = CivilDate.make

/** No file comes after 20 November. */
const noMore = { from: "2026-11-23", to: "2027-12-31" }

describe("days of a daily file that did not come", () => {
  it.effect("are partial in the next file, and replaced when it comes", () =>
    Effect.gen(function* () {
      const uploads = [uploadOf("2026-11-18", "2026-11-24")]
      const { mirror, sync } = yield* startSite({ site: { uploads } })
      yield* sync(mirror, { from: date("2026-11-16") })
      const others = ["2026-11-16 complete 10", "2026-11-18 complete 10", "2026-11-19 complete 10"]
      const known = yield* storedDays(mirror)
      assert.deepStrictEqual(known.toSorted(), [...others, "2026-11-17 partial 0"].toSorted())
      const { incomplete } = yield* mirror.status
      assert.deepStrictEqual(incomplete, [
        { day: date("2026-11-17"), why: "the daily file of 2026-11-18 is not there yet" }
      ])
      yield* setDate("2026-11-24")
      const { events } = yield* sync(mirror)
      assert.include(daysOf(events), "2026-11-17 complete replaced 10+0")
      assert.deepStrictEqual((yield* mirror.status).partial, [])
    })
  )

  it.effect("are complete when it is not awaited any more, with the records that the next file has", () =>
    Effect.gen(function* () {
      const gaps = [{ from: "2026-11-17", to: "2026-11-19" }, noMore]
      const { mirror, sent, sync } = yield* startSite({
        site: { gaps, uploads: [uploadOf("2026-11-20", "2026-11-20", { from: "2026-11-17" })] }
      })
      const stateOn = Effect.fnUntraced(function* (day: string) {
        yield* setDate(day)
        yield* sync(mirror, { from: date("2026-11-16") })
        return yield* storedDays(mirror)
      })
      const after = ["2026-11-17", "2026-11-18"]
      const partial = ["2026-11-16 partial 0", ...after.map((day) => `${day} partial 10`), "2026-11-19 complete 10"]
      assert.deepStrictEqual(yield* stateOn("2026-11-20"), partial)
      assert.deepStrictEqual(yield* stateOn("2026-12-24"), partial)
      sent()
      const complete = partial.map((day) => day.replace("partial", "complete"))
      assert.deepStrictEqual(yield* stateOn("2026-12-25"), complete)
      assert.deepStrictEqual(sent(), ["200 index", "200 2026-11-20"])
    })
  )

  it.effect("are complete in the end also if another one comes that was awaited, too", () =>
    Effect.gen(function* () {
      const gaps = [{ from: "2026-11-19", to: "2026-11-19" }, noMore]
      const { mirror, sync } = yield* startSite({ site: { gaps, uploads: [uploadOf("2026-11-18", "2026-11-24")] } })
      const stateOn = Effect.fnUntraced(function* (day: string) {
        yield* setDate(day)
        yield* sync(mirror, { from: date("2026-11-17") })
        return (yield* storedDays(mirror)).filter((stored) => /-1[78] /.test(stored))
      })
      assert.deepStrictEqual(yield* stateOn("2026-11-20"), ["2026-11-17 partial 0", "2026-11-18 partial 0"])
      assert.deepStrictEqual(yield* stateOn("2026-11-24"), ["2026-11-17 complete 10", "2026-11-18 partial 0"])
      assert.deepStrictEqual(yield* stateOn("2026-12-25"), ["2026-11-17 complete 10", "2026-11-18 complete 0"])
    })
  )

  it.effect("may come later than it is awaited, if the index links it then", () =>
    Effect.gen(function* () {
      const uploads = [uploadOf("2026-11-18", "2026-12-30")]
      const { mirror, sync } = yield* startSite({ site: { uploads, gaps: [noMore] } })
      yield* setDate("2026-12-24")
      yield* sync(mirror, { from: date("2026-11-17") })
      assert.include(yield* storedDays(mirror), "2026-11-17 complete 0")
      yield* setDate("2026-12-30")
      yield* sync(mirror)
      assert.include(yield* storedDays(mirror), "2026-11-17 complete 10")
    })
  )
})

describe("the publication calendar", () => {
  it.effect("does not decide which days a file has: one may come on a holiday", () =>
    Effect.gen(function* () {
      const uploads = [
        uploadOf("2026-11-11", "2026-11-11", { from: "2026-11-10" }),
        uploadOf("2026-11-12", "2026-11-12", { from: "2026-11-11" })
      ]
      const { mirror, sync } = yield* startSite({ site: { uploads } })
      const { events } = yield* sync(mirror, { from: date("2026-11-10") })
      assert.deepStrictEqual(daysOf(events).slice(-2), ["2026-11-11", "2026-11-10"])
      const origins = events.flatMap((event) => (event._tag === "Day" ? [event.origin] : [])).slice(-2)
      assert.deepStrictEqual(origins, ["DNC_Complaint_Numbers_2026-11-12.csv", "DNC_Complaint_Numbers_2026-11-11.csv"])
    })
  )

  it.effect("does not decide that a known gap has no records, if the file after it has some", () =>
    Effect.gen(function* () {
      const days = ["2025-09-25", "2025-09-26", "2025-09-29", "2025-11-13"]
      const site = {
        gaps: [{ from: "2025-09-27", to: "2025-11-13" }],
        uploads: [uploadOf("2025-11-14", "2025-11-14", { from: "2025-09-26" })]
      }
      const { mirror, sync } = yield* startSite(
        { site },
        days.flatMap((day) => complaintsOf(day, 10))
      )
      yield* setDate("2025-11-14")
      yield* sync(mirror, { from: date("2025-09-25") })
      assert.deepStrictEqual(
        yield* storedDays(mirror),
        days.map((day) => `${day} complete 10`)
      )
      const { missing, setAside, unpublished } = yield* mirror.status
      assert.deepStrictEqual([missing, setAside], [[], 0])
      assert.deepStrictEqual(unpublished, [
        { from: date("2025-09-27"), to: date("2025-09-28") },
        { from: date("2025-09-30"), to: date("2025-11-12") }
      ])
    })
  )

  it.effect("does not keep a run from asking for an unlisted file of a holiday, but for one of a weekend", () =>
    Effect.gen(function* () {
      const { mirror, sent, sync } = yield* startSite({ site: { linked: 5 } })
      yield* sync(mirror, { from: date("2026-11-10") })
      const unlisted = ["200 2026-11-13", "200 2026-11-12", "404 2026-11-11", "404 2026-11-11_0"]
      assert.deepStrictEqual(sent().slice(6), unlisted)
      assert.include(yield* storedDays(mirror), "2026-11-10 complete 10")
    })
  )
})
