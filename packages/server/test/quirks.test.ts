import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bundledFolder } from "../src/bundledFolder.ts"
import { loadBundledSample } from "../src/dataset/bundledSample.ts"
import { generatedNotices } from "../src/dataset/generatedNotices.ts"
import { type Quirks, ReferenceServer, type ReferenceServerOptions } from "../src/index.ts"
import { ComplaintStore } from "../src/store/ComplaintStore.ts"
import { sendRequest, at, data, ids } from "./requests.ts"
import { header, rowsOf } from "./dailyFile.ts"
import { temporaryFiles } from "./temporaryFiles.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"

/** The complaints of the sample from Ohio and every tenth of the others, so that changing all of them takes little time. */
const { complaints: sample } = await Effect.runPromise(loadBundledSample(bundledFolder))
const someComplaints = (await Effect.runPromise(sample.all)).filter(
  ({ consumerState }, index) => consumerState === "Ohio" || index % 10 === 0
)
const openRecords = Effect.sync(() => ({
  source: "a part of the sample",
  complaints: new ComplaintStore(someComplaints),
  notices: generatedNotices(100, 1)
}))
const served = (options: ReferenceServerOptions) =>
  Effect.provide(ReferenceServer.layerInProcess({ rateLimit: "off", openRecords, ...options }))

/** Returns the number from 0 to 1 that decides whether a record is affected. **Source** docs/server.md, "Quirks". */
const fraction = (seed: number, what: string, id: string): number => {
  const digest = createHash("sha256").update(`${seed} ${what} ${id}`).digest("hex")
  return Number.parseInt(digest.slice(0, 8), 16) / 2 ** 32
}
const doubleOf = (seed: number, id: string): string =>
  createHash("sha256").update(`${seed} double ${id}`).digest("hex").slice(32)

/** Reads all pages of a list. */
const walk = Effect.fnUntraced(function* (query: string) {
  const records: Array<unknown> = []
  for (;;) {
    const response = yield* sendRequest(`${complaints}?${query}&offset=${records.length}`)
    if (data(response).length === 0) return { records, total: at(response.json, "meta", "records-total") }
    records.push(...data(response))
  }
})

const idOf = (record: unknown): string => String(at(record, "id"))
const attributesOf = (record: unknown): unknown => at(record, "attributes")

const ohio = "state=Ohio&is_robocall="
const plainOhio = walk("state=Ohio").pipe(served({}))

describe("the quirk totals", () => {
  it.effect("replaces the total with an object or an integer in both profiles", () =>
    Effect.gen(function* () {
      for (const profile of ["documented", "live"] as const) {
        const total = (options: ReferenceServerOptions, query: string) =>
          Effect.map(sendRequest(`${complaints}?${query}`), (response) => at(response.json, "meta")).pipe(
            served({ profile, ...options })
          )
        const counted = yield* total({ quirks: { totals: "integer" } }, "area_code=614&items_per_page=3")
        const plain = yield* total({ profile: "documented" }, "area_code=614&items_per_page=3")
        assert.deepStrictEqual(counted, { "records-this-page": 3, "record-total": at(plain, "records-total") })
        const stray = yield* total({ quirks: { totals: "stray" } }, "items_per_page=3")
        assert.strictEqual(typeof at(stray, "record-total", "_id"), "string")
        assert.isTrue(Number.isSafeInteger(at(stray, "record-total", "seq")))
      }
    })
  )
})

