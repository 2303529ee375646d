import { ComplaintQuery, PublicRecords, type PublicRecordsOptions } from "@public-records/core"
import { RedisGuards } from "@public-records/redis"
import { ReferenceServer, type ReferenceServerOptions } from "@public-records/server"
import { Context, Effect, Layer, Random, type Scope } from "effect"
import { Journal } from "./Journal.ts"
import { connected } from "./RedisClient.ts"
import { type RedisServer } from "./RedisServer.ts"

/** A service in this process, with the status of each request that reached it. */
export const service = (options: ReferenceServerOptions = {}) =>
  Effect.gen(function* () {
    const statuses: Array<number> = []
    const arrived = new Journal()
    const server = yield* Layer.build(
      ReferenceServer.layerInProcess({
        synthetic: 100,
        rateLimit: "off",
        ...options,
        log: ({ status, url }) => {
          statuses.push(status)
          arrived.add(url)
        }
      })
    )
    return { statuses, arrived, http: ReferenceServer.httpClient.pipe(Layer.provide(Layer.succeedContext(server))) }
  })

/** A client with a connection to Redis of its own, as one process among several has it. */
export const client = (
  { http }: Effect.Success<ReturnType<typeof service>>,
  redis: RedisServer,
  options: PublicRecordsOptions = {}
): Effect.Effect<PublicRecords["Service"], unknown, Scope.Scope> =>
  Layer.build(
    PublicRecords.layer({ apiKey: "DEMO_KEY", baseUrl: "https://reference-server.invalid", ...options }).pipe(
      Layer.provide(Layer.fresh(RedisGuards.layer(connected(redis)))),
      Layer.provide(http)
    )
  ).pipe(Effect.map(Context.get(PublicRecords)))

let pages = 0

/** Asks for a page that nobody asked for before; the reason for which it failed, or "answered". */
export const ask = (records: PublicRecords["Service"]): Effect.Effect<string> =>
  Effect.gen(function* () {
    const query = yield* ComplaintQuery.fromInput({ limit: "1", offset: String(pages++) })
    // What has to wait for the budget fails at once.
    yield* records.complaints.page(query, { deadline: "30 minutes" })
    return "answered"
  }).pipe(
    Effect.catchTag("PublicRecordsError", ({ reason }) => Effect.succeed(reason._tag)),
    Effect.catch(() => Effect.succeed("wrong query")),
    // Retries follow at once.
    Effect.provideService(Random.Random, { nextIntUnsafe: () => 0, nextDoubleUnsafe: () => 0 })
  )
