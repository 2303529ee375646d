import { Cause, Effect, Exit, Fiber, Predicate, Schedule, type Scope } from "effect"
import { Redis } from "effect/persistence"

const patience = "2 seconds"
const restBeforeNextTry = "1 second"

/** What Redis or the socket calls the failure, such as `READONLY` or `ECONNREFUSED`; the rest of it may hold secrets. */
const nameOf = (cause: unknown): string => {
  const code = Predicate.hasProperty(cause, "code") ? cause.code : undefined
  const message = Predicate.hasProperty(cause, "message") ? String(cause.message) : ""
  const name = /^[A-Z][A-Z_]{2,30}$/.exec(String(code)) ?? /^[A-Z][A-Z_]{2,30}(?= )/.exec(message)
  return name === null ? "" : ` (${name[0]})`
}

const outage = (cause: unknown): string =>
  `Redis does not answer as it should${nameOf(cause)}. Until it does, this process keeps the budget of its key by itself, ` +
  "and cannot know what other processes send. Check that Redis runs and that scripts and writing are allowed."

const causeOf = (cause: Cause.Cause<Redis.RedisError>): unknown => {
  const error = Cause.squash(cause)
  return Predicate.isTagged(error, "RedisError") && Predicate.hasProperty(error, "cause") ? error.cause : error
}

/** Whether Redis runs scripts and takes what is written. */
const probeScript = Redis.script((key: string) => [key], {
  numberOfKeys: 1,
  lua: 'return redis.call("SET", KEYS[1], "1", "PX", "1000")'
})

type Operation<A> = Effect.Effect<A, Redis.RedisError>

/** Runs on a fiber of its own, because a bound has no force where a caller must not be interrupted. */
const withinPatience = <A>(operation: Operation<A>, scope: Scope.Scope): Operation<A> =>
  Effect.timeoutOrElse(operation, {
    duration: patience,
    orElse: () => Effect.fail(new Redis.RedisError({ cause: `no answer within ${patience}` }))
  }).pipe(
    Effect.interruptible,
    Effect.forkIn(scope),
    Effect.flatMap(Fiber.await),
    Effect.flatMap((exit) =>
      Exit.isSuccess(exit) ? exit : Effect.fail(new Redis.RedisError({ cause: causeOf(exit.cause) }))
    )
  )

/**
 * Redis with bounds: an operation fails that takes longer than two seconds, and while Redis is out all of them do at
 * once. One warning tells of each outage; whether Redis is back is tried once a second, beside the work.
 *
 * **Gotchas** an operation that began goes on to its end, or its bound, even if whoever waits for it is interrupted.
 */
export const boundedRedis = Effect.fnUntraced(function* (
  redis: Redis.Redis["Service"],
  prefix: string
): Effect.fn.Return<Redis.Redis["Service"], never, Scope.Scope> {
  const scope = yield* Effect.scope
  let isOut = false

  const untilBack = Effect.delay(
    withinPatience(redis.eval(probeScript)(`${prefix}probe`), scope),
    restBeforeNextTry
  ).pipe(
    Effect.retry(Schedule.forever),
    Effect.andThen(Effect.sync(() => (isOut = false))),
    Effect.andThen(Effect.logInfo("Redis answers again, and keeps the budget for all processes.")),
    Effect.interruptible
  )

  const noteOutage = ({ cause }: Redis.RedisError): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (isOut) return Effect.void
      isOut = true
      return Effect.andThen(Effect.logWarning(outage(cause)), Effect.asVoid(Effect.forkIn(untilBack, scope)))
    })

  const bounded = <A>(operation: Operation<A>): Operation<A> =>
    Effect.suspend(() =>
      isOut
        ? Effect.fail(new Redis.RedisError({ cause: "Redis is out" }))
        : Effect.tapError(withinPatience(operation, scope), noteOutage)
    )

  return {
    ...redis,
    send: (command, ...args) => bounded(redis.send(command, ...args)),
    eval:
      (script) =>
      (...params) =>
        bounded(redis.eval(script)(...params))
  }
})
