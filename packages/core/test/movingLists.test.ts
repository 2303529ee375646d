import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { ComplaintQuery } from "../src/index.ts"
import { type Answer, pageOfIds } from "./FakeService.ts"
import { limitOf, listOf, numbered, offsetOf, pageOfList, walked } from "./walked.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const Passing = Schema.Struct({
  kind: Schema.Literals(["early", "double", "again", "short", "arrive", "remove"]),
  size: between(1, 60)
})

/** Something that goes wrong with one page, or from then on with the list. */
interface Fault {
  readonly kind: (typeof Passing)["Type"]["kind"] | "empty" | "gone"
  readonly size: number
}

/** A list, what goes wrong with it, and how it is read. */
const schedule = {
  count: between(0, 260),
  order: Schema.Literals(["DESC", "ASC"]),
  namesTotal: Schema.Boolean,
  limit: Schema.Literals([50, 50, 20, 3]),
  cap: Schema.Literals([50, 50, 30])
}
type Schedule = { readonly [Member in keyof typeof schedule]: (typeof schedule)[Member]["Type"] }

/** A list with a fault at some of its requests, the first one aside, and what is left of the records it began with. */
const faultyList = (
  { cap, count, namesTotal, order }: Schedule,
  faultAt: (n: number) => Fault | undefined
): { readonly answer: Answer; readonly mustCome: () => ReadonlyArray<string> } => {
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
  const answer: Answer = (url, n) => {
    const fault = n === 0 ? undefined : faultAt(n)
    served = bend(fault ?? { kind: "early", size: 0 }, url)
    return pageOfIds(served, namesTotal ? { "records-total": all.length } : undefined)
  }
  return { answer, mustCome: () => first.filter((id) => all.includes(id)) }
}

/** Each record that was there all the time, once and in order; others may come if they were there for a time. */
const assertWhole = (ids: ReadonlyArray<string>, mustCome: ReadonlyArray<string>) => {
  assert.strictEqual(new Set(ids).size, ids.length, "each record once")
  const required = new Set(mustCome)
  assert.deepStrictEqual(
    ids.filter((id) => required.has(id)),
    mustCome
  )
}

