import { assert, describe, it } from "@effect/vitest"
import { type PublicRecords } from "@public-records/core"
import { Guards, RedisGuards } from "@public-records/core/guards"
import { Clock, Duration, Effect, Fiber, Layer, Logger, Option } from "effect"
import { Redis } from "effect/persistence"
import { TestClock } from "effect/testing"
import { Journal } from "./Journal.ts"
import { allEntries, byTestClock, connected, countedRequests, redisServer } from "./RedisClient.ts"
import { patiently } from "./patiently.ts"
import { client, requestPage, service } from "./Service.ts"

const minute = 60_000

/** Requests pages one after another and returns the results. */
const requestPages = (records: PublicRecords["Service"], count: number) =>
  Effect.forEach(Array.from({ length: count }), () => requestPage(records))

describe("two processes with one key", () => {
  it.live("share one budget", () =>
    patiently(
      Effect.gen(function* () {
        const redis = yield* redisServer
        const records = yield* service()
        const first = yield* client(records, redis, { requestsPerHour: 3 })
        const second = yield* client(records, redis, { requestsPerHour: 3 })
        assert.deepStrictEqual(yield* requestPages(first, 2), ["succeeded", "succeeded"])
        assert.deepStrictEqual(yield* requestPages(second, 2), ["succeeded", "DeadlineExceeded"])
        assert.deepStrictEqual(yield* requestPages(first, 1), ["DeadlineExceeded"])
        assert.strictEqual((yield* second.quota.get).requestsThisHour, 3)
      })
    )
  )

  it.live("follow the smaller limit that the service reported to one of them", () =>
    patiently(
      Effect.gen(function* () {
        const redis = yield* redisServer
        const records = yield* service({ rateLimit: { limit: 2, window: "1 hour" } })
        const [first, second] = [yield* client(records, redis), yield* client(records, redis)]
        assert.deepStrictEqual(yield* requestPages(first, 1), ["succeeded"])
        assert.deepStrictEqual(yield* requestPages(second, 2), ["succeeded", "DeadlineExceeded"])
        assert.deepStrictEqual(records.statuses, [200, 200])
      })
    )
  )

  it.live("both pause after a 429 to one of them", () =>
    patiently(
      Effect.gen(function* () {
        const redis = yield* redisServer
        const refusal = { on: { requests: [1] }, do: "status", status: 429, retryAfter: 600 } as const
        const records = yield* service({ faults: { faults: [refusal] } })
        const [first, second] = [yield* client(records, redis), yield* client(records, redis)]
        assert.strictEqual(yield* requestPage(first, "2 minutes"), "RateLimited")
        assert.strictEqual(yield* requestPage(second, "2 minutes"), "RateLimited")
        assert.deepStrictEqual(records.statuses, [429])
        const until = Option.getOrElse((yield* first.quota.get).nextRequestAt, () => 0)
        assert.closeTo(until, Date.now() + 600_000, 5000)
      })
    )
  )

  it.live("both stop sending requests after the circuit breaker opens in one of them", () =>
    patiently(
      Effect.gen(function* () {
        const redis = yield* redisServer
        const records = yield* service({ faults: { faults: [{ do: "status", status: 503 }] } })
        const [first, second] = [yield* client(records, redis), yield* client(records, redis)]
        assert.deepStrictEqual(yield* requestPages(first, 5), Array.from({ length: 5 }).fill("Unavailable"))
        const before = records.statuses.length
        assert.deepStrictEqual(yield* requestPages(second, 1), ["CircuitOpen"])
        assert.strictEqual(records.statuses.length, before)
      })
    )
  )

  it.live("have separate budgets for different keys", () =>
    patiently(
      Effect.gen(function* () {
        const redis = yield* redisServer
        const records = yield* service({ apiKeys: ["one", "other"] })
        const one = yield* client(records, redis, { apiKey: "one", requestsPerHour: 1 })
        const other = yield* client(records, redis, { apiKey: "other", requestsPerHour: 1 })
        assert.deepStrictEqual(yield* requestPages(one, 2), ["succeeded", "DeadlineExceeded"])
        assert.deepStrictEqual(yield* requestPages(other, 2), ["succeeded", "DeadlineExceeded"])
      })
    )
  )
})

