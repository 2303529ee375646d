/**
 * One of several processes that share a key: asks for page after page as fast as it may.
 *
 * Arguments: the service's URL, the key, the socket of Redis, and after how many pages of complaints it goes over to
 * notices. It begins when a line comes in on standard input, goes on until it is killed, and writes lines: `ready`,
 * `answered`, `waiting UNTIL` with milliseconds since 1970, `failed WHY`.
 */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { ComplaintQuery, NoticeQuery, PublicRecords } from "@public-records/core"
import { RedisGuards } from "@public-records/redis"
import { Clock, Effect, Layer, Option, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { once } from "node:events"

const requestsAtOnce = 4
const longWaitMillis = 60_000

const [baseUrl = "", apiKey = "", socket = "", complaintPages = "Infinity"] = process.argv.slice(2)

const say = (line: string): Effect.Effect<void> => Effect.sync(() => process.stdout.write(`${line}\n`))

const sayWaits = Effect.gen(function* () {
  const { quota } = yield* PublicRecords
  yield* quota.changes.pipe(
    Stream.runForEach(({ nextRequestAt }) =>
      Effect.gen(function* () {
        const until = Option.getOrElse(nextRequestAt, () => 0)
        if (until > (yield* Clock.currentTimeMillis) + longWaitMillis) yield* say(`waiting ${Math.ceil(until)}`)
      })
    )
  )
})

// Each request asks for another page, so that none is shared with one under way.
const askOn = (first: number) =>
  Effect.gen(function* () {
    const { complaints, notices } = yield* PublicRecords
    for (let offset = first; ; offset += requestsAtOnce) {
      const page = { limit: "1", offset: String(offset) }
      yield* offset < Number(complaintPages)
        ? complaints.page(yield* ComplaintQuery.fromInput(page))
        : notices.page(yield* NoticeQuery.fromInput(page))
      yield* say("answered")
    }
  })

const work = Effect.gen(function* () {
  yield* say("ready")
  yield* Effect.promise(() => once(process.stdin, "data"))
  const asking = Array.from({ length: requestsAtOnce }, (_, first) => askOn(first))
  yield* Effect.all([sayWaits, ...asking], { concurrency: "unbounded", discard: true })
}).pipe(Effect.catch((error) => say(`failed ${error.message}`)))

const records = PublicRecords.layer({ apiKey, baseUrl, allowHttp: true }).pipe(
  Layer.provide(
    RedisGuards.layer(NodeRedis.layer({ socket: { path: socket, tls: false }, disableOfflineQueue: true }))
  ),
  Layer.provide(FetchHttpClient.layer)
)

await Effect.runPromise(Effect.provide(work, records))
