import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { ComplaintQuery } from "../src/index.ts"
import { type Respond, pageOfIds } from "./FakeService.ts"
import {
  arrivals,
  changing,
  collectWalk,
  limitOf,
  numbered,
  offsetOf,
  outcomeOf,
  pageIds,
  pageOfList,
  type Walk,
  withoutTotal
} from "./collectWalk.ts"

const walks: ReadonlyArray<Walk> = [
  [
    "five records removed",
    50,
    changing((n) => numbered(120).slice(n === 0 ? 0 : 5)),
    "0+50 49+50 44+50 93+50 114+50 113+50: 120 records, 0 again, disagrees"
  ],
  [
    "all records removed",
    50,
    changing((n) => numbered(n === 0 ? 120 : 0)),
    "0+50 49+50 0+50: 50 records, 0 again, disagrees"
  ],
  [
    "11,000 arrivals",
    50,
    changing((n) => [...arrivals(n < 2 ? 0 : 11_000), ...numbered(400)]),
    "0+50 49+50 98+50 11098+50 11147+50 11196+50 11245+50 11294+50 11343+50 11392+50 11399+50 11398+50: 400 records, 0 again, disagrees"
  ],
  [
    "an arrival, and everything before the second page removed",
    50,
    changing((n) => (n === 0 ? numbered(120) : ["new-1", ...numbered(120).slice(49, 115)])),
    "0+50 49+50 0+50 49+50 66+50 65+50: 115 records, 0 again, disagrees"
  ],
  [
    "an arrival before each page, and every page early",
    50,
    (url, n) => pageOfList([...arrivals(n), ...numbered(230)], url, undefined, 1),
    "0+50 49+50 96+50 144+50 192+50 233+50 233+50: 230 records, 7 again"
  ],
  [
    "other records on every page",
    50,
    (_, n) =>
      pageOfIds(n === 0 ? numbered(50) : arrivals(50).map((id) => `${id}-${n}`), { "records-total": 5000 - 7 * n }),
    "0+50 49+50 42+50 0+50: 50 records, 0 again, WalkStalled"
  ],
  [
    "three records removed, and a total that grows by 100",
    20,
    (url, n) => pageOfList(numbered(90).slice(n < 2 ? 0 : 3), url, { "records-total": n < 2 ? 90 : 190 }),
    "0+20 19+21 39+21 139+21 0+50 49+21 69+21 86+21 85+50: 90 records, 0 again, disagrees"
  ],
  [
    "an arrival before the end is confirmed, one record per page",
    1,
    withoutTotal((n) => [...arrivals(n < 3 ? 0 : 1), ...numbered(3)]),
    "0+1 0+2 1+2 2+2 2+2 1+50: 3 records, 2 again"
  ],
  [
    "small pages, and three records removed",
    50,
    (url, n) => pageOfIds(pageIds(numbered(150).slice(n < 3 ? 0 : 3), url).slice(0, 30)),
    "0+50 29+50 58+50 87+50 38+50 67+50 79+50 108+50 137+50 146+50 145+50: 150 records, 17 again"
  ],
  [
    "a page of arrivals before the end is confirmed",
    50,
    withoutTotal((n) => [...arrivals(n < 3 ? 0 : 48), ...numbered(60)]),
    "0+50 49+50 59+50 58+50 59+50: 60 records, 48 again"
  ],
  [
    "more than a page of arrivals before the end is confirmed",
    50,
    withoutTotal((n) => [...arrivals(n < 3 ? 0 : 49), ...numbered(60)]),
    "0+50 49+50 59+50 58+50 107+50 60+50: 60 records, 49 again"
  ],
  [
    "as many arrivals as records after the only page",
    50,
    withoutTotal((n) => [...arrivals(n < 1 ? 0 : 3), ...numbered(3)]),
    "0+50 2+50 1+50: 3 records, 2 again"
  ],
  [
    "three records removed before the end is confirmed",
    20,
    (url, n) => pageOfList(numbered(50).slice(n < 4 ? 0 : 3), url),
    "0+20 19+21 39+21 49+21 48+50 49+21 0+50 45+50: 50 records, 0 again"
  ],
  [
    "60 records removed, then an arrival",
    20,
    changing((n) => (n < 3 ? numbered(130) : [...arrivals(n > 5 ? 1 : 0), ...numbered(130).slice(60)])),
    "0+20 19+21 39+21 59+21 0+50 0+50: 60 records, 0 again, WalkStalled"
  ],
  [
    "an arrival before each page",
    20,
    changing((n) => [...arrivals(n), ...numbered(90)]),
    "0+20 19+21 39+21 59+21 79+21 93+21 92+50: 90 records, 6 again, disagrees"
  ],
  [
    "30 arrivals, more than a page",
    20,
    changing((n) => [...arrivals(n < 3 ? 0 : 30), ...numbered(130)]),
    "0+20 19+21 39+21 59+21 89+21 109+21 129+21 149+21 159+21 158+50: 130 records, 20 again, disagrees"
  ],
  [
    "the rest removed",
    20,
    changing((n) => numbered(n < 2 ? 90 : 30)),
    "0+20 19+21 39+21 0+50 29+21: 40 records, 0 again, disagrees"
  ],
  [
    "three records removed before every other page",
    20,
    changing((n) => numbered(130).slice(3 * Math.floor(n / 2))),
    "0+20 19+21 39+21 36+24 59+21 56+24 79+21 76+24 99+21 96+24 117+21 114+24 113+50: 130 records, 0 again, disagrees"
  ],
  [
    "30 arrivals twice",
    20,
    changing((n) => [...arrivals(n < 3 ? 0 : n < 6 ? 30 : 60), ...numbered(170)]),
    "0+20 19+21 39+21 59+21 89+21 109+21 129+21 159+21 179+21 199+21 219+21 229+21 228+50: 170 records, 40 again, disagrees"
  ],
  [
    "40 arrivals, exactly two pages",
    20,
    withoutTotal((n) => [...arrivals(n < 3 ? 0 : 40), ...numbered(130)]),
    "0+20 19+21 39+21 59+21 79+21 58+50 107+21 127+21 147+21 167+21 169+21 168+50: 130 records, 40 again"
  ],
  [
    "five arrivals, of which the total counts one",
    20,
    (url, n) => pageOfList([...arrivals(n < 2 ? 0 : 5), ...numbered(90)], url, { "records-total": n < 2 ? 90 : 91 }),
    "0+20 19+21 39+21 55+25 79+21 94+21 93+50: 90 records, 5 again, disagrees"
  ],
  [
    "180 arrivals",
    50,
    changing((n) => [...arrivals(n < 2 ? 0 : 180), ...numbered(230)]),
    "0+50 49+50 98+50 278+50 327+50 376+50 409+50 408+50: 230 records, 0 again, disagrees"
  ],
  ["arrivals at the end", 20, changing((n) => numbered(50 + 3 * n)), "0+20 19+21 39+21: 56 records, 0 again, agrees"]
]

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

describe("a walk of a moving list", () => {
  for (const [what, limit, respond, expected] of walks) {
    it.effect(`finds its way: ${what}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* outcomeOf(respond, limit), expected)
      })
    )
  }

  it.effect.prop(
    "ends with every record, an error, or a report that disagrees with the total, for any faults",
    { ...schedule, faults: Schema.Array(Schema.NullOr(Passing)).check(Schema.isMaxLength(12)) },
    ({ faults, ...how }) =>
      Effect.gen(function* () {
        const { respond, expectedIds } = faultyList({ ...how, namesTotal: true }, (n) => faults[n - 1] ?? undefined)
        const { failure, ids, report } = yield* collectWalk(respond, { ...ComplaintQuery.default, limit: how.limit })
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
        const { failure, ids } = yield* collectWalk(respond, { ...ComplaintQuery.default, limit: how.limit })
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
        const { failure, ids } = yield* collectWalk(respond, { ...ComplaintQuery.default, limit: how.limit })
        if (failure === undefined) assertComplete(ids, expectedIds())
        else assert.strictEqual(failure, "WalkStalled")
      }),
    { arbitrary: { runs: 50 } }
  )
})
