import { assert, describe, it } from "@effect/vitest"
import { type PublicRecords } from "@public-records/core"
import { Guards } from "@public-records/core/guards"
import { RedisGuards } from "../src/RedisGuards.ts"
import { Duration, Effect, Fiber, Logger, Option } from "effect"
import { Redis } from "effect/persistence"
import { TestClock } from "effect/testing"
import { Journal } from "./Journal.ts"
import { byTestClock, connected, countedRequests, holdings, redisServer } from "./RedisClient.ts"
import { ask, client, service } from "./Service.ts"

/** What becomes of so many requests, one after the other. */
const asks = (records: PublicRecords["Service"], count: number) =>
  Effect.forEach(Array.from({ length: count }), () => ask(records))

describe("two processes with one key", () => {
  it.live("keep one budget", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const records = yield* service()
      const first = yield* client(records, redis, { requestsPerHour: 3 })
      const second = yield* client(records, redis, { requestsPerHour: 3 })
      assert.deepStrictEqual(yield* asks(first, 2), ["answered", "answered"])
      assert.deepStrictEqual(yield* asks(second, 2), ["answered", "DeadlineExceeded"])
      assert.deepStrictEqual(yield* asks(first, 1), ["DeadlineExceeded"])
      assert.strictEqual((yield* second.quota.get).requestsThisHour, 3)
    })
  )

  it.live("follow the smaller limit that the service named to one of them", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const records = yield* service({ rateLimit: { limit: 2, window: "1 hour" } })
      const [first, second] = [yield* client(records, redis), yield* client(records, redis)]
      assert.deepStrictEqual(yield* asks(first, 1), ["answered"])
      assert.deepStrictEqual(yield* asks(second, 2), ["answered", "DeadlineExceeded"])
      assert.deepStrictEqual(records.statuses, [200, 200])
    })
  )

  it.live("all pause when the service asked one of them to", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const refusal = { on: { requests: [1] }, do: "status", status: 429, retryAfter: 600 } as const
      const records = yield* service({ faults: { faults: [refusal] } })
      const [first, second] = [yield* client(records, redis), yield* client(records, redis)]
      assert.deepStrictEqual(yield* asks(first, 1), ["RateLimited"])
      assert.deepStrictEqual(yield* asks(second, 1), ["RateLimited"])
      assert.deepStrictEqual(records.statuses, [429])
      const until = Option.getOrElse((yield* first.quota.get).nextRequestAt, () => 0)
      assert.closeTo(until, Date.now() + 600_000, 5000)
    })
  )

  it.live("both let a dead service rest when one of them found it dead", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const records = yield* service({ faults: { faults: [{ do: "status", status: 503 }] } })
      const [first, second] = [yield* client(records, redis), yield* client(records, redis)]
      assert.deepStrictEqual(yield* asks(first, 5), Array.from({ length: 5 }).fill("Unavailable"))
      const before = records.statuses.length
      assert.deepStrictEqual(yield* asks(second, 1), ["CircuitOpen"])
      assert.strictEqual(records.statuses.length, before)
    })
  )

  it.live("have nothing to do with those of another key", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const records = yield* service({ apiKeys: ["one", "other"] })
      const one = yield* client(records, redis, { apiKey: "one", requestsPerHour: 1 })
      const other = yield* client(records, redis, { apiKey: "other", requestsPerHour: 1 })
      assert.deepStrictEqual(yield* asks(one, 2), ["answered", "DeadlineExceeded"])
      assert.deepStrictEqual(yield* asks(other, 2), ["answered", "DeadlineExceeded"])
    })
  )
})

