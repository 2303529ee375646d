import { assert, describe, it } from "@effect/vitest"
import { ReferenceServer } from "@public-records/server"
import { Effect } from "effect"
import { Journal } from "./Journal.ts"
import { allEntries, connected, countedRequests, monitor, redisServer } from "./RedisClient.ts"
import { startWorker } from "./WorkerProcess.ts"

const key = "canary-0123456789-canary-0123456789-canary"
const limit = 80
const hour = 3_600_000
/** The concurrent requests of a worker, as in `worker.ts`. */
const concurrentRequests = 4
const pagesBeforeKill = 8
/** The requests of the other workers after which the first one is killed. */
const othersBeforeKill = 8

/** Starts a service that logs requests and never responds to requests for notices. */
const service = (journal: Journal) =>
  ReferenceServer.layerSocket({
    port: 0,
    tls: "off",
    allowHttp: true,
    apiKeys: [key],
    rateLimit: { limit, window: "1 hour" },
    synthetic: 1000,
    faults: { faults: [{ on: { path: "/v0/hsr-early-termination-notices" }, do: "delay", ms: 1_000_000 }] },
    log: ({ status, url }) => journal.add(`service ${status} ${new URL(url, "http://service").pathname}`)
  })

describe("three processes with one key", () => {
  it.live("stay within the limit together, and the permits of a killed process still count", () => {
    const journal = new Journal()
    return Effect.gen(function* () {
      const redis = yield* redisServer
      const { seen } = yield* monitor(redis)
      const args = [(yield* ReferenceServer).url, key, redis.socket]
      const doomed = yield* startWorker(journal, "doomed", [...args, String(pagesBeforeKill)])
      const others = yield* Effect.forEach(["a", "b"], (name) => startWorker(journal, `worker-${name}`, args))
      yield* Effect.forEach(["doomed", "worker-a", "worker-b"], (name) => journal.until(new RegExp(`^${name} ready`)))

      const startedAt = Date.now()
      // The others begin later, because they may use up the budget before the first one has requests in flight.
      yield* doomed.begin
      yield* journal.until(/^service 200 .*notices$/, concurrentRequests)
      yield* Effect.forEach(others, ({ begin }) => begin)
      yield* journal.until(/^worker-. succeeded/, othersBeforeKill)
      yield* doomed.kill
      yield* Effect.forEach(["a", "b"], (name) => journal.until(new RegExp(`^worker-${name} waiting`)))
      yield* journal.until(/ succeeded$/, limit - concurrentRequests)

      assert.deepStrictEqual([journal.all(/^service 200/).length, journal.all(/^service/).length], [limit, limit])
      assert.deepStrictEqual(yield* Effect.provide(countedRequests, connected(redis)), {
        all: limit,
        inFlight: concurrentRequests
      })
      assert.strictEqual(journal.all(/^doomed succeeded/).length, pagesBeforeKill)
      for (const entry of journal.all(/ waiting /)) {
        const until = Number(entry.split(" ").at(-1))
        assert.isTrue(until >= startedAt + hour && until <= Date.now() + hour, entry)
      }

      const stored = JSON.stringify(yield* Effect.provide(allEntries, connected(redis)))
      const written = journal.all(/^/).join("\n")
      assert.isTrue(seen().includes("EVALSHA") && stored.includes(":reported"))
      assert.deepStrictEqual(
        [stored, seen(), written].map((text) => text.includes("canary")),
        [false, false, false]
      )
      assert.deepStrictEqual(journal.all(/ failed /), [])
    }).pipe(Effect.provide(service(journal)))
  })
})
