import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as References from "effect/References"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Redis from "effect/persistence/Redis"

const operationTimeout = "2 seconds"
const connectTimeoutMillis = 5000
const retryInterval = "1 second"

type Operation<A> = Effect.Effect<A, Redis.RedisError>
type Service = Redis.Redis["Service"]

/** Returns the code of an error, such as `READONLY` or `ECONNREFUSED`. The rest of its message may contain secrets. */
const codeOf = (cause: unknown): string => {
  // `NodeRedis` wraps the error of its first connection.
  const error = Predicate.hasProperty(cause, "originalError") ? cause.originalError : cause
  const texts = ["code", "message"].map((name) => (Predicate.hasProperty(error, name) ? String(error[name]) : ""))
  const code = texts.flatMap((text) => /^[A-Z][A-Z_]{2,30}(?= |$)/.exec(text) ?? [])[0]
  return code === undefined ? "" : ` (${code})`
}

const outageMessage = (cause: unknown): string => {
  const code = codeOf(cause)
  const isAlone =
    "this process counts the requests of its key alone and knows of other processes only from the service."
  return code === " (PACKAGE_MISSING)"
    ? `The package "redis" is not installed. Until it is, ${isAlone} Run npm install redis, or pass a connection of ioredis.`
    : `Redis is not responding correctly${code}. Until it does, ${isAlone} Check that Redis runs and allows scripts and writes.`
}

/** Converts any failure to a `RedisError`, including the defect for an invalid URL. */
const failWithRedisError = (cause: Cause.Cause<unknown>): Operation<never> => {
  const error = Cause.squash(cause)
  return Effect.fail(error instanceof Redis.RedisError ? error : new Redis.RedisError({ cause: error }))
}

/** Adds a timeout of two seconds. Runs in another fiber, because the caller may be uninterruptible. */
const withTimeout = <A>(operation: Operation<A>, scope: Scope.Scope): Operation<A> =>
  Effect.timeout(operation, operationTimeout).pipe(
    Effect.interruptible,
    Effect.forkIn(scope),
    Effect.flatMap(Fiber.join),
    Effect.catchCause(failWithRedisError)
  )

/**
 * Returns the result of the latest attempt to connect, and `reconnect`, which replaces the connection. An attempt has five seconds
 * before `reconnect` replaces it. The first use starts to connect in the background.
 */
const makeConnection = Effect.fnUntraced(function* (connection: Layer.Layer<Redis.Redis, Redis.RedisError>) {
  let latest = { mayEnd: Effect.succeed(false), close: Effect.void }
  const start = Effect.gen(function* () {
    const result = yield* Deferred.make<Service, Redis.RedisError>()
    const endsAt = (yield* Clock.currentTimeMillis) + connectTimeoutMillis
    // This fiber owns the connection. A failed attempt leaves no connection open and logs no message.
    const fiber = yield* Layer.build(connection).pipe(
      Effect.provideService(References.MinimumLogLevel, "Error"),
      Effect.flatMap((services) => Deferred.succeed(result, Context.get(services, Redis.Redis))),
      Effect.andThen(Effect.never),
      Effect.scoped,
      Effect.catchCause(failWithRedisError),
      Effect.catch((error) => Deferred.fail(result, error)),
      Effect.forkDetach
    )
    // A client that does not respond may never close.
    const close = Effect.timeoutOption(Fiber.interrupt(fiber), operationTimeout)
    latest = {
      mayEnd: Effect.map(Clock.currentTimeMillis, (now) => now >= endsAt || Deferred.isDoneUnsafe(result)),
      close: Effect.asVoid(Effect.interruptible(close))
    }
    return Deferred.await(result)
  })
  let cached = yield* Effect.cached(Effect.uninterruptible(start))
  yield* Effect.addFinalizer(() => Effect.suspend(() => latest.close))
  const reconnect = Effect.gen(function* () {
    if (!(yield* latest.mayEnd)) return
    yield* latest.close
    cached = yield* Effect.cached(Effect.uninterruptible(start))
  })
  return { connected: Effect.flatten(Effect.suspend(() => cached)), reconnect }
})

/** Checks that Redis runs scripts and accepts writes. */
const probe = Redis.script((key: string) => [key], {
  numberOfKeys: 1,
  lua: 'redis.call("SET", KEYS[1], 1, "PX", 1000)'
})

/**
 * Creates a Redis service with timeouts. An operation fails after two seconds, or immediately while Redis is down. Each outage,
 * also at the start, logs one warning. A background fiber connects again every second and checks whether it is over.
 *
 * **Gotchas** An operation continues to its end or timeout even if its caller is interrupted.
 */
export const resilientRedis = Effect.fnUntraced(function* (
  connection: Layer.Layer<Redis.Redis, Redis.RedisError>,
  prefix: string
): Effect.fn.Return<Service, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const { connected, reconnect } = yield* makeConnection(connection)
  const check = Effect.flatMap(connected, (redis) => redis.eval(probe)(`${prefix}probe`))
  let isDown = false

  // A connection may be broken without being closed, so that only a new one helps.
  const recover = Effect.delay(withTimeout(check, scope), retryInterval).pipe(
    Effect.tapError(() => reconnect),
    Effect.retry(Schedule.forever),
    Effect.andThen(Effect.sync(() => (isDown = false))),
    Effect.andThen(Effect.logInfo("Redis is responding again. All processes share the budget of the key.")),
    Effect.interruptible
  )

  const noteOutage = ({ cause }: Redis.RedisError): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (isDown) return Effect.void
      isDown = true
      return Effect.andThen(
        Effect.logWarning(outageMessage(cause)),
        Effect.asVoid(Effect.forkIn(Effect.andThen(reconnect, recover), scope))
      )
    })

  const guarded = <A>(operation: (redis: Service) => Operation<A>): Operation<A> =>
    Effect.suspend(() => {
      if (isDown) return Effect.fail(new Redis.RedisError({ cause: "Redis is down" }))
      return Effect.tapError(withTimeout(Effect.flatMap(connected, operation), scope), noteOutage)
    })

  return {
    send: (command, ...args) => guarded((redis) => redis.send(command, ...args)),
    eval:
      (script) =>
      (...params) =>
        guarded((redis) => redis.eval(script)(...params)),
    subscribe: (channel) => Effect.flatMap(Effect.orDie(connected), (redis) => redis.subscribe(channel)),
    reserve: Effect.flatMap(connected, (redis) => redis.reserve)
  }
})
