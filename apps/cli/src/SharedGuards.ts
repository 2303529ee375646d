import { layer as redisLayer, NodeRedis } from "@effect/platform-node/NodeRedis"
import { RedisGuards } from "@public-records/core/RedisGuards"
import { Cause, Effect, Layer, Predicate, Redacted, References } from "effect"
import { type CommandFailure, usageFailure } from "./CommandFailure.ts"
import { type Setting } from "./Settings.ts"

const patienceMillis = 5000
const longestReconnectMillis = 2000

const member = (value: unknown, name: string): unknown => (Predicate.hasProperty(value, name) ? value[name] : undefined)

/** What Redis or the socket calls the failure, such as `ECONNREFUSED` or `WRONGPASS`; the rest may hold secrets. */
const nameOf = (error: unknown): string => {
  const cause = member(error, "cause") ?? error
  const first = member(cause, "originalError") ?? cause
  const name =
    /^[A-Z][A-Z_]+$/.exec(String(member(first, "code"))) ?? /^[A-Z]{4,}(?= )/.exec(String(member(first, "message")))
  return name?.[0] ?? "no answer"
}

const unreachable = (error: unknown, from: string): CommandFailure =>
  usageFailure(
    `Redis (${from}) cannot be reached: ${nameOf(error)}. Start it or correct the URL; or take the setting out, and each ` +
      "process keeps a budget of its own."
  )

/** A connection that comes back by itself once it has been there, and that a Redis that hangs cannot hold up. */
const connection = (url: string) => {
  let hasBeenThere = false
  const redis = redisLayer({
    url,
    disableOfflineQueue: true,
    // Of Redis Enterprise; asking for them fails where the URL is a socket's and has a password.
    maintNotifications: "disabled",
    // So that an idle connection is not taken for one that hangs.
    pingInterval: patienceMillis / 2,
    socket: {
      connectTimeout: patienceMillis,
      socketTimeout: patienceMillis,
      reconnectStrategy: (retries, cause) =>
        hasBeenThere ? Math.min(2 ** retries * 50, longestReconnectMillis) : cause
    }
  })
  const ready = Layer.effectDiscard(
    NodeRedis.use(({ client }) => {
      hasBeenThere = true
      // What Redis has not answered by then is not waited for.
      return Effect.addFinalizer(() => Effect.ignoreCause(Effect.sync(() => client.destroy())))
    })
  )
  return Layer.provideMerge(ready, redis).pipe(
    // Core says once that Redis is out; the client would at each try.
    Layer.provide(Layer.succeed(References.MinimumLogLevel, "Error"))
  )
}

/**
 * One budget and one breaker for all processes with the same key and the same Redis.
 *
 * **Fails with** a usage failure where Redis cannot be reached: a promise that is not kept is not made.
 */
export const sharedGuards = ({ value, from }: Setting<Redacted.Redacted>): Layer.Layer<never, CommandFailure> =>
  RedisGuards.layer().pipe(
    Layer.provide(
      connection(Redacted.value(value)).pipe(
        Layer.catchCause((cause) => Layer.effectContext(Effect.fail(unreachable(Cause.squash(cause), from))))
      )
    )
  )