describe("the quirk doubles", () => {
  it.effect("duplicates a share of the complaints under other ids that are always the same", () =>
    Effect.gen(function* () {
      const plain = yield* plainOhio
      const doubled = yield* walk("state=Ohio")
      const odd = plain.records.filter((record) => fraction(5, "double", idOf(record)) < 0.25)
      assert.isAbove(odd.length, 50)
      assert.deepStrictEqual(
        new Set(doubled.records.map(idOf)),
        new Set([...plain.records.map(idOf), ...odd.map((record) => doubleOf(5, idOf(record)))])
      )
      assert.strictEqual(doubled.records.length, plain.records.length + odd.length)
      // Totals count duplicates, and ascending order is still the reverse of descending.
      assert.strictEqual(doubled.total, doubled.records.length)
      const ascending = yield* walk("state=Ohio&sort_order=ASC")
      assert.deepStrictEqual(ascending.records.map(idOf), doubled.records.map(idOf).toReversed())
      const [first] = odd
      const one = yield* sendRequest(`${complaints}/${idOf(first)}`)
      const other = yield* sendRequest(`${complaints}/${doubleOf(5, idOf(first))}`)
      assert.deepStrictEqual(attributesOf(data(other)[0]), attributesOf(data(one)[0]))
      assert.strictEqual((yield* ReferenceServer).dataSet.complaints, yield* total)
    }).pipe(served({ seed: 5, quirks: { doubles: 0.25 } }))
  )

  const total = Effect.map(sendRequest(complaints), (response) => at(response.json, "meta", "records-total"))

  it.effect("survives a reload and changes the ETag", () =>
    Effect.gen(function* () {
      const before = yield* sendRequest(complaints)
      yield* (yield* ReferenceServer).reload
      const after = yield* sendRequest(complaints)
      assert.deepStrictEqual(ids(after), ids(before))
      assert.strictEqual(after.headers.get("etag"), before.headers.get("etag"))
      const plain = yield* sendRequest(complaints).pipe(served({}))
      assert.notStrictEqual(after.headers.get("etag"), plain.headers.get("etag"))
    }).pipe(served({ quirks: { doubles: 1 } }))
  )
})

describe("the quirk shifted", () => {
  it.effect("replaces the phone number with a date and the city with a company in a share of the records", () =>
    Effect.gen(function* () {
      const plain = new Map((yield* plainOhio).records.map((record) => [idOf(record), record]))
      const { records } = yield* walk("state=Ohio")
      assert.deepStrictEqual(records.map(idOf).toSorted(), Array.from(plain.keys()).toSorted())
      const odd = records.filter((record) => fraction(1, "shifted", idOf(record)) < 0.1)
      assert.isAbove(odd.length, 20)
      for (const record of records) {
        const isShifted = odd.includes(record)
        const original = plain.get(idOf(record))
        assert.deepStrictEqual(attributesOf(record), {
          ...Object(attributesOf(original)),
          ...(isShifted && {
            "company-phone-number": at(original, "attributes", "created-date"),
            "consumer-city": "Example Warranty Services LLC"
          })
        })
      }
      // Filters find records by their shifted values.
      const { records: moved } = yield* walk(`state=Ohio&city="Example Warranty Services LLC"`)
      assert.deepStrictEqual(moved.map(idOf), odd.map(idOf))
    }).pipe(served({ quirks: { shifted: 0.1 } }))
  )

  it.effect("also applies to the duplicates of a record, which stay equal to it", () =>
    Effect.gen(function* () {
      const { records } = yield* walk("state=Ohio")
      const byId = new Map(records.map((record) => [idOf(record), attributesOf(record)]))
      const originals = Array.from(byId.keys()).filter((id) => byId.has(doubleOf(1, id)))
      assert.strictEqual(originals.length * 2, records.length)
      for (const id of originals) assert.deepStrictEqual(byId.get(doubleOf(1, id)), byId.get(id))
    }).pipe(served({ quirks: { shifted: 0.5, doubles: 1 } }))
  )
})

describe("the quirk overlaps", () => {
  it.effect("starts every page but the first the given number of records early, in both lists", () =>
    Effect.gen(function* () {
      for (const [path, limit, offset] of [
        [complaints, "items_per_page", "offset"],
        [notices, "page[limit]", "page[offset]"]
      ] as const) {
        const page = (size: number, from: number) =>
          Effect.map(sendRequest(`${path}?${limit}=${size}&${offset}=${from}`), ids)
        const unchanged = yield* Effect.map(sendRequest(path), ids).pipe(served({}))
        assert.deepStrictEqual(yield* page(50, 0), unchanged)
        assert.deepStrictEqual(yield* page(10, 10), unchanged.slice(7, 17))
        assert.deepStrictEqual(yield* page(10, 10), unchanged.slice(7, 17))
        assert.deepStrictEqual(yield* page(10, 2), unchanged.slice(0, 10))
        // A page always ends after the previous one.
        assert.deepStrictEqual(yield* page(2, 20), unchanged.slice(19, 21))
        assert.deepStrictEqual(yield* page(1, 20), unchanged.slice(20, 21))
      }
      const past = yield* sendRequest(`${complaints}?offset=${someComplaints.length + 3}`)
      assert.deepStrictEqual(data(past), [])
      assert.strictEqual(at(past.json, "meta", "records-total"), someComplaints.length)
    }).pipe(served({ quirks: { overlaps: 3 } }))
  )
})

