/**
 * Runs as one of several processes that share a key. Requests one page after another as fast as the budget allows.
 *
 * Arguments: the service's URL, the key, the socket of Redis, and the number of pages of complaints after which it requests
 * notices. It starts when it reads a line from standard input and runs until it is killed. It writes these lines: `ready`,
 * `succeeded`, `waiting UNTIL` with milliseconds since 1970, and `failed MESSAGE`.
 */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { ComplaintQuery, NoticeQuery, PublicRecords } from "@public-records/core"
import { RedisGuards } from "@public-records/redis"
import { Clock, Effect, Layer, Option, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { once } from "node:events"
import { patiently } from "./patiently.ts"

const concurrentRequests = 4
const longWaitMillis = 60_000

const [baseUrl = "", apiKey = "", socket = "", complaintPages = "Infinity"] = process.argv.slice(2)

const print = (line: string): Effect.Effect<void> => Effect.sync(() => process.stdout.write(`${line}\n`))

const printWaits = Effect.gen(function* () {
  const { quota } = yield* PublicRecords
  yield* quota.changes.pipe(
    Stream.runForEach(({ nextRequestAt }) =>
      Effect.gen(function* () {
        const until = Option.getOrElse(nextRequestAt, () => 0)
        if (until > (yield* Clock.currentTimeMillis) + longWaitMillis) yield* print(`waiting ${Math.ceil(until)}`)
      })
    )
  )
})

// Each request is for a different page, because identical concurrent requests are sent only once.
const requestPages = (first: number) =>
  Effect.gen(function* () {
    const { complaints, notices } = yield* PublicRecords
    for (let offset = first; ; offset += concurrentRequests) {
      const page = { limit: "1", offset: String(offset) }
      yield* offset < Number(complaintPages)
        ? complaints.page(yield* ComplaintQuery.fromInput(page))
        : notices.page(yield* NoticeQuery.fromInput(page))
      yield* print("succeeded")
    }
  })

const work = Effect.gen(function* () {
  yield* print("ready")
  yield* Effect.promise(() => once(process.stdin, "data"))
  const requests = Array.from({ length: concurrentRequests }, (_, first) => requestPages(first))
  yield* Effect.all([printWaits, ...requests], { concurrency: "unbounded", discard: true })
}).pipe(Effect.catch((error) => print(`failed ${error.message}`)))

// The permits of a killed process are in flight until the timeout. It is longer than the test on a busy machine.
const options = { apiKey, baseUrl, allowHttp: true, maxWait: "2 hours", timeout: "10 minutes" } as const
const records = PublicRecords.layer(options).pipe(
  Layer.provide(
    RedisGuards.layer(NodeRedis.layer({ socket: { path: socket, tls: false }, disableOfflineQueue: true }))
  ),
  Layer.provide(FetchHttpClient.layer)
)

await Effect.runPromise(patiently(Effect.provide(work, records)))
