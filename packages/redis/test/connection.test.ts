import { assert, describe, it, vi } from "@effect/vitest"
import { createClient, type PublicRecordsClient } from "@public-records/core/promise"
import { redisBudget } from "@public-records/core/redis"
import { startReferenceServer } from "@public-records/server"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { Redis } from "effect/persistence"
import type * as RedisPackage from "redis"
import { connectionTo } from "../../core/src/redis/connections.ts"
import { fakeRedis } from "./FakeRedis.ts"
import { Journal } from "./Journal.ts"

const service = Effect.acquireRelease(
  Effect.promise(() => startReferenceServer({ synthetic: 100, rateLimit: "off" })),
  ({ close }) => Effect.promise(close)
)

/** Starts a fake Redis and a client that connects to it, with the lines of the client's log. */
const setUp = Effect.gen(function* () {
  const redis = yield* fakeRedis
  const { url } = yield* service
  const logged = new Journal()
  const log = (message: string) => logged.add(message)
  const client = yield* Effect.acquireRelease(
    Effect.sync(() =>
      createClient({
        apiKey: "DEMO_KEY",
        baseUrl: url,
        allowHttp: true,
        budget: redisBudget(new URL(redis.url)),
        logger: { error: log, warn: log, info: log, debug: log },
        logLevel: "info"
      })
    ),
    (client) => Effect.promise(() => client.close())
  )
  return { redis, logged, client }
})

/** Requests a page that was not requested before. Returns how many requests the budget counts then. */
const requestPage = (client: PublicRecordsClient, offset: number) =>
  Effect.promise(async () => {
    await client.complaints.page({ limit: 1, offset })
    return client.quota().requestsThisHour
  })

/** Records when a client of the package `redis` is ready. */
const watchReady = Effect.gen(function* () {
  const journal = new Journal()
  const original = yield* Effect.promise(() => vi.importActual<typeof RedisPackage>("redis"))
  vi.doMock("redis", () => ({
    ...original,
    createClient: (options: Parameters<typeof original.createClient>[0]) =>
      original.createClient(options).on("ready", () => journal.add("ready"))
  }))
  yield* Effect.addFinalizer(() => Effect.sync(() => vi.doUnmock("redis")))
  return journal
})

describe("the connection of redisBudget", () => {
  it.live("is opened again if Redis closes it between two requests, without a warning", () =>
    Effect.gen(function* () {
      const ready = yield* watchReady
      const { client, logged, redis } = yield* setUp
      assert.strictEqual(yield* requestPage(client, 0), 100)
      for (const episode of [1, 2, 3]) {
        redis.closeConnections()
        yield* ready.until(/^ready$/, episode + 1)
        assert.strictEqual(yield* requestPage(client, episode), 100)
      }
      assert.deepStrictEqual(logged.all(/^/), [])
    })
  )

  it.live("delays no request while it is closed", () =>
    Effect.gen(function* () {
      const { client, logged, redis } = yield* setUp
      yield* requestPage(client, 0)
      const release = redis.hold()
      redis.closeConnections()
      yield* redis.journal.until(/^connected$/, 2)
      // An operation that waits for the connection would succeed.
      const timer = setTimeout(release, 500)
      assert.strictEqual(yield* requestPage(client, 1), 2)
      clearTimeout(timer)
      release()
      assert.strictEqual(logged.all(/^Redis is not responding correctly/).length, 1)
    })
  )

  it.live("is closed without waiting for a Redis that no longer replies", () =>
    Effect.gen(function* () {
      const redis = yield* fakeRedis
      const scope = yield* Scope.make()
      const { send } = Context.get(yield* Layer.buildWithScope(connectionTo(redis.url), scope), Redis.Redis)
      const release = redis.hold()
      yield* Effect.forkChild(Effect.ignore(send("PING")))
      yield* redis.journal.until(/^PING$/)
      yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* Effect.raceFirst(redis.journal.until(/^disconnected$/), Effect.sleep("5 seconds"))
      const isClosed = redis.journal.all(/^disconnected$/).length === 1
      release()
      assert.isTrue(isClosed)
    })
  )

  it.live("warns that the package is missing, which is only loaded for a URL", () =>
    Effect.gen(function* () {
      vi.doMock("redis", () => {
        throw new Error("Cannot find package 'redis'")
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => vi.doUnmock("redis")))
      const { client, logged } = yield* setUp
      assert.strictEqual(yield* requestPage(client, 0), 1)
      assert.match(logged.all(/^/).join("\n"), /^The package "redis" is not installed\. [^\n]*$/)
    })
  )
})
