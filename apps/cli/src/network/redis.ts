import { layer as redisLayer, NodeRedis } from "@effect/platform-node/NodeRedis"
import { RedisGuards } from "@public-records/redis"
import { Cause, Effect, Layer, Predicate, Redacted, References } from "effect"
import { usageFailure } from "../CommandFailure.ts"
import { type Setting } from "../settings/userSettings.ts"

const connectTimeoutMillis = 5000
const maxReconnectMillis = 2000
/** Keeps an idle connection from reaching the socket timeout. */
const pingIntervalMillis = 2500

const member = (value: unknown, name: string): unknown => (Predicate.hasProperty(value, name) ? value[name] : undefined)

/** Returns the code of a failure. Redis only states it at the start of the message, the rest of which may contain secrets. */
const codeOf = (error: unknown): string => {
  const cause = member(error, "cause") ?? error
  const first = member(cause, "originalError") ?? cause
  const [code = "no response"] =
    /^[A-Z_]{4,}(?= |$)/.exec(String(member(first, "code") ?? member(first, "message"))) ?? []
  return code
}

/** Creates a connection that reconnects automatically. Its timeouts keep an unresponsive Redis from delaying the program. */
const connection = (url: Redacted.Redacted) => {
  let wasConnected = false
  const redis = redisLayer({
    url: Redacted.value(url),
    disableOfflineQueue: true,
    // Only Redis Enterprise has these notifications. Requesting them fails for a socket URL with a password.
    maintNotifications: "disabled",
    pingInterval: pingIntervalMillis,
    socket: {
      connectTimeout: connectTimeoutMillis,
      socketTimeout: connectTimeoutMillis,
      reconnectStrategy: (retries, cause) => (wasConnected ? Math.min(2 ** retries * 50, maxReconnectMillis) : cause)
    }
  })
  const ready = Layer.effectDiscard(
    NodeRedis.use(({ client }) => {
      wasConnected = true
      // Does not wait for pending commands.
      return Effect.addFinalizer(() => Effect.ignoreCause(Effect.sync(() => client.destroy())))
    })
  )
  return Layer.provideMerge(ready, redis)
}

/** Shares one budget and one circuit breaker between all processes with the same key and the same Redis. */
export const sharedGuards = ({ value }: Setting<Redacted.Redacted>): Layer.Layer<never> =>
  RedisGuards.layer(Layer.fresh(connection(value)))

/** Tests the connection to Redis for `doctor`. **Fails with** a usage failure. Other commands continue without Redis. */
export const checkRedis = ({ value, from }: Setting<Redacted.Redacted>) =>
  Effect.scoped(Layer.build(connection(value))).pipe(
    Effect.provideService(References.MinimumLogLevel, "Error"),
    Effect.catchCause((cause) => {
      const summary = `Redis (${from}) cannot be reached: ${codeOf(Cause.squash(cause))}.`
      const fix = "Start Redis, fix the URL, or remove the setting so that each process has its own budget."
      return Effect.fail(usageFailure(summary, fix))
    })
  )