describe("walk of a list that moves", () => {
  it.effect("drops records that overlapping pages repeat, counts them, and loses none behind them", () =>
    Effect.gen(function* () {
      const all = numbered(190)
      const overlapping =
        (isEarly: (n: number) => boolean): Answer =>
        (url, n) => {
          const start = Math.max(0, offsetOf(url) - (isEarly(n) ? 1 : 0))
          return pageOfIds(all.slice(start, start + 50))
        }
      for (const isEarly of [() => true, (n: number) => n === 1, (n: number) => n % 2 === 1]) {
        const { ids, report } = yield* walked(overlapping(isEarly))
        assert.deepStrictEqual(ids, all)
        assert.isAbove(report?.duplicates ?? 0, 0)
      }
    })
  )

  it.effect("loses none behind a record that is twice in a page", () =>
    Effect.gen(function* () {
      const all = numbered(120)
      const { ids, report } = yield* walked((url, n) => {
        const page = all.slice(offsetOf(url), offsetOf(url) + 50)
        return pageOfIds(n === 1 ? [...page.slice(0, 1), ...page] : page)
      })
      assert.deepStrictEqual(ids, all)
      assert.strictEqual(report?.duplicates, 1)
    })
  )

  it.effect("counts what new records push down, and does not chase them", () =>
    Effect.gen(function* () {
      const before = numbered(120)
      const after = ["new-1", "new-2", ...before]
      const named = yield* walked((url, n) => listOf(n === 0 ? before : after)(url, n))
      assert.deepStrictEqual(named.ids, before)
      assert.deepStrictEqual(named.offsets, [0, 49, 98, 121, 122])
      assert.strictEqual(named.report?.duplicates, 2)
      const unnamed = yield* walked((url, n) => pageOfList(n === 0 ? before : after, url))
      assert.deepStrictEqual(unnamed.ids, before)
      assert.strictEqual(unnamed.report?.duplicates, 2)
    })
  )

  it.effect("goes on where new records push all that was read beyond the next pages", () =>
    Effect.gen(function* () {
      const before = numbered(400)
      for (const count of [180, 11_000]) {
        const arrivals = Array.from({ length: count }, (_, index) => `new-${index}`)
        for (const arrivesAt of [1, 2, 4]) {
          const { ids } = yield* walked((url, n) => listOf(n < arrivesAt ? before : [...arrivals, ...before])(url, n))
          assert.deepStrictEqual(ids, before)
        }
      }
    })
  )

  it.effect("hands on nothing that stands before its first record when it goes back there", () =>
    Effect.gen(function* () {
      const before = numbered(120)
      const after = ["new-1", ...before.slice(49, 115)]
      const { ids, offsets } = yield* walked((url, n) => listOf(n === 0 ? before : after)(url, n))
      assert.deepStrictEqual(offsets.slice(0, 3), [0, 49, 0])
      assert.deepStrictEqual(ids, before.slice(0, 115))
    })
  )

  it.effect("takes the records that arrive at the end of a list, without losing any to a page that begins early", () =>
    Effect.gen(function* () {
      const before = numbered(180)
      for (const early of [0, 1, 2]) {
        const { ids } = yield* walked((url, n) => {
          const all = [...before, ...Array.from({ length: Math.min(n, 3) }, (_, index) => `new-${index}`)]
          return pageOfList(all, url, { "records-total": all.length }, n % 2 === 1 ? early : 0)
        })
        assert.deepStrictEqual(ids, [...before, "new-0", "new-1", "new-2"])
      }
    })
  )

  it.effect("loses none where every page begins early and a record arrives before each", () =>
    Effect.gen(function* () {
      const before = numbered(230)
      for (const total of [true, false]) {
        const { ids } = yield* walked((url, n) => {
          const all = [...Array.from({ length: n }, (_, index) => `new-${n - index}`), ...before]
          return pageOfList(all, url, total ? { "records-total": all.length } : undefined, 1)
        })
        assert.deepStrictEqual(ids, before)
      }
    })
  )

  it.effect("goes back by as much as the claimed total fell", () =>
    Effect.gen(function* () {
      const before = numbered(120)
      const after = before.slice(5)
      const { ids, offsets } = yield* walked((url, n) => listOf(n === 0 ? before : after)(url, n))
      assert.deepStrictEqual(ids, before)
      assert.deepStrictEqual(offsets.slice(0, 3), [0, 49, 44])
    })
  )

  it.effect("loses none where the claimed total falls and the list does not", () =>
    Effect.gen(function* () {
      const all = numbered(500)
      for (const claim of [(n: number) => 500 - n, (n: number) => (n < 3 ? 500 : 10), (n: number) => 500 - (n % 2)]) {
        const { ids, failure } = yield* walked((url, n) => pageOfList(all, url, { "records-total": claim(n) }))
        assert.strictEqual(failure, undefined)
        assert.deepStrictEqual(ids, all)
      }
    })
  )

  it.effect("ends where all that was not read is gone", () =>
    Effect.gen(function* () {
      for (const left of [0, 5]) {
        const { ids, failure, report } = yield* walked((url, n) =>
          listOf(numbered(120).slice(0, n === 0 ? 120 : left))(url, n)
        )
        assert.strictEqual(failure, undefined)
        assert.deepStrictEqual(ids, numbered(50))
        assert.deepStrictEqual(report?.claimedTotal, Option.some(left))
        assert.deepStrictEqual(report?.agrees, Option.some(false))
      }
    })
  )

  it.effect("stops where the list jumps back and forth without end", () =>
    Effect.gen(function* () {
      const all = numbered(5000)
      const { failure, offsets } = yield* walked((_, n) =>
        pageOfIds(n === 0 ? all.slice(0, 50) : Array.from({ length: 50 }, (_, index) => `stranger-${n}-${index}`), {
          "records-total": 5000 - n * 7
        })
      )
      assert.strictEqual(failure, "WalkStalled")
      assert.strictEqual(offsets.length, 4)
    })
  )

  it.effect("stops at the third page in a row that brings nothing new", () =>
    Effect.gen(function* () {
      const { failure, ids, offsets } = yield* walked(() => pageOfIds(numbered(50)))
      assert.strictEqual(failure, "WalkStalled")
      assert.deepStrictEqual(ids, numbered(50))
      assert.deepStrictEqual(offsets, [0, 49, 49, 98])
    })
  )

  it.effect("loses nothing where a page is served again in place of the next one", () =>
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
          const { ids, failure } = yield* walked((url, n) =>
            n === again ? pageOfIds(all.slice(50 * (n - 1), 50 * n), meta) : pageOfList(all, url, meta)
          )
          assert.strictEqual(failure, undefined)
          assert.deepStrictEqual(ids, all)
        }
      }
    })
  )

  it.effect("ends after a list of one or two records, though a page that confirms its end begins early", () =>
    Effect.gen(function* () {
      const cases = [
        [1, [1, 2]],
        [2, [1]],
        [2, [2]]
      ] as const
      for (const [count, earlyAt] of cases) {
        const { failure, ids } = yield* walked((url, n) =>
          pageOfList(numbered(count), url, undefined, earlyAt.some((at) => at === n) ? 2 : 0)
        )
        assert.strictEqual(failure, undefined)
        assert.deepStrictEqual(ids, numbered(count))
      }
    })
  )

  it.effect("takes no empty page for the end where it cannot be it", () =>
    Effect.gen(function* () {
      const all = numbered(90)
      const { ids } = yield* walked((url, n) => {
        if (n === 1) return pageOfIds(all.slice(0, 50))
        return offsetOf(url) >= 90 ? pageOfIds([]) : pageOfList(all, url)
      })
      assert.deepStrictEqual(ids, all)
    })
  )

  it.effect("does not take a page for short because another one had a record twice", () =>
    Effect.gen(function* () {
      const all = numbered(120)
      const { ids } = yield* walked((url, n) => {
        const page = all.slice(offsetOf(url), offsetOf(url) + 50)
        return pageOfIds(n === 0 ? [...page.slice(0, 1), ...page] : page, { "records-total": 99 })
      })
      assert.deepStrictEqual(ids, all)
    })
  )

  it.effect.prop(
    "ends with every record, with an error, or with a report that disagrees with the total, whatever goes wrong",
    { ...schedule, faults: Schema.Array(Schema.NullOr(Passing)).check(Schema.isMaxLength(12)) },
    ({ faults, ...how }) =>
      Effect.gen(function* () {
        const { answer, mustCome } = faultyList({ ...how, namesTotal: true }, (n) => faults[n - 1] ?? undefined)
        const { failure, ids, report } = yield* walked(answer, ComplaintQuery.default.withLimit(how.limit))
        if (failure !== undefined) assert.strictEqual(failure, "WalkStalled")
        else if (!Option.contains(report?.agrees ?? Option.none(), false)) assertWhole(ids, mustCome())
      }),
    { arbitrary: { runs: 50 } }
  )

  it.effect.prop(
    "ends with every record if one page goes wrong",
    {
      ...schedule,
      kind: Schema.Literals(["early", "double", "again", "short", "empty"]),
      size: between(1, 50),
      at: between(1, 8)
    },
    ({ at, kind, size, ...how }) =>
      Effect.gen(function* () {
        const { answer, mustCome } = faultyList(how, (n) => (n === at ? { kind, size } : undefined))
        const { failure, ids } = yield* walked(answer, ComplaintQuery.default.withLimit(how.limit))
        assert.strictEqual(failure, undefined)
        assert.deepStrictEqual(ids, mustCome())
      }),
    { arbitrary: { runs: 50 } }
  )

  it.effect.prop(
    "ends with every record that stays, or stalls, if records vanish, whether a total is reported or not",
    { ...schedule, size: between(1, 40), at: between(1, 8) },
    ({ at, size, ...how }) =>
      Effect.gen(function* () {
        const { answer, mustCome } = faultyList(how, (n) => (n === at ? { kind: "gone", size } : undefined))
        const { failure, ids } = yield* walked(answer, ComplaintQuery.default.withLimit(how.limit))
        if (failure === undefined) assertWhole(ids, mustCome())
        else assert.strictEqual(failure, "WalkStalled")
      }),
    { arbitrary: { runs: 50 } }
  )
})
