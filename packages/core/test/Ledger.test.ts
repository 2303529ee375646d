import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { budgetWindowMillis, Ledger } from "../src/budget/Ledger.ts"

const minute = 60_000

/** Somebody who makes requests: how long after the last one, how long it takes, and when on its way the service counts it. */
const Asked = Schema.Struct({
  after: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 * minute })),
  takes: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 * minute })),
  countedAt: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
})
const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6 }))

/** Requests as early as the ledger lets them, several under way at a time; gives when the service counted each. */
const countedTimes = (ledger: Ledger, asked: ReadonlyArray<typeof Asked.Type>): ReadonlyArray<number> => {
  const counted: Array<number> = []
  let underWay: Array<number> = []
  let now = 0
  const endThoseUntil = (time: number) => {
    for (const end of underWay.filter((at) => at <= time).toSorted((left, right) => left - right)) ledger.end(end)
    underWay = underWay.filter((at) => at > time)
  }
  for (const { after, takes, countedAt } of asked) {
    now += after
    endThoseUntil(now)
    // A request under way may end while another waits, and then counts from its end.
    while (ledger.availableAt(1, now) > now) {
      now = Math.min(ledger.availableAt(1, now), ...underWay)
      endThoseUntil(now)
    }
    ledger.begin()
    underWay.push(now + takes)
    counted.push(now + takes * countedAt)
  }
  return counted
}

const mostInAnyHour = (times: ReadonlyArray<number>): number =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + budgetWindowMillis).length))

/** From when each request counts that takes one of the places of a ledger, in rising order; one under way from now on. */
const countedAt = (ledger: Ledger, now: number, limit = 10): ReadonlyArray<number> =>
  Array.from({ length: limit }, (_, n) => ledger.availableAt(n + 1, now))
    .filter((time) => time > now)
    .map((time) => time - budgetWindowMillis)

