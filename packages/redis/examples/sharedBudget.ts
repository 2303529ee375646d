import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { PublicRecords } from "@public-records/core"
import { RedisGuards } from "@public-records/redis"
import { Layer } from "effect"
import { FetchHttpClient } from "effect/http"

/** Creates a client that shares its budget and circuit breaker with all processes that use the same key and Redis. */
export const sharedRecords = (apiKey: string, redis: Parameters<typeof NodeRedis.layer>[0]) =>
  PublicRecords.layer({ apiKey }).pipe(
    Layer.provide(RedisGuards.layer(NodeRedis.layer({ ...redis, disableOfflineQueue: true }))),
    Layer.provide(FetchHttpClient.layer)
  )
