import { layer as redisLayer, NodeRedis } from "@effect/platform-node/NodeRedis"
import { RedisGuards } from "@public-records/redis"
import { Cause, Effect, Layer, Predicate, Redacted, References } from "effect"
import { usageFailure } from "../CommandFailure.ts"
import { type Setting } from "./settings.ts"

const connectTimeoutMillis = 5000
const maxReconnectMillis = 2000

const member = (value: unknown, name: string): unknown => (Predicate.hasProperty(value, name) ? value[name] : undefined)

/** Returns the code of a failure. Redis says its codes only at the start of a message, the rest of which may contain secrets. */
const codeOf = (error: unknown): string => {
  const cause = member(error, "cause") ?? error
  const first = member(cause, "originalError") ?? cause
  const code =
    /^[A-Z][A-Z_]+$/.exec(String(member(first, "code"))) ?? /^[A-Z]{4,}(?= )/.exec(String(member(first, "message")))
  return code?.[0] ?? "no response"
}

/** A connection that reconnects after it was lost. A Redis that hangs delays neither its commands nor the exit for long. */
const connection = (url: Redacted.Redacted) => {
  let wasConnected = false
  const redis = redisLayer({
    url: Redacted.value(url),
    disableOfflineQueue: true,
    // Only Redis Enterprise has these notifications. Requesting them fails for a socket URL with a password.
    maintNotifications: "disabled",
    // Keeps an idle connection from reaching the socket timeout.
    pingInterval: connectTimeoutMillis / 2,
    socket: {
      connectTimeout: connectTimeoutMillis,
      socketTimeout: connectTimeoutMillis,
      reconnectStrategy: (retries, cause) => (wasConnected ? Math.min(2 ** retries * 50, maxReconnectMillis) : cause)
    }
  })
  const ready = Layer.effectDiscard(
    NodeRedis.use(({ client }) => {
      wasConnected = true
      // Does not wait for commands that Redis has not answered.
      return Effect.addFinalizer(() => Effect.ignoreCause(Effect.sync(() => client.destroy())))
    })
  )
  return Layer.provideMerge(ready, redis)
}

/** One budget and one circuit breaker for all processes with the same key and the same Redis. */
export const sharedGuards = ({ value }: Setting<Redacted.Redacted>): Layer.Layer<never> =>
  RedisGuards.layer(Layer.fresh(connection(value)))

/** **Fails with** a usage failure if it cannot connect to Redis. Commands continue without Redis; `doctor` reports it. */
export const checkRedis = ({ value, from }: Setting<Redacted.Redacted>) =>
  Effect.scoped(Layer.build(connection(value))).pipe(
    Effect.provideService(References.MinimumLogLevel, "Error"),
    Effect.catchCause((cause) => {
      const what = `Redis (${from}) cannot be reached: ${codeOf(Cause.squash(cause))}.`
      const todo = "Start Redis, fix the URL, or remove the setting so that each process has its own budget."
      return Effect.fail(usageFailure(what, todo))
    })
  )
