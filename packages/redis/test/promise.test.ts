import { Redis as IoRedis } from "ioredis"
import { createClient as createNodeRedis } from "redis"
import { assert, beforeEach, describe, it } from "@effect/vitest"
import {
  createClient,
  type PublicRecordsClient,
  PublicRecordsError,
  type SharedBudget
} from "@public-records/core/promise"
import { type RedisConnection, redisBudget } from "@public-records/core/redis"
import { startReferenceServer } from "@public-records/server"
import { Effect, type Scope } from "effect"
import { Redis } from "effect/persistence"
import { Journal } from "./Journal.ts"
import { connected, redisServer } from "./RedisClient.ts"
import { redisProgram, runRedis } from "./RedisServer.ts"

/** The lines of the clients' logs. */
let logged: Journal

beforeEach(() => {
  logged = new Journal()
})

const log = (level: string) => (message: string) => logged.add(`${level}: ${message}`)

const service = Effect.acquireRelease(
  Effect.promise(() => startReferenceServer({ synthetic: 100, rateLimit: "off" })),
  ({ close }) => Effect.promise(close)
)

const client = (
  { url }: { readonly url: string },
  budget: SharedBudget,
  requestsPerHour = 3
): Effect.Effect<PublicRecordsClient, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() =>
      createClient({
        apiKey: "DEMO_KEY",
        baseUrl: url,
        allowHttp: true,
        requestsPerHour,
        maxWait: 0,
        budget,
        logger: { error: log("error"), warn: log("warn"), info: log("info"), debug: log("debug") },
        logLevel: "info"
      })
    ),
    (client) => Effect.promise(() => client.close())
  )

let pages = 0

/** Requests pages one after another that were not requested before. Returns "succeeded" or the code of the error for each. */
const requestPages = ({ complaints }: PublicRecordsClient, count: number) =>
  Effect.forEach(Array.from({ length: count }), () =>
    Effect.promise(async () => {
      try {
        await complaints.page({ limit: 1, offset: pages++ })
        return "succeeded"
      } catch (error) {
        return error instanceof PublicRecordsError ? error.reason._tag : String(error)
      }
    })
  )

/** A way to pass the connection of a process to `redisBudget`. */
type Connect = (socket: string) => Effect.Effect<string | RedisConnection, never, Scope.Scope>

const ways: Readonly<Record<string, Connect>> = {
  "a URL": (socket) => Effect.succeed(`unix://${socket}`),
  "a connection of redis": (path) =>
    Effect.acquireRelease(
      Effect.promise(async () => {
        const connection = createNodeRedis({ socket: { path, tls: false }, disableOfflineQueue: true })
        // Continues to connect while Redis is down.
        const failed = new Promise((resolve) => connection.on("error", resolve))
        await Promise.race([connection.connect(), failed])
        return connection
      }),
      (connection) => Effect.sync(() => connection.destroy())
    ),
  "a connection of ioredis": (path) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const connection = new IoRedis({ path, maxRetriesPerRequest: 0, retryStrategy: () => 50 })
        connection.on("error", () => {})
        return connection
      }),
      (connection) => Effect.sync(() => connection.disconnect())
    )
}

const used = "RateLimited"

describe("redisBudget", () => {
  for (const [way, connect] of Object.entries(ways)) {
    it.live(`shares one budget between processes, with ${way}`, () =>
      Effect.gen(function* () {
        const { socket } = yield* redisServer
        const http = yield* service
        const first = yield* client(http, redisBudget(yield* connect(socket)))
        const second = yield* client(http, redisBudget(yield* connect(socket)))
        const elsewhere = yield* client(http, redisBudget(yield* connect(socket), { prefix: "elsewhere:" }))
        assert.deepStrictEqual(yield* requestPages(first, 2), ["succeeded", "succeeded"])
        assert.deepStrictEqual(yield* requestPages(second, 2), ["succeeded", used])
        assert.deepStrictEqual(yield* requestPages(first, 1), [used])
        assert.deepStrictEqual(yield* requestPages(elsewhere, 1), ["succeeded"])
      })
    )
  }

  it.live("accepts the URL of a socket with a password", () =>
    Effect.gen(function* () {
      const { socket } = yield* runRedis(redisProgram ?? "redis-server", ["--requirepass", "canary"])
      const records = yield* client(yield* service, redisBudget(`unix://:canary@${socket}`))
      assert.deepStrictEqual(yield* requestPages(records, 1), ["succeeded"])
      assert.deepStrictEqual(logged.all(/^/), [])
    })
  )

  it.live("uses one connection for all clients of a process, and closes it with the last of them", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const http = yield* service
      const connections = Redis.Redis.use(({ send }) => send<string>("CLIENT", "LIST")).pipe(
        Effect.provide(connected(redis)),
        Effect.map((list) => list.trim().split("\n").length - 1)
      )
      const budget = redisBudget(`unix://${redis.socket}`)
      for (const episode of [1, 2]) {
        const [first, second] = [yield* client(http, budget, 20), yield* client(http, budget, 20)]
        assert.deepStrictEqual(yield* requestPages(first, 1), ["succeeded"])
        assert.deepStrictEqual(yield* requestPages(second, 1), ["succeeded"])
        assert.strictEqual(yield* connections, 1, `open in episode ${episode}`)
        yield* Effect.promise(() => first.close())
        assert.deepStrictEqual(yield* requestPages(second, 1), ["succeeded"])
        yield* Effect.promise(() => second.close())
        assert.strictEqual(yield* connections, 0, `closed in episode ${episode}`)
      }
    })
  )

  it.live("warns immediately with the code if there is no Redis at the URL", () =>
    Effect.gen(function* () {
      const http = yield* service
      const alone = yield* client(http, redisBudget("unix:///nowhere/redis.sock"))
      assert.deepStrictEqual(yield* requestPages(alone, 1), ["succeeded"])
      assert.strictEqual(logged.all(/^warn: Redis is not responding correctly \(ENOENT\)/).length, 1)
    })
  )

  it.live("counts alone in each outage, warns once, and shares the budget again afterwards", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const http = yield* service
      yield* redis.kill
      const budgets = yield* Effect.forEach(Object.values(ways), (connect) =>
        Effect.map(connect(redis.socket), (connection) => redisBudget(connection))
      )
      const clients = yield* Effect.forEach(budgets, (budget) => client(http, budget, 20))
      const requestAll = Effect.forEach(clients, (each) => requestPages(each, 2), { concurrency: "unbounded" })
      for (const episode of [1, 2]) {
        const alone = yield* requestAll
        assert.deepStrictEqual(alone.flat(), Array.from({ length: 6 }).fill("succeeded"))
        assert.strictEqual(logged.all(/^warn: Redis is not responding correctly/).length, episode * clients.length)
        yield* redis.start
        yield* logged.until(/^info: Redis is responding again/, episode * clients.length)
        yield* Effect.forEach(clients, (each) => requestPages(each, 1))
        assert.strictEqual(clients.at(-1)?.quota().requestsThisHour, clients.length)
        yield* redis.kill
      }
    })
  )
})
