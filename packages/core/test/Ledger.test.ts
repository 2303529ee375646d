import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { budgetWindowMillis, Ledger } from "../src/budget/Ledger.ts"

const minute = 60_000

/** A request: its delay after the previous one, its duration, and when the service counts it. */
const TestRequest = Schema.Struct({
  after: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 * minute })),
  takes: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 * minute })),
  countedAt: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
})
const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6 }))

/** Sends requests as early as the ledger permits. Returns the times at which the service counts them. */
const countedTimes = (ledger: Ledger, requests: ReadonlyArray<typeof TestRequest.Type>): ReadonlyArray<number> => {
  const counted: Array<number> = []
  let underWay: Array<number> = []
  let now = 0
  const endThoseUntil = (time: number) => {
    for (const end of underWay.filter((at) => at <= time).toSorted((left, right) => left - right)) ledger.end(end)
    underWay = underWay.filter((at) => at > time)
  }
  for (const { after, takes, countedAt } of requests) {
    now += after
    endThoseUntil(now)
    // A request in flight may end while another is waiting, and then counts from its end.
    while (ledger.availableAt(1, now) > now) {
      now = Math.min(ledger.availableAt(1, now), ...underWay)
      endThoseUntil(now)
    }
    ledger.begin(now)
    underWay.push(now + takes)
    counted.push(now + takes * countedAt)
  }
  return counted
}

const maxInAnyHour = (times: ReadonlyArray<number>): number =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + budgetWindowMillis).length))

/** Returns the times from which the requests in a ledger count, in order. A request in flight counts from now. */
const countedAt = (ledger: Ledger, now: number, limit = 10): ReadonlyArray<number> =>
  Array.from({ length: limit }, (_, n) => ledger.availableAt(n + 1, now))
    .filter((time) => time > now)
    .map((time) => time - budgetWindowMillis)