describe("the data in Redis", () => {
  it.live("expires", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const records = yield* service({ rateLimit: { limit: 5, window: "1 hour" } })
      yield* asks(yield* client(records, redis, { attemptTimeout: "10 seconds" }), 2)
      const held = yield* Effect.provide(holdings, connected(redis))
      assert.isAbove(held.length, 2)
      for (const { name, millisToLive } of held) {
        assert.isTrue(millisToLive > 0 && millisToLive <= 3_610_000, `${name}: ${millisToLive}`)
      }
    })
  )

  it.effect("counts the request of a process that died until an hour after it must have ended", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const owner = { digest: Effect.succeed("digest"), requestsPerHour: 1, attemptTimeout: Duration.seconds(30) }
      yield* Effect.gen(function* () {
        const guards = yield* Guards
        const [dead, alive] = [yield* guards.budget(owner), yield* guards.budget(owner)]
        const verdicts = [yield* dead.tryAcquire]
        yield* TestClock.setTime(3_600_000 + 30_000 - 1)
        verdicts.push(yield* alive.tryAcquire)
        yield* TestClock.setTime(3_600_000 + 30_000)
        verdicts.push(yield* alive.tryAcquire)
        assert.deepStrictEqual(
          verdicts.map(({ _tag }) => _tag),
          ["Granted", "Full", "Granted"]
        )
      }).pipe(Effect.provide(RedisGuards.layer(byTestClock(connected(redis)))))
    })
  )

  it.live("counts a request that was interrupted from then on", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const records = yield* service({ faults: { faults: [{ do: "delay", ms: 1_000_000 }] } })
      const asking = yield* Effect.forkChild(ask(yield* client(records, redis)))
      yield* records.arrived.until(/./)
      yield* Fiber.interrupt(asking)
      assert.deepStrictEqual(yield* Effect.provide(countedRequests, connected(redis)), { all: 1, underWay: 0 })
    })
  )

  it.live("is counted again from the first response after Redis was emptied", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const records = yield* service({ rateLimit: { limit: 4, window: "1 hour" } })
      const [first, second] = [yield* client(records, redis), yield* client(records, redis)]
      yield* asks(first, 2)
      yield* asks(second, 1)
      yield* Redis.Redis.use(({ send }) => send("FLUSHALL")).pipe(Effect.provide(connected(redis)))
      assert.deepStrictEqual(yield* asks(second, 1), ["answered"])
      assert.deepStrictEqual(yield* asks(first, 1), ["DeadlineExceeded"])
      assert.deepStrictEqual(yield* asks(second, 1), ["DeadlineExceeded"])
      assert.deepStrictEqual(records.statuses, [200, 200, 200, 200])
    })
  )
})

describe("when Redis is down", () => {
  const log = (journal: Journal) =>
    Logger.layer([
      Logger.make(({ message }) => journal.add(Array.isArray(message) ? message.join(" ") : String(message)))
    ])

  for (const isThereAtFirst of [true, false]) {
    it.live(
      `${isThereAtFirst ? "later" : "at the start"}, a process counts alone until it is back, and warns once`,
      () => {
        const journal = new Journal()
        return Effect.gen(function* () {
          const redis = yield* redisServer
          const records = yield* service({ rateLimit: { limit: 6, window: "1 hour" } })
          if (!isThereAtFirst) yield* redis.kill
          const first = yield* client(records, redis)
          if (isThereAtFirst) {
            assert.deepStrictEqual(yield* asks(first, 1), ["answered"])
            yield* redis.kill
          }
          const alone = yield* asks(first, 2)
          assert.deepStrictEqual(alone, ["answered", "answered"])
          assert.strictEqual(journal.all(/^Redis is not responding correctly/).length, 1)
          yield* redis.start
          yield* journal.until(/^Redis is responding again/)
          assert.deepStrictEqual(yield* asks(first, 1), ["answered"])
          const second = yield* client(records, redis)
          const left = isThereAtFirst ? 2 : 3
          assert.deepStrictEqual(yield* asks(second, left), Array.from({ length: left }).fill("answered"))
          assert.deepStrictEqual(
            [...(yield* asks(first, 1)), ...(yield* asks(second, 1))],
            ["DeadlineExceeded", "DeadlineExceeded"]
          )
          assert.strictEqual(journal.all(/^Redis is not responding correctly/).length, 1)
          assert.deepStrictEqual(records.statuses, Array.from({ length: 6 }).fill(200))
        }).pipe(Effect.provide(log(journal)))
      }
    )
  }
})
