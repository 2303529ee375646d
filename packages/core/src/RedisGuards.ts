import { Effect, Layer } from "effect"
import { Redis } from "effect/persistence"
import { boundedRedis } from "./budget/boundedRedis.ts"
import { Guards } from "./budget/Guards.ts"
import { breakersInRedis } from "./budget/redisBreakers.ts"
import { budgetInRedis } from "./budget/redisBudget.ts"

/** Where in Redis the budgets and breakers lie. */
export interface RedisGuardsOptions {
  /** What the names of all keys begin with. @default "public-records:" */
  readonly prefix?: string | undefined
}

/**
 * Guards that lie in Redis (6 or later, no modules), so that all processes that use the same key of the service keep one
 * budget and one breaker together. A layer to provide to `PublicRecords.layer`.
 *
 * **Gotchas** while Redis does not answer, each process keeps the budget by itself, with one warning in the log. A process
 * that dies with a request under way leaves its place taken, as if the request had been answered at the last moment. What
 * lies in Redis has digests of keys, never keys, and goes by itself.
 *
 * **Source** interface, "core, as a library"; decision 22.
 */
export const RedisGuards: {
  readonly layer: (options?: RedisGuardsOptions) => Layer.Layer<never, never, Redis.Redis>
} = {
  layer: ({ prefix = "public-records:" } = {}) =>
    Layer.effect(
      Guards,
      Effect.gen(function* () {
        const redis = yield* boundedRedis(yield* Redis.Redis, prefix)
        return {
          budget: (owner) => Effect.sync(() => budgetInRedis(redis, prefix, owner)),
          isShared: true,
          breakers: Layer.provide(breakersInRedis(prefix), Layer.succeed(Redis.Redis, redis))
        }
      })
    )
}

export { Guards }
