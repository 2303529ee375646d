import { type BudgetOwner, Guards } from "../budget/Budget.ts"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import { breakersInRedis } from "./breakersInRedis.ts"
import { budgetInRedis } from "./budgetInRedis.ts"
import { resilientRedis } from "./resilientRedis.ts"

/** Options of `RedisGuards.layer`. */
export interface RedisGuardsOptions {
  /** The prefix of all Redis keys. @default "public-records:" */
  readonly prefix?: string | undefined
}

/**
 * Guards that store their state in Redis, so that all processes with the same API key share one budget and one circuit breaker.
 * Provide the layer to `PublicRecords.layer`. Requires Redis 6 or later, without modules.
 *
 * The layer connects to Redis in the background with the given connection, such as `NodeRedis.layer({ url })`. While Redis is
 * down, at the start or later, each process counts alone and logs one warning. Afterwards the next response corrects the count.
 *
 * **Gotchas** The permits of a process that died expire after an hour. Redis stores digests of API keys, never the keys.
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
        budget: (owner: BudgetOwner) => Effect.sync(() => budgetInRedis(redis, prefix, owner)),
        breakers: Layer.provide(breakersInRedis(prefix), Layer.succeed(Redis.Redis, redis))
      }))
    )
}
