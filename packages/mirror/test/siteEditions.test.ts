import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { Mirror } from "@public-records/mirror"
import { Context, Effect, Layer } from "effect"
import { changeTables } from "./mirrorTables.ts"
import { makeMirror } from "./mirrors.ts"
import { daysOf, filesOf, refusals, setDate, startSite, storedDays, uploadOf } from "./sites.ts"
import { complaintsOf } from "./syncs.ts"

const wednesday = CivilDate.make("2026-11-18")
const from = { from: wednesday } as const

/** A site with editions of the file of Thursday, each a day later. Of the days before, there are no files. */
const startEditions = Effect.fnUntraced(function* (...editions: ReadonlyArray<readonly [name: string, share: number]>) {
  const uploads = editions.map(([name, share], index) => uploadOf(name, `2026-11-${19 + index}`, { share }))
  return yield* startSite({ site: { uploads, gaps: [{ from: "2026-11-20", to: "2026-12-31" }] } })
})

describe("a new edition of a daily file", () => {
  it.effect("replaces the one before it, and adds nothing twice", () =>
    Effect.gen(function* () {
      const { mirror, sent, sync } = yield* startEditions(
        ["2026-11-19", 0.5],
        ["2026-11-19_0", 0.8],
        ["2026-11-19_1", 1]
      )
      const seen: Array<ReadonlyArray<string>> = []
      for (const day of ["2026-11-19", "2026-11-20", "2026-11-21"]) {
        yield* setDate(day)
        yield* sync(mirror, from)
        seen.push([...sent(), ...(yield* storedDays(mirror))])
      }
      assert.deepStrictEqual(seen, [
        ["200 index", "200 2026-11-19", "2026-11-18 complete 5"],
        ["200 index", "200 2026-11-19_0", "2026-11-18 complete 8"],
        ["200 index", "200 2026-11-19_1", "2026-11-18 complete 10"]
      ])
      assert.strictEqual((yield* mirror.status).setAside, 0)
    })
  )

  it.effect("is also found at the address of the one before it", () =>
    Effect.gen(function* () {
      const { mirror, sent, sync } = yield* startEditions(["2026-11-19", 0.5], ["2026-11-19", 1])
      yield* setDate("2026-11-19")
      yield* sync(mirror, from)
      yield* setDate("2026-11-20")
      const { events } = yield* sync(mirror)
      assert.deepStrictEqual(daysOf(events), ["2026-11-18 complete replaced 10+0"])
      assert.deepStrictEqual(sent().slice(-1), ["200 2026-11-19"])
    })
  )

  it.effect("is not replaced by one with a lower suffix that comes later", () =>
    Effect.gen(function* () {
      const { mirror, sent, sync } = yield* startEditions(["2026-11-19_0", 1], ["2026-11-19", 0.5])
      yield* setDate("2026-11-19")
      yield* sync(mirror, from)
      yield* setDate("2026-11-20")
      yield* sync(mirror)
      assert.deepStrictEqual(sent().slice(-1), ["304 2026-11-19_0"])
      assert.deepStrictEqual(yield* storedDays(mirror), ["2026-11-18 complete 10"])
    })
  )

  it.effect("takes the place of records that the one before it had set aside", () =>
    Effect.gen(function* () {
      const uploads = [
        uploadOf("2026-11-19", "2026-11-19", { from: "2026-11-01" }),
        uploadOf("2026-11-19_0", "2026-11-20")
      ]
      const { mirror, sync } = yield* startSite({ site: { uploads } })
      yield* setDate("2026-11-19")
      yield* sync(mirror, from)
      const { reasons, setAside } = yield* mirror.status
      assert.strictEqual(setAside, 170)
      assert.strictEqual(reasons[0]?.reason, "it is of 2026-11-01, in the daily file of 2026-11-19")
      yield* setDate("2026-11-20")
      yield* sync(mirror)
      assert.strictEqual((yield* mirror.status).setAside, 0)
    })
  )
})

