/**
 * One of several workers that share an API key: reads a part of the complaints of a day, here one state.
 *
 * Needs `PUBLIC_RECORDS_API_KEY`, and `REDIS_URL` for the shared budget.
 */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { layerConfig } from "@public-records/core/config"
import { RedisGuards } from "@public-records/redis"
import { Config, Effect, Layer, Stream } from "effect"
import { FetchHttpClient } from "effect/http"

const [state = "Ohio", day = "2021-07-07"] = process.argv.slice(2)

const work = Effect.gen(function* () {
  const { complaints, quota } = yield* PublicRecords
  const query = yield* ComplaintQuery.fromInput({ state, createdFrom: day, createdTo: day })
  const read = yield* complaints.stream(query).pipe(Stream.runCount)
  const { requestsThisHour } = yield* quota.get
  process.stdout.write(`${state}: ${read} complaints; the key was used ${requestsThisHour} times this hour\n`)
})

const guards = Config.String("REDIS_URL").pipe(
  Effect.map((url) => RedisGuards.layer(NodeRedis.layer({ url, disableOfflineQueue: true }))),
  Layer.unwrap
)

const records = layerConfig.pipe(Layer.provide(guards), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(work, records))
