import { ComplaintQuery, PublicRecords, type PublicRecordsOptions } from "@public-records/core"
import { RedisGuards } from "@public-records/redis"
import { ReferenceServer, type ReferenceServerOptions } from "@public-records/server"
import { Context, type Duration, Effect, Layer, Random, type Scope } from "effect"
import { Journal } from "./Journal.ts"
import { connected } from "./RedisClient.ts"
import { type RedisServer } from "./RedisServer.ts"

/** Starts a service in this process. It records the status and URL of each request. */
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

/** Creates a client with its own connection to Redis, like that of a separate process. */
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

/** Requests a page that was not requested before. Returns "succeeded" or the reason of the error. */
export const requestPage = (
  records: PublicRecords["Service"],
  maxWait: Duration.Input = "2 hours"
): Effect.Effect<string> =>
  Effect.gen(function* () {
    const query = yield* ComplaintQuery.fromInput({ limit: "1", offset: String(pages++) })
    // A request that must wait for the budget fails immediately.
    yield* records.complaints.page(query, { deadline: "30 minutes", maxWait })
    return "succeeded"
  }).pipe(
    Effect.catchTag("PublicRecordsError", ({ reason }) => Effect.succeed(reason._tag)),
    Effect.catch(() => Effect.succeed("invalid query")),
    // Retries follow immediately.
    Effect.provideService(Random.Random, { nextIntUnsafe: () => 0, nextDoubleUnsafe: () => 0 })
  )
