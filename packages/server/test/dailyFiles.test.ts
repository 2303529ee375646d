import { readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import { publishedDays } from "@public-records/files/dailyFileName"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { bundledFolder } from "../src/bundledFolder.ts"
import { sampleFile } from "../src/dataset/bundledSample.ts"
import { ReferenceServer, type SiteOptions } from "../src/index.ts"
import { complaintsOf, datesFrom, emptyFile, filePath, getAt, linkedAt, numbersIn, served } from "./site.ts"

const older = "/system/files/attachments/do-not-call-dnc-reported-calls-data"
const later = "2027-06-01T00:00:00Z"

/** Five complaints of each day from 2 November 2026, a Monday, to 29 November, a Sunday. The 11th and the 26th are holidays. */
const november = datesFrom("2026-11-02", 28).flatMap((date) => complaintsOf(date, 5))

const isThere = (time: string, path: string) => Effect.map(getAt(time, path), ({ status }) => status === 200)

/** Returns the created days in a file, or its status if that is not 200. */
const daysIn = (path: string, time = later) =>
  Effect.map(getAt(time, path), ({ status, text }) =>
    status === 200 ? Array.from(new Set(numbersIn(text).map((number) => number.slice(6, 8)))) : status
  )

describe("a daily file", () => {
  it.effect("has the lines of the real file, at its older address", () =>
    Effect.gen(function* () {
      const real = brotliDecompressSync(readFileSync(new URL(sampleFile, bundledFolder))).toString()
      const { headers, text } = yield* getAt(later, `${older}/dnc_complaint_numbers_2021-07-08.csv`)
      assert.strictEqual(headers.get("content-length"), String(new TextEncoder().encode(real).length))
      assert.strictEqual(text.split("\r\n")[0], real.split("\r\n")[0])
      assert.isTrue(text.endsWith("\r\n"))
      assert.deepStrictEqual(text.split("\r\n").toSorted(), real.split("\r\n").toSorted())
    }).pipe(Effect.provide(ReferenceServer.layerInProcess()))
  )

  it.effect("appears at 15:06 Eastern time in summer and in winter, in the index, too", () =>
    Effect.gen(function* () {
      for (const [date, before, at] of [
        ["2026-10-30", "2026-10-30T19:05:59.999Z", "2026-10-30T19:06:00Z"],
        ["2026-11-02", "2026-11-02T20:05:59.999Z", "2026-11-02T20:06:00Z"]
      ] as const) {
        const path = filePath(date)
        assert.isFalse(yield* isThere(before, path))
        assert.notInclude(yield* linkedAt(before), path)
        assert.isTrue(yield* isThere(at, path))
        assert.strictEqual((yield* linkedAt(at))[0], path)
        assert.strictEqual((yield* getAt(at, path)).headers.get("last-modified"), new Date(at).toUTCString())
      }
    }).pipe(served(datesFrom("2026-10-20", 30).flatMap((date) => complaintsOf(date, 1))))
  )

  it.effect("is a 404 in HTML if there is none, or under another spelling of its name", () =>
    Effect.gen(function* () {
      for (const path of [
        filePath("2026-11-11"),
        filePath("2026-11-31"),
        filePath("2026-11-25_0"),
        filePath("2026-11-25").toLowerCase(),
        filePath("2026-11-25 (1)"),
        `${older}/dnc_complaint_numbers_2026-11-25.csv`,
        "/sites/default/files/other.csv",
        "/feeds/other.xml"
      ]) {
        const { headers, status, text } = yield* getAt(later, path)
        assert.deepStrictEqual([status, headers.get("content-type")], [404, "text/html; charset=utf-8"], path)
        assert.match(text, /^<!DOCTYPE html>[^]*Page not found/)
        assert.isNull(headers.get("etag"))
      }
      assert.strictEqual((yield* getAt(later, filePath("2026-11-25"))).status, 200)
    }).pipe(served(november))
  )

  it.effect("is at the current address from 27 May 2022 on", () =>
    Effect.gen(function* () {
      const links = [filePath("2022-05-27"), `${older}/dnc_complaint_numbers_2022-05-26.csv`]
      assert.deepStrictEqual(yield* linkedAt(later), links)
      for (const path of links) assert.isTrue(yield* isThere(later, path), path)
      assert.isFalse(yield* isThere(later, filePath("2022-05-26")))
      assert.isFalse(yield* isThere(later, `${older}/dnc_complaint_numbers_2022-05-27.csv`))
    }).pipe(served([...complaintsOf("2022-05-25", 1), ...complaintsOf("2022-05-26", 1)]))
  )

  it.effect("exists for the days of the data set only, and without complaints it has only its header", () =>
    Effect.gen(function* () {
      const linked = yield* linkedAt(later)
      assert.deepStrictEqual(linked, ["2026-11-06", "2026-11-05", "2026-11-04", "2026-11-03"].map(filePath))
      assert.strictEqual((yield* getAt(later, filePath("2026-11-04"))).text, emptyFile)
      assert.strictEqual((yield* getAt(later, filePath("2026-11-09"))).status, 404)
    }).pipe(served([...complaintsOf("2026-11-02", 1), ...complaintsOf("2026-11-05", 1)]))
  )

  it.effect("has the days since the publication day before it", () =>
    Effect.gen(function* () {
      for (const [date, days] of [
        ["2026-11-10", ["09"]],
        ["2026-11-12", ["10", "11"]],
        ["2026-11-23", ["20", "21", "22"]],
        ["2026-11-27", ["25", "26"]]
      ] as const) {
        assert.deepStrictEqual(yield* daysIn(filePath(date)), Array.from(days))
      }
    }).pipe(served(november))
  )

  const counts = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 })))
  it.effect.prop(
    "is one of those that have each complaint once",
    {
      counts: counts.check(Schema.isBetweenLength(1, 40)),
      start: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 400 }))
    },
    ({ counts, start }) => {
      const first = datesFrom("2025-09-01", start + 1).at(-1) ?? ""
      const complaints = datesFrom(first, counts.length).flatMap((date, day) => complaintsOf(date, counts[day] ?? 0))
      return Effect.gen(function* () {
        const found: Array<string> = []
        for (const path of (yield* linkedAt(later)).toReversed()) {
          const numbers = numbersIn((yield* getAt(later, path)).text)
          const days = new Set(publishedDays(path).map((day) => day.replaceAll("-", "")))
          assert.isTrue(
            numbers.every((number) => days.has(number.slice(0, 8))),
            path
          )
          found.push(...numbers)
        }
        assert.deepStrictEqual(
          found,
          complaints.map(({ companyPhoneNumber }) => companyPhoneNumber)
        )
      }).pipe(served(complaints, { site: { linked: 100 } }))
    },
    { arbitrary: { runs: 25 } }
  )
})

