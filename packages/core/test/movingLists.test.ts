import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { ComplaintQuery } from "../src/index.ts"
import { type Respond, pageOfIds } from "./FakeService.ts"
import { limitOf, listOf, numbered, offsetOf, pageOfList, collectWalk } from "./collectWalk.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const Passing = Schema.Struct({
  kind: Schema.Literals(["early", "double", "again", "short", "arrive", "remove"]),
  size: between(1, 60)
})

/** A fault of one page, or of the list from then on. */
interface Fault {
  readonly kind: (typeof Passing)["Type"]["kind"] | "empty" | "gone"
  readonly size: number
}

/** A list and how it is read. */
const schedule = {
  count: between(0, 260),
  order: Schema.Literals(["DESC", "ASC"]),
  namesTotal: Schema.Boolean,
  limit: Schema.Literals([50, 50, 20, 3]),
  cap: Schema.Literals([50, 50, 30])
}
type Schedule = { readonly [Member in keyof typeof schedule]: (typeof schedule)[Member]["Type"] }

/** Returns a list with faults at some requests after the first, and the initial records that remain. */
const faultyList = (
  { cap, count, namesTotal, order }: Schedule,
  faultAt: (n: number) => Fault | undefined
): { readonly respond: Respond; readonly expectedIds: () => ReadonlyArray<string> } => {
  const first = numbered(count)
  let all: ReadonlyArray<string> = first
  let arrived = 0
  let served: ReadonlyArray<string> = []
  const bend = ({ kind, size }: Fault, url: URL): ReadonlyArray<string> => {
    if (kind === "again") return served
    if (kind === "empty") return []
    if (kind === "arrive") {
      const some = Array.from({ length: size }, () => `new-${arrived++}`)
      all = order === "DESC" ? [...some.toReversed(), ...all] : [...all, ...some]
    }
    if (kind === "remove") all = all.filter((_, index) => index % 7 !== size % 7)
    if (kind === "gone") all = all.toSpliced(Math.max(0, offsetOf(url) - 2 * size), size)
    const start = Math.max(0, offsetOf(url) - (kind === "early" ? size : 0))
    const page = all.slice(start, start + Math.min(cap, limitOf(url)))
    if (kind === "short") return page.slice(0, Math.ceil(page.length / 2))
    return kind === "double" ? [...page.slice(0, 1), ...page] : page
  }
  const respond: Respond = (url, n) => {
    const fault = n === 0 ? undefined : faultAt(n)
    served = bend(fault ?? { kind: "early", size: 0 }, url)
    return pageOfIds(served, namesTotal ? { "records-total": all.length } : undefined)
  }
  return { respond, expectedIds: () => first.filter((id) => all.includes(id)) }
}

/** Asserts that the ids contain each required record once and in order. They may contain others. */
const assertComplete = (ids: ReadonlyArray<string>, expectedIds: ReadonlyArray<string>) => {
  assert.strictEqual(new Set(ids).size, ids.length, "each record once")
  const required = new Set(expectedIds)
  assert.deepStrictEqual(
    ids.filter((id) => required.has(id)),
    expectedIds
  )
}