describe("the data in Redis", () => {
  it.live("expires", () =>
    patiently(
      Effect.gen(function* () {
        const redis = yield* redisServer
        const records = yield* service({ rateLimit: { limit: 5, window: "1 hour" } })
        yield* requestPages(yield* client(records, redis, { timeout: "10 seconds" }), 2)
        const entries = yield* Effect.provide(allEntries, connected(redis))
        assert.isAbove(entries.length, 2)
        for (const { name, millisToLive } of entries) {
          const shortest = name.includes("budget:") ? 3_600_000 : 0
          assert.match(name, /^public-records:(?:budget|breaker):/)
          assert.isTrue(millisToLive > shortest && millisToLive <= 3_610_000, `${name}: ${millisToLive}`)
        }
      })
    )
  )

  it.effect("lasts until an hour after the longest attempt from the latest permit, response or pause", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const owner = { digest: Effect.succeed("digest"), requestsPerHour: 10, attemptTimeout: Duration.minutes(10) }
      yield* Effect.gen(function* () {
        const { pauseUntil, settle, tryAcquire } = yield* Effect.flatMap(Guards, (guards) => guards.budget(owner))
        const result = yield* tryAcquire
        if (result._tag === "Full") return assert.fail("The budget is full.")
        const settled = settle(result.permit, { count: { limit: 10, remaining: 5 }, refusedUntil: undefined })
        for (const [name, use] of Object.entries({ permit: Effect.void, settled, tryAcquire, pause: pauseUntil(0) })) {
          yield* use
          const entries = (yield* allEntries).filter(({ name }) => name.includes("budget:"))
          assert.strictEqual(entries.length, name === "permit" ? 1 : 3)
          for (const { name: key, millisToLive } of entries) {
            assert.isTrue(millisToLive > 69 * minute && millisToLive <= 70 * minute, `${name}: ${key} ${millisToLive}`)
            yield* Redis.Redis.use(({ send }) => send("PEXPIRE", key, String(minute)))
          }
        }
      }).pipe(Effect.provide(RedisGuards.layer(byTestClock(connected(redis)))), Effect.provide(connected(redis)))
    })
  )

  it.effect("counts the request of a process that died until an hour after its timeout", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const owner = { digest: Effect.succeed("digest"), requestsPerHour: 1, attemptTimeout: Duration.seconds(30) }
      yield* Effect.gen(function* () {
        const guards = yield* Guards
        const [dead, alive] = [yield* guards.budget(owner), yield* guards.budget(owner)]
        const results = [yield* dead.tryAcquire]
        yield* TestClock.setTime(3_600_000 + 30_000 - 1)
        results.push(yield* alive.tryAcquire)
        yield* TestClock.setTime(3_600_000 + 30_000)
        results.push(yield* alive.tryAcquire)
        assert.deepStrictEqual(
          results.map(({ _tag }) => _tag),
          ["Granted", "Full", "Granted"]
        )
      }).pipe(Effect.provide(RedisGuards.layer(byTestClock(connected(redis)))))
    })
  )

  it.effect("is read every 30 seconds by a waiting call, because other processes change it", () =>
    Effect.gen(function* () {
      const guards = yield* Guards
      const owner = { digest: Effect.succeed("digest"), requestsPerHour: 1, attemptTimeout: Duration.seconds(30) }
      assert.strictEqual((yield* guards.budget(owner)).recheckInterval, 30_000)
    }).pipe(Effect.provide(RedisGuards.layer(Layer.effect(Redis.Redis, Effect.never))))
  )

  it.effect("counts requests together for every budget and every timeout", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      yield* Effect.gen(function* () {
        const guards = yield* Guards
        for (const requestsPerHour of [1500, Number.POSITIVE_INFINITY]) {
          for (const attemptTimeout of [Duration.seconds(30), Duration.infinity]) {
            const digest = Effect.succeed(`${requestsPerHour} ${Duration.format(attemptTimeout)}`)
            const owner = { digest, requestsPerHour, attemptTimeout }
            const [first, second] = [yield* guards.budget(owner), yield* guards.budget(owner)]
            const granted = [yield* first.tryAcquire, yield* second.tryAcquire]
            assert.deepStrictEqual(
              granted.map(({ _tag, state }) => [_tag, state.requestsThisHour]),
              [
                ["Granted", 1],
                ["Granted", 2]
              ]
            )
            const times = [yield* first.availableAt(1498), yield* first.availableAt(1499)]
            assert.deepStrictEqual(
              times.map((at) => at === 0),
              [true, requestsPerHour > 1500]
            )
          }
        }
      }).pipe(Effect.provide(RedisGuards.layer(byTestClock(connected(redis)))))
    })
  )

  it.effect("permits one request per hour if the service reports a limit of 0", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      yield* Effect.gen(function* () {
        const guards = yield* Guards
        for (const refusedUntil of [undefined, 0]) {
          const digest = Effect.succeed(`refused until ${refusedUntil}`)
          const owner = { digest, requestsPerHour: 4, attemptTimeout: Duration.seconds(30) }
          const { availableAt, settle, tryAcquire } = yield* guards.budget(owner)
          const result = yield* tryAcquire
          if (result._tag === "Full") return assert.fail("The budget is full.")
          yield* settle(result.permit, { count: { limit: 0, remaining: 0 }, refusedUntil })
          assert.deepStrictEqual([yield* availableAt(1), yield* availableAt(2)], [60 * minute, 120 * minute])
        }
      }).pipe(Effect.provide(RedisGuards.layer(byTestClock(connected(redis)))))
    })
  )

  it.effect("frees a request when a refusal ends, even if it ended before the response was counted", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      yield* Effect.gen(function* () {
        const guards = yield* Guards
        for (const late of [-minute, 0, 1]) {
          const digest = Effect.succeed(`late by ${late}`)
          const owner = { digest, requestsPerHour: 4, attemptTimeout: Duration.seconds(30) }
          const [first, second] = [yield* guards.budget(owner), yield* guards.budget(owner)]
          const result = yield* first.tryAcquire
          if (result._tag === "Full") return assert.fail("The budget is full.")
          const now = yield* Clock.currentTimeMillis
          yield* first.settle(result.permit, { count: { limit: 4, remaining: 0 }, refusedUntil: now - late })
          yield* TestClock.setTime(now + Math.max(0, -late))
          const results = [yield* second.tryAcquire, yield* second.tryAcquire]
          assert.deepStrictEqual(
            results.map(({ _tag }) => _tag),
            ["Granted", "Full"],
            `late by ${late}`
          )
        }
      }).pipe(Effect.provide(RedisGuards.layer(byTestClock(connected(redis)))))
    })
  )

  it.live("counts an interrupted request from its interruption", () =>
    patiently(
      Effect.gen(function* () {
        const redis = yield* redisServer
        const records = yield* service({ faults: { faults: [{ do: "delay", ms: 1_000_000 }] } })
        const fiber = yield* Effect.forkChild(requestPage(yield* client(records, redis)))
        yield* records.arrived.until(/./)
        yield* Fiber.interrupt(fiber)
        assert.deepStrictEqual(yield* Effect.provide(countedRequests, connected(redis)), { all: 1, inFlight: 0 })
      })
    )
  )

  it.live("is restored by the first response after Redis was emptied", () =>
    patiently(
      Effect.gen(function* () {
        const redis = yield* redisServer
        const records = yield* service({ rateLimit: { limit: 4, window: "1 hour" } })
        const [first, second] = [yield* client(records, redis), yield* client(records, redis)]
        yield* requestPages(first, 2)
        yield* requestPages(second, 1)
        yield* Redis.Redis.use(({ send }) => send("FLUSHALL")).pipe(Effect.provide(connected(redis)))
        assert.deepStrictEqual(yield* requestPages(second, 1), ["succeeded"])
        assert.deepStrictEqual(yield* requestPages(first, 1), ["DeadlineExceeded"])
        assert.deepStrictEqual(yield* requestPages(second, 1), ["DeadlineExceeded"])
        // One request asks the service how long to wait, for both.
        assert.deepStrictEqual(records.statuses, [200, 200, 200, 200, 429])
      })
    )
  )
})