describe("Ledger", () => {
  it.prop(
    "never exceeds the limit in any hour, whenever the service counts the requests",
    { limit: Limit, requests: Schema.Array(TestRequest).check(Schema.isMaxLength(60)) },
    ({ limit, requests }) => {
      assert.isAtMost(maxInAnyHour(countedTimes(new Ledger(limit), requests)), limit)
    }
  )

  it.prop(
    "predicts the time of the last of several requests",
    { limit: Limit, requests: Schema.Array(TestRequest).check(Schema.isMaxLength(10)), more: Limit },
    ({ limit, requests, more }) => {
      const ledger = new Ledger(limit)
      const atOnce = requests.map(({ after }) => ({ after, takes: 0, countedAt: 0 }))
      const [now = 0] = countedTimes(ledger, atOnce).slice(-1)
      ledger.end(now)
      const forecast = Math.max(now, ledger.availableAt(more * 2, now))
      const next = Array.from({ length: more * 2 }, () => ({ after: 0, takes: 0, countedAt: 0 }))
      const later = new Ledger(limit)
      const all = countedTimes(later, [...atOnce, ...next])
      assert.strictEqual(all.at(-1), forecast)
    }
  )

  it("handles an extremely large limit without extra work", () => {
    const ledger = new Ledger(Number.POSITIVE_INFINITY)
    ledger.begin(0)
    ledger.end(0)
    ledger.applyServiceCount({ limit: 999_999_999_999_999, remaining: 5 }, 0, 0)
    assert.strictEqual(ledger.availableAt(6, 0), budgetWindowMillis)
    ledger.applyRefusal(999_999_999_999_999, minute, 0)
    assert.isAtLeast(ledger.availableAt(6, 0), minute)
  })

  it("remembers only the requests of the last hour", () => {
    const ledger = new Ledger(Number.POSITIVE_INFINITY)
    for (let now = 0; now < 3 * budgetWindowMillis; now += 1000) {
      ledger.availableAt(1, now)
      ledger.begin(0)
      ledger.end(now)
    }
    ledger.availableAt(1, 3 * budgetWindowMillis)
    assert.strictEqual(ledger.ownRequests, 3599)
  })

  it("ignores a lower count in the response to a request older than the known count", () => {
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

  it("ignores a lower count in the response to a request older than the latest addition to the count", () => {
    const availableAfter = (begunAt: number): number => {
      const ledger = new Ledger(10)
      ledger.applyServiceCount({ limit: 10, remaining: 8 }, minute, minute)
      ledger.applyServiceCount({ limit: 10, remaining: 5 }, 2 * minute, 2 * minute)
      ledger.applyServiceCount({ limit: 10, remaining: 9 }, begunAt, 3 * minute)
      return ledger.availableAt(6, 3 * minute)
    }
    assert.deepStrictEqual([availableAfter(2 * minute - 1), availableAfter(2 * minute)], [61 * minute, 0])
  })

  it("ignores a lower count in the response to a request older than a refusal", () => {
    const refusedAt = 2 * minute
    const availableAfter = (begunAt: number): number => {
      const ledger = new Ledger(10)
      ledger.applyRefusal(10, 30 * minute, refusedAt)
      ledger.applyServiceCount({ limit: 10, remaining: 9 }, begunAt, 3 * minute)
      return ledger.availableAt(1, 3 * minute)
    }
    assert.deepStrictEqual([availableAfter(refusedAt - 1), availableAfter(refusedAt)], [30 * minute, 0])
  })

  it("attributes unexplained requests to other clients after a refusal", () => {
    const ledger = new Ledger(100)
    for (let n = 0; n < 3; n++) ledger.begin(0)
    ledger.end(0)
    ledger.end(0)
    ledger.applyServiceCount({ limit: 5, remaining: 2 }, 0, minute)
    assert.strictEqual(ledger.availableAt(2, minute), 0)
    ledger.applyRefusal(5, 30 * minute, 10 * minute)
    const times = [1, 2, 3].map((requests) => ledger.availableAt(requests, 10 * minute) / minute)
    assert.deepStrictEqual(times, [30, 50, 60])
  })

  it("spreads the requests of other clients over the hour before the refusal ends, at up to 1,000 times", () => {
    const ledger = new Ledger(2000)
    ledger.applyRefusal(2000, 30 * minute, 0)
    const times = [1, 2, 3, 1999, 2000].map((requests) => ledger.availableAt(requests, 0) / minute)
    assert.deepStrictEqual(times, [30, 30, 30.03, 59.97, 59.97])
    assert.isAbove(ledger.availableAt(2001, 0), budgetWindowMillis)
  })

  it("includes known requests of other clients in a refusal, and forgets all in order of time", () => {
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

  it("forgets the one request that a refusal adds before newer ones", () => {
    const ledger = new Ledger(3)
    ledger.applyServiceCount({ limit: 3, remaining: 1 }, 10 * minute, 10 * minute)
    ledger.applyRefusal(3, 30 * minute, 20 * minute)
    assert.deepStrictEqual(countedAt(ledger, 20 * minute, 3), [-30 * minute, 10 * minute, 10 * minute])
    assert.strictEqual(ledger.availableAt(1, 65 * minute), 0)
    assert.deepStrictEqual(countedAt(ledger, 65 * minute, 3), [10 * minute, 10 * minute])
  })

  it("attributes no requests to other clients if its own count explains the refusal", () => {
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

  it("does not explain a refusal by requests older than an hour", () => {
    const ledger = new Ledger(2)
    ledger.begin(0)
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
  ] as const)("removes the oldest requests of other clients if the service counts %i", (used, minutes) => {
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

  it("does not attribute a request in flight to other clients, whether it is counted or not", () => {
    for (const remaining of [8, 7]) {
      const ledger = new Ledger(10)
      ledger.applyServiceCount({ limit: 10, remaining: 8 }, minute, minute)
      ledger.begin(0)
      ledger.applyServiceCount({ limit: 10, remaining }, minute, 2 * minute)
      assert.deepStrictEqual(countedAt(ledger, 2 * minute), [minute, minute, 2 * minute])
    }
  })

  it("permits one request per hour if the service reports a limit of 0 or 1", () => {
    for (const limit of [0, 1]) {
      const limited = new Ledger(10)
      limited.applyServiceCount({ limit, remaining: limit }, 0, 0)
      assert.deepStrictEqual([limited.availableAt(1, 0), limited.availableAt(2, 0)], [0, budgetWindowMillis])
      const refused = new Ledger(10)
      refused.applyRefusal(limit, minute, 0)
      assert.deepStrictEqual(
        [refused.availableAt(1, 0), refused.availableAt(2, 0)],
        [minute, budgetWindowMillis + minute]
      )
    }
  })

  it("does not match requests older than an hour with the service's count", () => {
    const ledger = new Ledger(2)
    ledger.begin(0)
    ledger.end(0)
    ledger.applyServiceCount({ limit: 2, remaining: 1 }, budgetWindowMillis, budgetWindowMillis)
    assert.deepStrictEqual(countedAt(ledger, budgetWindowMillis, 2), [budgetWindowMillis])
  })

  it("accepts a lower count after a response that changed nothing", () => {
    const ledger = new Ledger(10)
    ledger.applyServiceCount({ limit: 10, remaining: 5 }, minute, minute)
    ledger.applyServiceCount({ limit: 10, remaining: 5 }, minute, 2 * minute)
    ledger.applyServiceCount({ limit: 10, remaining: 9 }, minute, 3 * minute)
    assert.deepStrictEqual(countedAt(ledger, 3 * minute), [minute])
  })
})