describe("the index", () => {
  it.effect("links the 25 newest file dates, or as many as the option says", () =>
    Effect.gen(function* () {
      const many = datesFrom("2026-09-01", 60).flatMap((date) => complaintsOf(date, 1))
      const linked = (site: SiteOptions) => linkedAt(later).pipe(served(many, { site }))
      const all = yield* linked({ linked: 100 })
      assert.isAbove(all.length, 26)
      assert.deepStrictEqual(all, all.toSorted().toReversed())
      assert.deepStrictEqual(yield* linked({}), all.slice(0, 25))
      assert.deepStrictEqual(yield* linked({ linked: 26 }), all.slice(0, 26))
      assert.deepStrictEqual(yield* linked({ linked: 0 }), [])
    })
  )

  it.effect("is empty without complaints, and links uploads then, too", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* linkedAt(later).pipe(served([])), [])
      const uploads = [{ file: "DNC_Complaint_Numbers_2026-11-25.csv", at: "2026-11-25T20:06:00Z" }]
      const linked = linkedAt(later).pipe(served([], { site: { uploads } }))
      assert.deepStrictEqual(yield* linked, [filePath("2026-11-25")])
    })
  )
})

describe("uploads", () => {
  const [plain, second] = [filePath("2026-11-25"), filePath("2026-11-25_0")]
  const upload = (suffix: string, at: string, more = {}) => ({
    file: `DNC_Complaint_Numbers_2026-11-25${suffix}.csv`,
    at,
    ...more
  })
  const site = (uploads: SiteOptions["uploads"], more: SiteOptions = {}) =>
    served(november, { site: { uploads, ...more } })
  const [monday, tuesday, friday] = ["2026-11-30T12:00:00Z", "2026-12-01T12:00:00Z", "2026-12-04T12:00:00Z"]

  it.effect("replace the upload of the calendar: the file is late", () =>
    Effect.gen(function* () {
      assert.isFalse(yield* isThere("2026-12-01T11:59:59Z", plain))
      assert.isTrue(yield* isThere(tuesday, plain))
      assert.isTrue(yield* isThere("2026-11-27T21:00:00Z", filePath("2026-11-27")))
    }).pipe(site([upload("", tuesday)]))
  )

  for (const [order, uploads, latest] of [
    ["in the order of their suffixes", [upload("", monday), upload("_0", tuesday)], second],
    ["in the other order", [upload("", tuesday), upload("_0", monday)], plain]
  ] as const) {
    it.effect(`are editions ${order}: the index links the one that came last, both stay`, () =>
      Effect.gen(function* () {
        const first = latest === plain ? second : plain
        const linked = (time: string) =>
          Effect.map(linkedAt(time), (paths) => paths.filter((path) => path.includes("2026-11-25")))
        assert.deepStrictEqual(yield* linked("2026-11-29T12:00:00Z"), [])
        assert.deepStrictEqual(yield* linked(monday), [first])
        assert.deepStrictEqual(yield* linked(tuesday), [latest])
        for (const path of [plain, second]) assert.deepStrictEqual(yield* daysIn(path), ["24"])
      }).pipe(site(uploads))
    )
  }

  it.effect("may come after the date has left the index", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* linkedAt(friday), [filePath("2026-11-30"), filePath("2026-11-27")])
      assert.isFalse(yield* isThere(tuesday, second))
      assert.isTrue(yield* isThere(friday, second))
    }).pipe(site([upload("", "2026-11-25T20:06:00Z"), upload("_0", friday)], { linked: 2 }))
  )

  it.effect("of one name replace each other at their time", () =>
    Effect.gen(function* () {
      assert.lengthOf(numbersIn((yield* getAt(monday, plain)).text), 3)
      assert.lengthOf(numbersIn((yield* getAt(tuesday, plain)).text), 5)
    }).pipe(site([upload("", tuesday), upload("", monday, { share: 0.6 })]))
  )

  it.effect("lack the last records of each of their days, by their share", () =>
    Effect.gen(function* () {
      for (const [share, kept] of [
        [0, 0],
        [0.6, 3],
        [0.8, 4],
        [1, 5]
      ] as const) {
        const file = "DNC_Complaint_Numbers_2026-11-12.csv"
        const { text } = yield* getAt(later, filePath("2026-11-12")).pipe(site([{ file, at: monday, share }]))
        const days = ["2026-11-10", "2026-11-11"].flatMap((date) => complaintsOf(date, 5).slice(0, kept))
        assert.deepStrictEqual(
          numbersIn(text),
          days.map(({ companyPhoneNumber }) => companyPhoneNumber)
        )
      }
    })
  )

  it.effect("have the days of the calendar, or those from a first day", () =>
    Effect.gen(function* () {
      const saturday = "DNC_Complaint_Numbers_2026-11-28.csv"
      const days = (uploads: SiteOptions["uploads"], path: string) => daysIn(path).pipe(site(uploads))
      assert.deepStrictEqual(yield* days([upload("", monday)], plain), ["24"])
      assert.deepStrictEqual(yield* days([upload("", monday, { from: "2026-11-22" })], plain), ["22", "23", "24"])
      assert.deepStrictEqual(yield* days([{ file: saturday, at: monday }], filePath("2026-11-28")), [])
      const fromFriday = [{ file: saturday, at: monday, from: "2026-11-27" }]
      assert.deepStrictEqual(yield* days(fromFriday, filePath("2026-11-28")), ["27"])
    })
  )

  it.effect("are missing in a gap, unless one is named, and the next file does not make up for it", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* isThere(later, filePath("2026-11-16")))
      for (const date of ["2026-11-17", "2026-11-20"]) assert.isFalse(yield* isThere(later, filePath(date)))
      assert.isTrue(yield* isThere(later, filePath("2026-11-18")))
      assert.deepStrictEqual(yield* daysIn(filePath("2026-11-23")), ["20", "21", "22"])
      const linked = yield* linkedAt(later)
      assert.deepStrictEqual(linked.slice(4, 7), ["2026-11-23", "2026-11-18", "2026-11-16"].map(filePath))
    }).pipe(
      site([{ file: "DNC_Complaint_Numbers_2026-11-18.csv", at: monday }], {
        gaps: [{ from: "2026-11-17", to: "2026-11-20" }]
      })
    )
  )
})