describe("during an outage of Redis", () => {
  const log = (journal: Journal) =>
    Logger.layer([
      Logger.make(({ message }) => journal.add(Array.isArray(message) ? message.join(" ") : String(message)))
    ])

  for (const isUpAtStart of [true, false]) {
    it.live(
      `a process counts alone until Redis is back and warns once, if Redis fails ${isUpAtStart ? "later" : "at the start"}`,
      () => {
        const journal = new Journal()
        return Effect.gen(function* () {
          const redis = yield* redisServer
          const records = yield* service({ rateLimit: { limit: 6, window: "1 hour" } })
          if (!isUpAtStart) yield* redis.kill
          const first = yield* client(records, redis)
          if (isUpAtStart) {
            assert.deepStrictEqual(yield* requestPages(first, 1), ["succeeded"])
            yield* redis.kill
          }
          const alone = yield* requestPages(first, 2)
          assert.deepStrictEqual(alone, ["succeeded", "succeeded"])
          assert.strictEqual(journal.all(/^Redis is not responding correctly/).length, 1)
          yield* redis.start
          yield* journal.until(/^Redis is responding again/)
          assert.deepStrictEqual(yield* requestPages(first, 1), ["succeeded"])
          const second = yield* client(records, redis)
          const left = isUpAtStart ? 2 : 3
          assert.deepStrictEqual(yield* requestPages(second, left), Array.from({ length: left }).fill("succeeded"))
          assert.deepStrictEqual(
            [...(yield* requestPages(first, 1)), ...(yield* requestPages(second, 1))],
            ["DeadlineExceeded", "DeadlineExceeded"]
          )
          assert.strictEqual(journal.all(/^Redis is not responding correctly/).length, 1)
          assert.deepStrictEqual(records.statuses, [200, 200, 200, 200, 200, 200, 429])
        }).pipe(Effect.provide(log(journal)))
      }
    )
  }
})