describe("the quirk copies", () => {
  it.effect("serves every complaint under the given number of ids, which are always the same", () =>
    Effect.gen(function* () {
      const plain = yield* plainOhio
      const copied = yield* walk("state=Ohio")
      const copyOf = (copy: number, id: string) =>
        createHash("sha256").update(`1 copy ${copy} ${id}`).digest("hex").slice(32)
      assert.deepStrictEqual(
        new Set(copied.records.map(idOf)),
        new Set(plain.records.map(idOf).flatMap((id) => [id, copyOf(1, id), copyOf(2, id), copyOf(3, id)]))
      )
      assert.strictEqual(copied.records.length, 4 * plain.records.length)
      assert.strictEqual(copied.total, copied.records.length)
    }).pipe(served({ quirks: { copies: 4 } }))
  )

  it.effect("replaces duplicates of the quirk doubles", () =>
    Effect.gen(function* () {
      const { complaints: count } = (yield* ReferenceServer).dataSet
      assert.strictEqual(count, 3 * someComplaints.length)
    }).pipe(served({ quirks: { copies: 3, doubles: 1 } }))
  )
})

describe("the quirk oldPages", () => {
  it.effect("returns the oldest complaints after the first page if no date is given", () =>
    Effect.gen(function* () {
      const page = (query: string) =>
        Effect.map(sendRequest(`${complaints}?state=Ohio&items_per_page=10&${query}`), ids)
      const matching = yield* sendRequest(`${complaints}?state=Ohio`).pipe(served({}))
      const total = Number(at(matching.json, "meta", "records-total"))
      const [first, oldest, older] = yield* Effect.all([
        page("offset=0"),
        page("sort_order=ASC"),
        page("offset=10&sort_order=ASC")
      ]).pipe(served({}))
      assert.deepStrictEqual(yield* page("offset=0"), first)
      assert.deepStrictEqual(yield* page("offset=10"), oldest)
      assert.deepStrictEqual(yield* page("offset=20"), older)
      assert.deepStrictEqual(yield* page("offset=1"), oldest)
      assert.strictEqual((yield* page(`offset=${total - 1}`)).length, 10)
      assert.deepStrictEqual(yield* page(`offset=${total}`), [])
      assert.deepStrictEqual(yield* page(`offset=${total + 1}`), [])
      assert.deepStrictEqual(yield* page("offset=10&sort_order=ASC"), older)
    }).pipe(served({ quirks: { oldPages: true } }))
  )

  it.effect("changes nothing if a date is given", () =>
    Effect.gen(function* () {
      for (const query of [
        "created_date=2021-07-07&offset=50",
        "created_date_from=2021-07-07&created_date_to=2021-07-07&state=Ohio&offset=50",
        "violation_date=2021-07-06&offset=50"
      ]) {
        const expected = yield* sendRequest(`${complaints}?${query}`).pipe(served({}))
        assert.deepStrictEqual(ids(yield* sendRequest(`${complaints}?${query}`)), ids(expected))
      }
    }).pipe(served({ quirks: { oldPages: true } }))
  )
})

/** Returns the number of complaints of each day. */
const countsByDay = Effect.fnUntraced(function* (days: ReadonlyArray<string>) {
  const counts = yield* Effect.forEach(days, (day) => sendRequest(`${complaints}?created_date=${day}&items_per_page=1`))
  return counts.map(({ json }) => Number(at(json, "meta", "records-total")))
})

// From Sunday to Saturday.
const week = Array.from({ length: 7 }, (_, day) => `2021-06-${20 + day}`)
const perDay = 400

/** Runs a test with a server whose data has the same number of complaints on each day of a week. */
const servedWeek =
  (quirks: Quirks) =>
  <A, E>(test: Effect.Effect<A, E, ReferenceServer>) =>
    Effect.gen(function* () {
      const rows = week.flatMap((day) => rowsOf("Parma", perDay).map((row) => row.replaceAll("2021-07-07", day)))
      const path = yield* temporaryFiles({ "week.csv": [header, ...rows].join("\n") })
      return yield* test.pipe(served({ openRecords: undefined, data: [path("week.csv")], quirks }))
    }).pipe(Effect.scoped)