describe("Ledger", () => {
  it.prop(
    "never lets more requests be counted in any hour than the limit, whenever on their way the service counts them",
    { limit: Limit, asked: Schema.Array(Asked).check(Schema.isMaxLength(60)) },
    ({ limit, asked }) => {
      assert.isAtMost(mostInAnyHour(countedTimes(new Ledger(limit), asked)), limit)
    }
  )

  it.prop(
    "forecasts the time of the last of so many requests as it then comes",
    { limit: Limit, asked: Schema.Array(Asked).check(Schema.isMaxLength(10)), more: Limit },
    ({ limit, asked, more }) => {
      const ledger = new Ledger(limit)
      const atOnce = asked.map(({ after }) => ({ after, takes: 0, countedAt: 0 }))
      const [now = 0] = countedTimes(ledger, atOnce).slice(-1)
      ledger.end(now)
      const forecast = Math.max(now, ledger.availableAt(more * 2, now))
      const next = Array.from({ length: more * 2 }, () => ({ after: 0, takes: 0, countedAt: 0 }))
      const later = new Ledger(limit)
      const all = countedTimes(later, [...atOnce, ...next])
      assert.strictEqual(all.at(-1), forecast)
    }
  )

  it("costs nothing where a service names a limit beyond all measure", () => {
    const ledger = new Ledger(Number.POSITIVE_INFINITY)
    ledger.begin()
    ledger.end(0)
    ledger.applyServiceCount({ limit: 999_999_999_999_999, remaining: 5 }, 0, 0)
    assert.strictEqual(ledger.availableAt(6, 0), budgetWindowMillis)
    ledger.applyRefusal(999_999_999_999_999, minute, 0)
    assert.isAtLeast(ledger.availableAt(6, 0), minute)
  })

  it("keeps what happened in the last hour, and no more", () => {
    const ledger = new Ledger(Number.POSITIVE_INFINITY)
    for (let now = 0; now < 3 * budgetWindowMillis; now += 1000) {
      ledger.availableAt(1, now)
      ledger.begin()
      ledger.end(now)
    }
    ledger.availableAt(1, 3 * budgetWindowMillis)
    assert.strictEqual(ledger.ownRequests, 3599)
  })

  it("believes no count of an answer to a request that is older than what it learned since", () => {
    const learnedAt = 2 * minute
    const ledgerThatLearned = (begunAt: number): Ledger => {
      const ledger = new Ledger(10)
      ledger.applyServiceCount({ limit: 10, remaining: 5 }, minute, learnedAt)
      ledger.applyServiceCount({ limit: 10, remaining: 9 }, begunAt, 3 * minute)
      return ledger
    }
    assert.isAbove(ledgerThatLearned(learnedAt - 1).availableAt(6, 3 * minute), 3 * minute)
    assert.strictEqual(ledgerThatLearned(learnedAt).availableAt(6, 3 * minute), 0)
  })

  it("holds against others after a refusal what neither it nor a request under way explains", () => {
    const ledger = new Ledger(100)
    for (let n = 0; n < 3; n++) ledger.begin()
    ledger.end(0)
    ledger.end(0)
    ledger.applyServiceCount({ limit: 5, remaining: 2 }, 0, minute)
    assert.strictEqual(ledger.availableAt(2, minute), 0)
    ledger.applyRefusal(5, 30 * minute, 10 * minute)
    const times = [1, 2, 3].map((requests) => ledger.availableAt(requests, 10 * minute) / minute)
    assert.deepStrictEqual(times, [30, 50, 60])
  })

  it("spreads what it holds against others over the hour before the return, a thousand times at most", () => {
    const ledger = new Ledger(2000)
    ledger.applyRefusal(2000, 30 * minute, 0)
    const times = [1, 2, 3, 1999, 2000].map((requests) => ledger.availableAt(requests, 0) / minute)
    assert.deepStrictEqual(times, [30, 30, 30.03, 59.97, 59.97])
    assert.isAbove(ledger.availableAt(2001, 0), budgetWindowMillis)
  })

  it("counts what it learned of others before towards a refusal, and forgets both in the order of their times", () => {
    const ledger = new Ledger(10)
    ledger.applyServiceCount({ limit: 10, remaining: 8 }, 10 * minute, 10 * minute)
    ledger.applyRefusal(10, 30 * minute, 20 * minute)
    const before = [-30, -23.75, -17.5, -11.25, -5, 1.25, 7.5, 10, 10, 13.75]
    assert.deepStrictEqual(
      countedAt(ledger, 20 * minute),
      before.map((at) => at * minute)
    )
    assert.strictEqual(ledger.availableAt(6, 65 * minute), 0)
    assert.deepStrictEqual(
      countedAt(ledger, 65 * minute),
      [7.5, 10, 10, 13.75].map((at) => at * minute)
    )
  })

  it("forgets a single one that a refusal tells of, though it is older than what was learned before", () => {
    const ledger = new Ledger(3)
    ledger.applyServiceCount({ limit: 3, remaining: 1 }, 10 * minute, 10 * minute)
    ledger.applyRefusal(3, 30 * minute, 20 * minute)
    assert.deepStrictEqual(countedAt(ledger, 20 * minute, 3), [-30 * minute, 10 * minute, 10 * minute])
    assert.strictEqual(ledger.availableAt(1, 65 * minute), 0)
    assert.deepStrictEqual(countedAt(ledger, 65 * minute, 3), [10 * minute, 10 * minute])
  })

  it("holds nothing against others where a refusal has its reason in what is counted, and learns nothing from it", () => {
    const ledger = new Ledger(10)
    ledger.applyServiceCount({ limit: 10, remaining: 0 }, minute, minute)
    ledger.applyRefusal(10, 70 * minute, 2 * minute)
    assert.deepStrictEqual(
      countedAt(ledger, 2 * minute),
      Array.from({ length: 10 }, () => minute)
    )
    ledger.applyServiceCount({ limit: 10, remaining: 10 }, minute, 3 * minute)
    assert.deepStrictEqual(countedAt(ledger, 3 * minute), [])
  })

  it("takes no request for the reason of a refusal that left the hour", () => {
    const ledger = new Ledger(2)
    ledger.begin()
    ledger.end(0)
    ledger.applyServiceCount({ limit: 2, remaining: 0 }, 0, 0)
    ledger.applyRefusal(2, budgetWindowMillis + 30 * minute, budgetWindowMillis)
    assert.deepStrictEqual(countedAt(ledger, budgetWindowMillis, 2), [30 * minute, 45 * minute])
  })

  it.each([
    [7, [1, 1, 2, 2, 2, 3, 4]],
    [6, [1, 1, 2, 2, 2, 3]],
    [5, [1, 2, 2, 2, 3]],
    [4, [2, 2, 2, 3]],
    [3, [2, 2, 3]],
    [1, [3]],
    [0, []]
  ] as const)("takes back the oldest that it held against others where the service counts %i", (used, minutes) => {
    const ledger = new Ledger(10)
    for (const [at, remaining] of [
      [1, 8],
      [2, 5],
      [3, 4]
    ] as const) {
      ledger.applyServiceCount({ limit: 10, remaining }, at * minute, at * minute)
    }
    ledger.applyServiceCount({ limit: 10, remaining: 10 - used }, 3 * minute, 4 * minute)
    assert.deepStrictEqual(
      countedAt(ledger, 4 * minute),
      minutes.map((at) => at * minute)
    )
  })

  it("holds a request under way against nobody, whether the service counts it already or not", () => {
    for (const remaining of [8, 7]) {
      const ledger = new Ledger(10)
      ledger.applyServiceCount({ limit: 10, remaining: 8 }, minute, minute)
      ledger.begin()
      ledger.applyServiceCount({ limit: 10, remaining }, minute, 2 * minute)
      assert.deepStrictEqual(countedAt(ledger, 2 * minute), [minute, minute, 2 * minute])
    }
  })

  it("lets one request through an hour where the service names no larger limit", () => {
    for (const limit of [0, 1]) {
      const told = new Ledger(10)
      told.applyServiceCount({ limit, remaining: limit }, 0, 0)
      assert.deepStrictEqual([told.availableAt(1, 0), told.availableAt(2, 0)], [0, budgetWindowMillis])
      const refused = new Ledger(10)
      refused.applyRefusal(limit, minute, 0)
      assert.deepStrictEqual(
        [refused.availableAt(1, 0), refused.availableAt(2, 0)],
        [minute, budgetWindowMillis + minute]
      )
    }
  })

  it("takes no request that left the hour for one that the service counts", () => {
    const ledger = new Ledger(2)
    ledger.begin()
    ledger.end(0)
    ledger.applyServiceCount({ limit: 2, remaining: 1 }, budgetWindowMillis, budgetWindowMillis)
    assert.deepStrictEqual(countedAt(ledger, budgetWindowMillis, 2), [budgetWindowMillis])
  })

  it("goes on believing answers to requests from before where one told nothing new", () => {
    const ledger = new Ledger(10)
    ledger.applyServiceCount({ limit: 10, remaining: 5 }, minute, minute)
    ledger.applyServiceCount({ limit: 10, remaining: 5 }, minute, 2 * minute)
    ledger.applyServiceCount({ limit: 10, remaining: 9 }, minute, 3 * minute)
    assert.deepStrictEqual(countedAt(ledger, 3 * minute), [minute])
  })
})
