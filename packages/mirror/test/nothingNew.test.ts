import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { Effect } from "effect"
import { rememberFile, type SiteFile } from "../src/site/fileLedger.ts"
import { nothingNewIn } from "../src/site/nothingNew.ts"
import { dayOf } from "../src/store/civil.ts"
import { memoryStore } from "../src/store/privateStore.ts"
import { setDate, startSite } from "./sites.ts"

const fileOf = (date: string, askedAt: string, state: SiteFile["state"] = "here"): SiteFile => ({
  date: dayOf(date),
  state,
  address: `/${date}.csv`,
  etag: "",
  modified: "",
  bytes: 1,
  sha256: "",
  askedAt,
  covers: { from: dayOf(date) - 1, awaited: undefined }
})

const explain = Effect.fnUntraced(function* (today: string, ...files: ReadonlyArray<SiteFile>) {
  const store = yield* memoryStore()
  yield* store.write((db) => Effect.forEach(files, (file) => rememberFile(db, file)))
  return yield* store.read((db) => nothingNewIn(db, dayOf(today)))
})

const noon = (date: string): string => `${date}T17:00:00.000Z`

const late = "at 17:25 Eastern a third of them are late"

const reasons: ReadonlyArray<readonly [about: string, newest: string, today: string, why: string]> = [
  ["the newest file is of today", "2026-11-25", "2026-11-25", "newest file 25 November"],
  [
    "today's is late",
    "2026-11-23",
    "2026-11-24",
    `newest file 23 November; the file of 24 November is not there yet; ${late}`
  ],
  [
    "yesterday's is late and none comes today",
    "2026-11-19",
    "2026-11-21",
    "newest file 19 November; the file of 20 November is not there yet"
  ],
  ["it is Sunday", "2026-11-20", "2026-11-22", "newest file 20 November; the next one comes on 23 November"],
  [
    "today is a holiday",
    "2026-11-25",
    "2026-11-26",
    "newest file 25 November; 26 November is a holiday; the next one comes on 27 November"
  ],
  [
    "yesterday was a holiday",
    "2026-11-25",
    "2026-11-27",
    `newest file 25 November; 26 November was a holiday; the file of 27 November is not there yet; ${late}`
  ],
  [
    "four are late",
    "2026-11-13",
    "2026-11-19",
    `newest file 13 November; the files of 16 November, 17 November, 18 November and 19 November are not there yet; ${late}`
  ],
  [
    "five are late",
    "2026-11-13",
    "2026-11-20",
    `newest file 13 November; 5 files since then are not there yet; ${late}`
  ],
  [
    "a year has begun",
    "2026-12-31",
    "2027-01-02",
    "newest file 31 December 2026; 1 January was a holiday; the next one comes on 4 January"
  ],
  [
    "nothing was published for weeks",
    "2025-09-26",
    "2025-11-14",
    `newest file 26 September; the file of 14 November is not there yet; ${late}`
  ]
]

describe("why there is nothing new", () => {
  it.effect.each(reasons)("if %s", ([, newest, today, why]) =>
    Effect.gen(function* () {
      const found = yield* explain(today, fileOf(newest, noon(today)), fileOf("2025-09-02", noon(newest)))
      assert.deepStrictEqual(found, { newest: CivilDate.make(newest), why })
    })
  )

  it.effect("does not count files that do not exist", () =>
    Effect.gen(function* () {
      const asked = noon("2026-11-20")
      const missing = fileOf("2026-11-20", asked, "missing")
      const files = [fileOf("2026-11-18", asked), fileOf("2026-11-19", asked), missing]
      assert.strictEqual((yield* explain("2026-11-20", ...files))?.newest, "2026-11-19")
      assert.isNull(yield* explain("2026-11-20", missing))
    })
  )

  it.effect("says when the site was last asked, if that was on another date in Eastern time", () =>
    Effect.gen(function* () {
      const reasonOf = (askedAt: string) =>
        Effect.map(explain("2026-11-20", fileOf("2026-11-18", askedAt)), (found) => found?.why)
      const asked =
        "newest file 18 November; the file of 19 November is not there yet; the site was last asked on 19 November"
      assert.strictEqual(yield* reasonOf("2026-11-20T04:59:00.000Z"), asked)
      const both = `newest file 18 November; the files of 19 November and 20 November are not there yet; ${late}`
      assert.strictEqual(yield* reasonOf("2026-11-20T05:00:00.000Z"), both)
    })
  )

  it.effect("is in the report of a sync that stored nothing, and in the status", () =>
    Effect.gen(function* () {
      const { mirror, sync } = yield* startSite({ site: { gaps: [{ from: "2026-11-23", to: "2026-11-30" }] } })
      const reasonOf = Effect.fnUntraced(function* (options: { readonly from?: CivilDate } = {}) {
        const { events } = yield* sync(mirror, options)
        return events.find((event) => event._tag === "Report")?.dailyFiles?.nothingNew
      })
      assert.isNull((yield* mirror.status).nothingNew)
      assert.isNull(yield* reasonOf({ from: CivilDate.make("2026-11-19") }))
      const friday = { newest: CivilDate.make("2026-11-20"), why: "newest file 20 November" }
      assert.deepStrictEqual(yield* reasonOf(), friday)
      assert.deepStrictEqual((yield* mirror.status).nothingNew, friday)
      yield* setDate("2026-11-23")
      assert.include((yield* reasonOf())?.why, "the file of 23 November is not there yet")
      assert.include((yield* mirror.status).nothingNew?.why, "the file of 23 November is not there yet")
    })
  )
})