describe("a walk of a changing list", () => {
  it.effect("drops and counts records that overlapping pages repeat, and loses none", () =>
    Effect.gen(function* () {
      const all = numbered(190)
      const overlapping =
        (isEarly: (n: number) => boolean): Respond =>
        (url, n) => {
          const start = Math.max(0, offsetOf(url) - (isEarly(n) ? 1 : 0))
          return pageOfIds(all.slice(start, start + 50))
        }
      for (const isEarly of [() => true, (n: number) => n === 1, (n: number) => n % 2 === 1]) {
        const { ids, report } = yield* collectWalk(overlapping(isEarly))
        assert.deepStrictEqual(ids, all)
        assert.isAbove(report?.duplicates ?? 0, 0)
      }
    })
  )

  it.effect("loses no records after one that a page repeats", () =>
    Effect.gen(function* () {
      const all = numbered(120)
      const { ids, report } = yield* collectWalk((url, n) => {
        const page = all.slice(offsetOf(url), offsetOf(url) + 50)
        return pageOfIds(n === 1 ? [...page.slice(0, 1), ...page] : page)
      })
      assert.deepStrictEqual(ids, all)
      assert.strictEqual(report?.duplicates, 1)
    })
  )

  it.effect("counts seen records shifted by new ones, and does not return the new ones", () =>
    Effect.gen(function* () {
      const before = numbered(120)
      const after = ["new-1", "new-2", ...before]
      const named = yield* collectWalk((url, n) => listOf(n === 0 ? before : after)(url, n))
      assert.deepStrictEqual(named.ids, before)
      assert.deepStrictEqual(named.offsets, [0, 49, 98, 121, 120])
      assert.strictEqual(named.report?.duplicates, 2)
      const unnamed = yield* collectWalk((url, n) => pageOfList(n === 0 ? before : after, url))
      assert.deepStrictEqual(unnamed.ids, before)
      assert.strictEqual(unnamed.report?.duplicates, 2)
    })
  )

  it.effect("continues if new records shift all seen records beyond the next pages", () =>
    Effect.gen(function* () {
      const before = numbered(400)
      for (const count of [180, 11_000]) {
        const arrivals = Array.from({ length: count }, (_, index) => `new-${index}`)
        for (const arrivesAt of [1, 2, 4]) {
          const { ids } = yield* collectWalk((url, n) =>
            listOf(n < arrivesAt ? before : [...arrivals, ...before])(url, n)
          )
          assert.deepStrictEqual(ids, before)
        }
      }
    })
  )

  it.effect("returns no records before its first one when it goes back", () =>
    Effect.gen(function* () {
      const before = numbered(120)
      const after = ["new-1", ...before.slice(49, 115)]
      const { ids, offsets } = yield* collectWalk((url, n) => listOf(n === 0 ? before : after)(url, n))
      assert.deepStrictEqual(offsets.slice(0, 3), [0, 49, 0])
      assert.deepStrictEqual(ids, before.slice(0, 115))
    })
  )

  it.effect("returns records that arrive at the end, and loses none if a page begins early", () =>
    Effect.gen(function* () {
      const before = numbered(180)
      for (const early of [0, 1, 2]) {
        const { ids } = yield* collectWalk((url, n) => {
          const all = [...before, ...Array.from({ length: Math.min(n, 3) }, (_, index) => `new-${index}`)]
          return pageOfList(all, url, { "records-total": all.length }, n % 2 === 1 ? early : 0)
        })
        assert.deepStrictEqual(ids, [...before, "new-0", "new-1", "new-2"])
      }
    })
  )

  it.effect("loses no records if every page begins early and a record arrives before each", () =>
    Effect.gen(function* () {
      const before = numbered(230)
      for (const total of [true, false]) {
        const { ids } = yield* collectWalk((url, n) => {
          const all = [...Array.from({ length: n }, (_, index) => `new-${n - index}`), ...before]
          return pageOfList(all, url, total ? { "records-total": all.length } : undefined, 1)
        })
        assert.deepStrictEqual(ids, before)
      }
    })
  )

  it.effect("goes back by the decrease of the reported total", () =>
    Effect.gen(function* () {
      const before = numbered(120)
      const after = before.slice(5)
      const { ids, offsets } = yield* collectWalk((url, n) => listOf(n === 0 ? before : after)(url, n))
      assert.deepStrictEqual(ids, before)
      assert.deepStrictEqual(offsets.slice(0, 3), [0, 49, 44])
    })
  )

  it.effect("loses no records if only the reported total decreases", () =>
    Effect.gen(function* () {
      const all = numbered(500)
      for (const claim of [(n: number) => 500 - n, (n: number) => (n < 3 ? 500 : 10), (n: number) => 500 - (n % 2)]) {
        const { ids, failure } = yield* collectWalk((url, n) => pageOfList(all, url, { "records-total": claim(n) }))
        assert.strictEqual(failure, undefined)
        assert.deepStrictEqual(ids, all)
      }
    })
  )

  it.effect("ends if all remaining records vanish", () =>
    Effect.gen(function* () {
      for (const left of [0, 5]) {
        const { ids, failure, report } = yield* collectWalk((url, n) =>
          listOf(numbered(120).slice(0, n === 0 ? 120 : left))(url, n)
        )
        assert.strictEqual(failure, undefined)
        assert.deepStrictEqual(ids, numbered(50))
        assert.deepStrictEqual(report?.claimedTotal, left)
        assert.deepStrictEqual(report?.agrees, false)
      }
    })
  )

  it.effect("fails if the list changes completely with every page", () =>
    Effect.gen(function* () {
      const all = numbered(5000)
      const { failure, offsets } = yield* collectWalk((_, n) =>
        pageOfIds(n === 0 ? all.slice(0, 50) : Array.from({ length: 50 }, (_, index) => `stranger-${n}-${index}`), {
          "records-total": 5000 - n * 7
        })
      )
      assert.strictEqual(failure, "WalkStalled")
      assert.strictEqual(offsets.length, 4)
    })
  )

  it.effect("fails after three pages in a row without new records", () =>
    Effect.gen(function* () {
      const { failure, ids, offsets } = yield* collectWalk(() => pageOfIds(numbered(50)))
      assert.strictEqual(failure, "WalkStalled")
      assert.deepStrictEqual(ids, numbered(50))
      assert.deepStrictEqual(offsets, [0, 49, 49, 50])
    })
  )

  it.effect("loses no records if the service repeats a page instead of the next one", () =>
    Effect.gen(function* () {
      for (const [count, total] of [
        [190, true],
        [190, false],
        [90, false],
        [100, true],
        [51, false]
      ] as const) {
        for (const again of [1, 2]) {
          const all = numbered(count)
          const meta = total ? { "records-total": count } : undefined
          const { ids, failure } = yield* collectWalk((url, n) =>
            n === again ? pageOfIds(all.slice(50 * (n - 1), 50 * n), meta) : pageOfList(all, url, meta)
          )
          assert.strictEqual(failure, undefined)
          assert.deepStrictEqual(ids, all)
        }
      }
    })
  )

  it.effect("ends after a list of one or two records even if a confirming page begins early", () =>
    Effect.gen(function* () {
      const cases = [
        [1, [1, 2]],
        [2, [1]],
        [2, [2]]
      ] as const
      for (const [count, earlyAt] of cases) {
        const { failure, ids } = yield* collectWalk((url, n) =>
          pageOfList(numbered(count), url, undefined, earlyAt.some((at) => at === n) ? 2 : 0)
        )
        assert.strictEqual(failure, undefined)
        assert.deepStrictEqual(ids, numbered(count))
      }
    })
  )

  it.effect("does not end at an empty page in the middle of a list", () =>
    Effect.gen(function* () {
      const all = numbered(90)
      const { ids } = yield* collectWalk((url, n) => {
        if (n === 1) return pageOfIds(all.slice(0, 50))
        return offsetOf(url) >= 90 ? pageOfIds([]) : pageOfList(all, url)
      })
      assert.deepStrictEqual(ids, all)
    })
  )

  it.effect("does not treat a page as short because another one repeated a record", () =>
    Effect.gen(function* () {
      const all = numbered(120)
      const { ids } = yield* collectWalk((url, n) => {
        const page = all.slice(offsetOf(url), offsetOf(url) + 50)
        return pageOfIds(n === 0 ? [...page.slice(0, 1), ...page] : page, { "records-total": 99 })
      })
      assert.deepStrictEqual(ids, all)
    })
  )

  it.effect.prop(
    "ends with every record, an error, or a report that disagrees with the total, for any faults",
    { ...schedule, faults: Schema.Array(Schema.NullOr(Passing)).check(Schema.isMaxLength(12)) },
    ({ faults, ...how }) =>
      Effect.gen(function* () {
        const { respond, expectedIds } = faultyList({ ...how, namesTotal: true }, (n) => faults[n - 1] ?? undefined)
        const { failure, ids, report } = yield* collectWalk(respond, ComplaintQuery.default.withLimit(how.limit))
        if (failure !== undefined) assert.strictEqual(failure, "WalkStalled")
        else if (report?.agrees !== false) assertComplete(ids, expectedIds())
      }),
    { arbitrary: { runs: 50 } }
  )

  it.effect.prop(
    "ends with every record if one page has a fault",
    {
      ...schedule,
      kind: Schema.Literals(["early", "double", "again", "short", "empty"]),
      size: between(1, 50),
      at: between(1, 8)
    },
    ({ at, kind, size, ...how }) =>
      Effect.gen(function* () {
        const { respond, expectedIds } = faultyList(how, (n) => (n === at ? { kind, size } : undefined))
        const { failure, ids } = yield* collectWalk(respond, ComplaintQuery.default.withLimit(how.limit))
        assert.strictEqual(failure, undefined)
        assert.deepStrictEqual(ids, expectedIds())
      }),
    { arbitrary: { runs: 50 } }
  )

  it.effect.prop(
    "ends with every remaining record or stalls if records vanish, with and without a total",
    { ...schedule, size: between(1, 40), at: between(1, 8) },
    ({ at, size, ...how }) =>
      Effect.gen(function* () {
        const { respond, expectedIds } = faultyList(how, (n) => (n === at ? { kind: "gone", size } : undefined))
        const { failure, ids } = yield* collectWalk(respond, ComplaintQuery.default.withLimit(how.limit))
        if (failure === undefined) assertComplete(ids, expectedIds())
        else assert.strictEqual(failure, "WalkStalled")
      }),
    { arbitrary: { runs: 50 } }
  )
})
