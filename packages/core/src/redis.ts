import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SharedBudget } from "./budget/SharedBudget.ts"
import { sharedBudget } from "./budget/sharedGuards.ts"
import type { RedisConnection } from "./redis/RedisConnection.ts"
import { connectionOf, connectionTo } from "./redis/connections.ts"
import { RedisGuards } from "./redis/RedisGuards.ts"

export type { SharedBudget } from "./budget/SharedBudget.ts"
export type { RedisConnection } from "./redis/RedisConnection.ts"

export interface RedisBudgetOptions {
  /** The prefix of all Redis keys. @default "public-records:" */
  readonly prefix?: string | undefined
}

/** Returns a layer that all clients of a budget build once, and that closes with the last of them. */
const buildOnce = (layer: Layer.Layer<never>): Layer.Layer<never> => {
  const memoMap = Layer.makeMemoMapUnsafe()
  return Layer.effectContext(Effect.flatMap(Effect.scope, (scope) => Layer.buildWithMemoMap(layer, memoMap, scope)))
}

/**
 * Creates a budget and circuit breakers that all processes share through Redis 6 or later. It connects when it is first needed
 * and reconnects by itself. While Redis is down, each client counts alone and logs one warning.
 *
 * @param redis - a URL, for which the package `redis` must be installed, or a connection of `redis` or `ioredis`
 */
export const redisBudget = (redis: string | URL | RedisConnection, options: RedisBudgetOptions = {}): SharedBudget => {
  const isUrl = typeof redis === "string" || redis instanceof URL
  const connection = isUrl ? connectionTo(String(redis)) : connectionOf(redis)
  return sharedBudget("redis", buildOnce(RedisGuards.layer(connection, options)))
}
