import { type BudgetOwner, Guards } from "@public-records/core/guards"
import { Effect, Layer } from "effect"
import { Redis } from "effect/persistence"
import { breakersInRedis } from "./redisBreakers.ts"
import { budgetInRedis } from "./redisBudget.ts"
import { resilientRedis } from "./resilientRedis.ts"

/** Where in Redis the budgets and breakers are. */
export interface RedisGuardsOptions {
  /** The beginning of all key names. @default "public-records:" */
  readonly prefix?: string | undefined
}

/**
 * Guards in Redis (6 or later, no modules): all processes with the same API key share one budget and one circuit breaker. A
 * layer to provide to `PublicRecords.layer`.
 *
 * It connects to Redis in the background with the given layer, such as `NodeRedis.layer({ url })`. While Redis is out, at the
 * start or later, each process counts alone and logs one warning. When Redis is back, the next response corrects the count.
 *
 * **Gotchas** A process that died uses its permits for an hour. Redis stores digests of API keys, never keys; all of it expires.
 *
 * **Source** docs/several-processes.md.
 */
export const RedisGuards = {
  layer: (
    connection: Layer.Layer<Redis.Redis, Redis.RedisError>,
    { prefix = "public-records:" }: RedisGuardsOptions = {}
  ): Layer.Layer<never> =>
    Layer.effect(
      Guards,
      Effect.map(resilientRedis(connection, prefix), (redis) => ({
        budget: (owner: BudgetOwner) =>
          Effect.map(owner.digest, (digest) => budgetInRedis(redis, prefix, owner, digest)),
        breakers: Layer.provide(breakersInRedis(prefix), Layer.succeed(Redis.Redis, redis))
      }))
    )
}
