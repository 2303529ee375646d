import { createClient } from "@public-records/core/promise"
import { redisBudget } from "@public-records/core/redis"

/** Creates a client that shares its budget and circuit breaker with all processes that use the same key and Redis. */
export const sharedClient = (apiKey: string, redis: string, fetch = globalThis.fetch) =>
  createClient({ apiKey, fetch, budget: redisBudget(redis) })