describe("an edition that lacks more than 1 % of the records of a day", () => {
  it.effect("is held back once, named by the status and not fetched again, and stored if that day is named", () =>
    Effect.gen(function* () {
      const { mirror, sent, sync } = yield* startEditions(["2026-11-19", 1], ["2026-11-19_0", 0.5])
      yield* setDate("2026-11-19")
      yield* sync(mirror, from)
      yield* setDate("2026-11-20")
      const first = yield* sync(mirror)
      assert.deepStrictEqual(daysOf(first.events), ["2026-11-18 complete held 5+0"])
      assert.deepStrictEqual([filesOf(first.events), first.error], [{ held: 1 }, undefined])
      const why = "the day would lose 5 of its 10 records"
      assert.deepStrictEqual((yield* mirror.status).held, [{ day: wednesday, why }])
      sent()
      const again = yield* sync(mirror)
      assert.deepStrictEqual(sent(), ["200 index", "304 2026-11-19_0"])
      assert.deepStrictEqual([daysOf(again.events), filesOf(again.events)], [[], { unchanged: 1 }])
      assert.lengthOf((yield* mirror.status).held, 1)
      assert.deepStrictEqual(yield* storedDays(mirror), ["2026-11-18 complete 10"])
      const accepted = yield* sync(mirror, { replace: [wednesday] })
      assert.deepStrictEqual(daysOf(accepted.events), ["2026-11-18 complete replaced 5+0"])
      assert.deepStrictEqual((yield* mirror.status).held, [])
      assert.deepStrictEqual(daysOf((yield* sync(mirror)).events), [])
    })
  )

  it.effect("is stored if any is, and another one is held again", () =>
    Effect.gen(function* () {
      const { mirror, sync } = yield* startEditions(["2026-11-19", 1], ["2026-11-19_0", 0.8], ["2026-11-19_1", 0.5])
      for (const day of ["2026-11-19", "2026-11-20"]) {
        yield* setDate(day)
        yield* sync(mirror, from)
      }
      const { events } = yield* sync(mirror, { replace: true })
      assert.deepStrictEqual(daysOf(events), ["2026-11-18 complete replaced 8+0"])
      yield* setDate("2026-11-21")
      assert.deepStrictEqual(filesOf((yield* sync(mirror)).events), { held: 1 })
      assert.deepStrictEqual(yield* storedDays(mirror), ["2026-11-18 complete 8"])
    })
  )

  it.effect("is held also if another day is named", () =>
    Effect.gen(function* () {
      const { mirror, sync } = yield* startEditions(["2026-11-19", 1], ["2026-11-19_0", 0.5])
      yield* setDate("2026-11-19")
      yield* sync(mirror, from)
      yield* setDate("2026-11-20")
      const { events } = yield* sync(mirror, { replace: [CivilDate.make("2026-11-17")] })
      assert.deepStrictEqual(daysOf(events), ["2026-11-18 complete held 5+0"])
    })
  )

  it.effect("is held if it lacks 1 of 99, but not 1 of 100", () =>
    Effect.gen(function* () {
      const uploads = [1, 0.99, 0.98].map((share, index) =>
        uploadOf(`2026-11-19_${index}`, `2026-11-${19 + index}`, { share })
      )
      const site = { uploads, gaps: [{ from: "2026-11-20", to: "2026-12-31" }] }
      const { mirror, sync } = yield* startSite({ site }, complaintsOf(wednesday, 100))
      const days: Array<string> = []
      for (const day of ["2026-11-19", "2026-11-20", "2026-11-21"]) {
        yield* setDate(day)
        days.push(...daysOf((yield* sync(mirror, from)).events))
      }
      const results = ["stored 100+0", "replaced 99+0", "held 98+0"]
      assert.deepStrictEqual(
        days,
        results.map((result) => `2026-11-18 complete ${result}`)
      )
    })
  )

  it.effect("can be accepted when the index does not list it any more", () =>
    Effect.gen(function* () {
      const uploads = [uploadOf("2026-11-19"), uploadOf("2026-11-19_0", "2026-11-20", { share: 0.5 })]
      const { mirror, sent, sync } = yield* startSite({ site: { uploads, linked: 2 } })
      for (const day of ["2026-11-19", "2026-11-20", "2026-11-24"]) {
        yield* setDate(day)
        yield* sync(mirror, from)
      }
      assert.lengthOf((yield* mirror.status).held, 1)
      sent()
      yield* sync(mirror, { replace: [wednesday] })
      assert.include(sent(), "200 2026-11-19_0")
      assert.include(yield* storedDays(mirror), "2026-11-18 complete 5")
    })
  )
})

describe("a damaged day of a daily file", () => {
  it.effect("is repaired by reading only its file again", () =>
    Effect.gen(function* () {
      const { sent, sync } = yield* startSite()
      const { file } = yield* makeMirror
      const onFile = <A, E>(use: (mirror: Mirror["Service"]) => Effect.Effect<A, E>) =>
        Effect.gen(function* () {
          return yield* use(Context.get(yield* Layer.build(Mirror.layer({ file, access: "write" })), Mirror))
        }).pipe(Effect.scoped)
      yield* onFile((mirror) => sync(mirror, { from: CivilDate.make("2026-11-16") }))
      yield* changeTables(file, "update calls set city = 'Elsewhere' where day = '2026-11-18' and number = 2165550003")
      sent()
      const { events } = yield* onFile((mirror) => sync(mirror, { repair: true }))
      assert.deepStrictEqual(sent(), ["200 index", "200 2026-11-19"])
      assert.deepStrictEqual(daysOf(events), ["2026-11-18 complete replaced 10+0"])
      assert.deepStrictEqual(refusals(events), [])
      assert.deepStrictEqual((yield* onFile((mirror) => mirror.verify("contents"))).damaged, [])
      yield* onFile((mirror) => sync(mirror, { repair: true }))
      assert.deepStrictEqual(sent(), ["200 index"])
    })
  )
})