describe("the quirk emptyWeekends", () => {
  it.effect("dates the complaints of Saturday and Sunday to the Friday before", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* countsByDay(["2021-06-18", ...week]), [400, 0, 400, 400, 400, 400, 800, 0])
    }).pipe(servedWeek({ emptyWeekends: true }))
  )

  it.effect("leaves the dates of the calls and all other days unchanged", () =>
    Effect.gen(function* () {
      const calls = (records: ReadonlyArray<unknown>) =>
        new Map(records.map((record) => [idOf(record), at(record, "attributes", "violation-date")]))
      const plain = yield* walk("sort_order=ASC").pipe(servedWeek({}))
      const moved = yield* walk("sort_order=ASC").pipe(servedWeek({ emptyWeekends: true }))
      assert.deepStrictEqual(calls(moved.records), calls(plain.records))
    })
  )

  it.effect("comes before holes, so that a day with a hole has none of the weekend's complaints either", () =>
    Effect.gen(function* () {
      const [sunday, saturday] = ["2021-06-20", "2021-06-26"]
      const [, fullFriday = 0] = yield* countsByDay(["2021-06-18", "2021-06-25"]).pipe(
        servedWeek({ emptyWeekends: true })
      )
      const counts = yield* countsByDay([sunday, "2021-06-25", saturday]).pipe(
        servedWeek({ emptyWeekends: true, holes: 1 })
      )
      assert.deepStrictEqual([counts[0], counts[2]], [0, 0])
      const share = fraction(1, "hole", "2021-06-25") < 7 / 12 ? 0.02 : 0.5
      assert.approximately((counts[1] ?? 0) / fullFriday, share, 0.05)
    })
  )
})

describe("the quirk holes", () => {
  it.effect("removes half or nearly all complaints of a share of the days, always the same ones", () =>
    Effect.gen(function* () {
      const counts = yield* countsByDay(week)
      const kinds = week.map((day, index) => {
        const draw = fraction(1, "hole", day)
        const share = (counts[index] ?? 0) / perDay
        if (draw >= 0.6) return share === 1 ? "complete" : "wrong"
        if (draw < 0.6 * (7 / 12)) return share > 0 && share < 0.05 ? "nearly empty" : "wrong"
        return share > 0.4 && share < 0.6 ? "half full" : "wrong"
      })
      assert.deepStrictEqual(new Set(kinds), new Set(["complete", "nearly empty", "half full"]))
      yield* (yield* ReferenceServer).reload
      assert.deepStrictEqual(yield* countsByDay(week), counts)
    }).pipe(servedWeek({ holes: 0.6 }))
  )

  it.effect("retains the complaints whose number is below the share of their day", () =>
    Effect.gen(function* () {
      const { records } = yield* walk("items_per_page=50").pipe(servedWeek({}))
      const kept = records.filter((record) => {
        const day = String(at(record, "attributes", "created-date")).slice(0, 10)
        return fraction(1, "kept", idOf(record)) < (fraction(1, "hole", day) < 7 / 12 ? 0.02 : 0.5)
      })
      assert.isAbove(kept.length, 100)
      const remaining = yield* walk("items_per_page=50").pipe(servedWeek({ holes: 1 }))
      assert.deepStrictEqual(remaining.records.map(idOf), kept.map(idOf))
    })
  )
})

describe("quirks", () => {
  it.effect("change nothing unless they are enabled", () =>
    Effect.gen(function* () {
      const plain = yield* sendRequest(`${complaints}?${ohio}true`)
      const off = {
        totals: undefined,
        doubles: 0,
        copies: 1,
        overlaps: 0,
        shifted: 0,
        oldPages: false,
        emptyWeekends: false,
        holes: 0
      }
      const same = yield* sendRequest(`${complaints}?${ohio}true`).pipe(served({ quirks: off }))
      assert.strictEqual(same.text, plain.text)
      assert.strictEqual(same.headers.get("etag"), plain.headers.get("etag"))
    }).pipe(served({}))
  )
})
