import { assert, describe, it } from "@effect/vitest"
import { redisProgram, runRedis } from "../../../packages/redis/test/RedisServer.ts"
import { plannedRequests } from "@public-records/check/checkService"
import { ReferenceServer, type SocketOptions } from "@public-records/server"
import { Effect } from "effect"
import { start } from "./executable.ts"
import { run, start as startInProcess } from "./inProcess.ts"

const password = "canary-of-redis"

const service = (options: SocketOptions) =>
  Effect.provide(ReferenceServer.layerSocket({ port: 0, tls: "off", allowHttp: true, ...options }))

/** Starts a Redis with a password and a service. Returns the settings of the executable. */
const setUp = Effect.gen(function* () {
  const redis = yield* runRedis(redisProgram ?? "redis-server", ["--requirepass", password])
  const { url } = yield* ReferenceServer
  return {
    redis,
    asked: ["complaints", "list", "--base-url", url, "--allow-http", "--verbose"],
    environment: {
      PUBLIC_RECORDS_API_KEY: "DEMO_KEY",
      PUBLIC_RECORDS_REDIS_URL: `unix://:${password}@${redis.socket}`
    }
  }
})

describe("PUBLIC_RECORDS_REDIS_URL", () => {
  it.live("makes all processes share one budget", () =>
    Effect.gen(function* () {
      const { asked, environment } = yield* setUp
      const options = [...asked, "--requests-per-hour", "1"]
      const first = yield* Effect.flatMap(start(options, environment), ({ end }) => end)
      assert.strictEqual(first.code, 0, first.stderr)
      assert.notMatch(first.stderr, /Waiting|Redis/)
      const second = yield* start(options, environment)
      assert.include(yield* second.firstError, "requests for this hour are used up. Waiting until")
      yield* second.signal("SIGINT")
      const { code, stdout, stderr } = yield* second.end
      assert.deepStrictEqual([code, stdout], [130, ""])
      assert.notInclude(first.stderr + stderr, password)
      const source = asked.slice(2, -1)
      const doctor = yield* run(["doctor", ...source, "--requests-per-hour", "1"], environment)
      assert.strictEqual(doctor.code, 4, doctor.stdout)
      assert.match(doctor.stdout, /✗ quota .*The rate limit of the API key is used up\. Try again at \d{4}-/)
      assert.notInclude(doctor.stdout, "cannot be reached")
      // One of the requests that it plans was used by the list.
      const budget = String(plannedRequests)
      const check = yield* run(["check", ...source, "--requests-per-hour", budget, "--no-wait"], environment)
      assert.deepStrictEqual([check.code, check.stdout], [4, ""], check.stderr)
    }).pipe(service({ rateLimit: "off" }))
  )

  it.live("continues a walk with one warning if Redis fails in the middle", () =>
    Effect.gen(function* () {
      const { redis, asked, environment } = yield* setUp
      const walk = yield* start([...asked, "--all"], environment)
      yield* walk.firstError
      yield* redis.kill
      const { code, stdout, stderr } = yield* walk.end
      assert.strictEqual(code, 0, stderr)
      assert.strictEqual(stdout.trimEnd().split("\n").length, 300)
      assert.strictEqual(stderr.split("Redis is not responding correctly").length, 2, stderr)
      assert.notInclude(stderr, password)
      assert.notInclude(stderr, "NodeRedis")
    }).pipe(service({ synthetic: 300, faults: { faults: [{ do: "delay", ms: 100 }] } }))
  )

  it.live("shares the budget again when Redis is back", () =>
    Effect.gen(function* () {
      const { redis, asked, environment } = yield* setUp
      const walk = yield* startInProcess([...asked, "--all"], environment)
      yield* walk.firstError
      yield* redis.kill
      yield* walk.errorWith("Redis is not responding correctly")
      yield* redis.start
      assert.include(yield* walk.errorWith("Redis is responding again."), "Redis is responding again.")
    }).pipe(service({ synthetic: 5000, faults: { faults: [{ do: "delay", ms: 100 }] } }))
  )

  it.live("shares the budget from when Redis starts, if it is down at first", () =>
    Effect.gen(function* () {
      const { redis, asked, environment } = yield* setUp
      yield* redis.kill
      const walk = yield* start([...asked, "--all"], environment)
      assert.match(yield* walk.firstError, /^Redis is not responding correctly \(E[A-Z]+\)/)
      yield* redis.start
      const { code, stdout, stderr } = yield* walk.end
      assert.deepStrictEqual([code, stdout.trimEnd().split("\n").length], [0, 1500], stderr)
      assert.strictEqual(stderr.split("Redis is not responding").length, 2, stderr)
      assert.include(stderr, "Redis is responding again.")
      const second = yield* start([...asked, "--requests-per-hour", "5"], environment)
      yield* second.errorWith("requests for this hour are used up. Waiting until")
      yield* second.signal("SIGINT")
      assert.strictEqual((yield* second.end).code, 130)
    }).pipe(service({ synthetic: 1500, faults: { faults: [{ do: "delay", ms: 100 }] } }))
  )
})
