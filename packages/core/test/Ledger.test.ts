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
    while (ledger.timeOf(1, now) > now) {
      now = Math.min(ledger.timeOf(1, now), ...underWay)
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
      const forecast = Math.max(now, ledger.timeOf(more * 2, now))
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
    ledger.learn({ limit: 999_999_999_999_999, remaining: 5 }, 0, 0)
    assert.strictEqual(ledger.timeOf(6, 0), budgetWindowMillis)
    ledger.learnRefusal(999_999_999_999_999, minute, 0)
    assert.isAtLeast(ledger.timeOf(6, 0), minute)
  })

  it("keeps what happened in the last hour, and no more", () => {
    const ledger = new Ledger(Number.POSITIVE_INFINITY)
    for (let now = 0; now < 3 * budgetWindowMillis; now += 1000) {
      ledger.timeOf(1, now)
      ledger.begin()
      ledger.end(now)
    }
    ledger.timeOf(1, 3 * budgetWindowMillis)
    assert.strictEqual(ledger.ownRequests, 3599)
  })

  it("believes no count of an answer to a request that is older than what it learned since", () => {
    const learnedAt = 2 * minute
    const ledgerThatLearned = (begunAt: number): Ledger => {
      const ledger = new Ledger(10)
      ledger.learn({ limit: 10, remaining: 5 }, minute, learnedAt)
      ledger.learn({ limit: 10, remaining: 9 }, begunAt, 3 * minute)
      return ledger
    }
    assert.isAbove(ledgerThatLearned(learnedAt - 1).timeOf(6, 3 * minute), 3 * minute)
    assert.strictEqual(ledgerThatLearned(learnedAt).timeOf(6, 3 * minute), 0)
  })

  it("holds against others after a refusal what neither it nor a request under way explains", () => {
    const ledger = new Ledger(100)
    for (let n = 0; n < 3; n++) ledger.begin()
    ledger.end(0)
    ledger.end(0)
    ledger.learn({ limit: 5, remaining: 2 }, 0, minute)
    assert.strictEqual(ledger.timeOf(2, minute), 0)
    ledger.learnRefusal(5, 30 * minute, 10 * minute)
    const times = [1, 2, 3].map((requests) => ledger.timeOf(requests, 10 * minute) / minute)
    assert.deepStrictEqual(times, [30, 50, 60])
  })
})
