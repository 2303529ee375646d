import { assert, describe, it } from "@effect/vitest"
import { Cause, Context, Duration, Effect, Exit, Fiber, Layer, Logger, Scope } from "effect"
import { CircuitBreaker, Redis } from "effect/persistence"
import { TestClock } from "effect/testing"
import { Guards, RedisGuards } from "@public-records/core/guards"

const isDownLine = /^Warn: Redis is not responding correctly/
const isBackLine = "Info: Redis is responding again. All processes share the budget of the key."

const owner = { digest: Effect.succeed("digest"), requestsPerHour: 2, attemptTimeout: Duration.seconds(30) }

type Reply = Effect.Effect<unknown, Redis.RedisError>

/** Replies to a script. */
type Connection = (lua: string) => Reply

/** Returns the service of a connection, with the executed scripts and their keys. */
const serviceOf = (reply: Connection, commands: Array<string> = [], keys: Array<unknown> = []) => {
  const service: Redis.Redis["Service"] = {
    send: () => Effect.never,
    subscribe: () => Effect.never,
    reserve: Effect.fail(new Redis.RedisError({ cause: "no connection" })),
    eval:
      (script) =>
      (...params) =>
        Effect.suspend(() => {
          commands.push(script.lua)
          keys.push(...script.params(...params).slice(0, script.numberOfKeys(...params)))
          return reply(script.lua)
        })
  }
  return service
}

/**
 * Returns guards that connect as given for each attempt, from 0, with counts, the executed scripts, their keys and the logged
 * lines.
 */
const guardsOver = (connect: (attempt: number) => Effect.Effect<Connection, Redis.RedisError>, prefix?: string) => {
  const logged: Array<string> = []
  const commands: Array<string> = []
  const keys: Array<unknown> = []
  const seen = { attempts: 0, closed: 0 }
  const connection = Layer.effect(
    Redis.Redis,
    Effect.acquireRelease(
      Effect.sync(() => connect(seen.attempts++)),
      () => Effect.sync(() => seen.closed++)
    ).pipe(
      Effect.flatten,
      Effect.map((reply) => serviceOf(reply, commands, keys))
    )
  )
  const logger = Logger.make(({ logLevel, message }) => logged.push(`${logLevel}: ${String(message)}`))
  const layer = RedisGuards.layer(connection, { prefix }).pipe(Layer.provideMerge(Logger.layer([logger])))
  return { logged, commands, keys, seen, layer }
}

/** Returns guards whose connections all reply to every script in the same way. */
const guardsReplying = (reply: Connection, prefix?: string) => guardsOver(() => Effect.succeed(reply), prefix)

const sharedCount = 100
const working: Connection = () => Effect.succeed([1, sharedCount, 0, 0])

/** Returns guards whose first attempts to connect end as given. The later ones succeed. */
const guardsConnecting = (...attempts: ReadonlyArray<Effect.Effect<Connection, Redis.RedisError>>) =>
  guardsOver((attempt) => attempts[attempt] ?? Effect.succeed(working))

const failing = (cause: unknown): Effect.Effect<never, Redis.RedisError> => Effect.fail(new Redis.RedisError({ cause }))

const budget = Effect.flatMap(Guards, (guards) => guards.budget(owner))

describe("while Redis is down", () => {
  it.effect("the first operation waits two seconds, then the process counts alone", () => {
    const redis = guardsReplying(() => Effect.never)
    return Effect.gen(function* () {
      const { tryAcquire } = yield* budget
      const first = yield* Effect.forkChild(Effect.uninterruptible(tryAcquire))
      yield* TestClock.adjust("1999 millis")
      assert.isUndefined(first.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.isDefined(first.pollUnsafe())
      const results = [yield* Fiber.join(first), yield* tryAcquire, yield* tryAcquire]
      assert.deepStrictEqual(
        results.map(({ _tag }) => _tag),
        ["Granted", "Granted", "Full"]
      )
      assert.strictEqual(redis.logged.length, 1)
    }).pipe(Effect.provide(redis.layer))
  })

  it.effect("the process checks Redis once a second, regardless of other operations", () => {
    const redis = guardsReplying(() => failing("refused"))
    return Effect.gen(function* () {
      const { tryAcquire, availableAt } = yield* budget
      yield* tryAcquire
      const before = redis.commands.length
      yield* Effect.forEach(Array.from({ length: 100 }), () => availableAt(1))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(redis.commands.length - before, 10)
      assert.strictEqual(redis.logged.length, 1)
    }).pipe(Effect.provide(redis.layer))
  })

  it.effect("two operations that fail at the same time log one warning and start one check per second", () => {
    const redis = guardsReplying(() => Effect.never)
    return Effect.gen(function* () {
      const { tryAcquire } = yield* budget
      const first = yield* Effect.forkChild(tryAcquire, { startImmediately: true })
      const second = yield* Effect.forkChild(tryAcquire, { startImmediately: true })
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.joinAll([first, second])
      assert.deepStrictEqual([redis.logged.length, redis.commands.length], [1, 2])
      yield* TestClock.adjust("1 second")
      assert.strictEqual(redis.commands.length, 3)
    }).pipe(Effect.provide(redis.layer))
  })

  it.effect("the outcome of a call is recorded where the call was admitted, even if Redis is back", () => {
    let isDown = true
    const redis = guardsReplying(() => (isDown ? failing("refused") : Effect.succeed(1)))
    return Effect.gen(function* () {
      const { breakers } = yield* Guards
      const context = yield* Layer.build(breakers)
      const breaker = yield* CircuitBreaker.make({
        tripPolicy: CircuitBreaker.consecutive(1),
        openDuration: "1 minute"
      }).pipe(Effect.provideContext(context))
      const call = breaker.execute(Effect.delay(Effect.fail("down"), "10 seconds"), { key: "service" })
      const failed = yield* Effect.forkChild(Effect.flip(call))
      while (redis.logged.length === 0) yield* Effect.yieldNow
      isDown = false
      yield* TestClock.adjust("5 seconds")
      const before = redis.commands.length
      assert.match(redis.logged.at(-1) ?? "", /^Info: Redis is responding again/)
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(failed)
      assert.strictEqual(redis.commands.length, before)
    }).pipe(Effect.provide(redis.layer))
  })

  it.effect("the process counts its own requests of the last hour, also those from before the outage", () => {
    let isDown = false
    const redis = guardsReplying(() => (isDown ? failing("refused") : Effect.succeed([1, 1, 0, 0])))
    return Effect.gen(function* () {
      const { settle, tryAcquire } = yield* budget
      const send = Effect.gen(function* () {
        const result = yield* tryAcquire
        if (result._tag === "Granted") yield* settle(result.permit, { count: undefined, refusedUntil: undefined })
        return result._tag
      })
      const results = [yield* send]
      isDown = true
      results.push(yield* send, yield* send)
      yield* TestClock.adjust("1 hour")
      results.push(yield* send)
      assert.deepStrictEqual(results, ["Granted", "Granted", "Full", "Granted"])
    }).pipe(Effect.provide(redis.layer))
  })

  it.effect("the process follows its own pauses and counts its own requests", () => {
    const redis = guardsReplying(() => failing("refused"))
    return Effect.gen(function* () {
      const { availableAt, pauseUntil, tryAcquire } = yield* budget
      yield* tryAcquire
      const { nextRequestAt, requestsThisHour } = yield* pauseUntil(60_000)
      assert.deepStrictEqual([nextRequestAt, requestsThisHour], [60_000, 1])
      assert.deepStrictEqual([yield* availableAt(1), yield* availableAt(2)], [60_000, 3_600_000])
    }).pipe(Effect.provide(redis.layer))
  })

  it.effect("the warning contains only the code of the error", () => {
    const causes = [
      new Error("WRONGPASS invalid password canary for redis://user:canary@host"),
      new Error("The password canary is wrong"),
      Object.assign(new Error("connect to canary"), { code: "ECONNREFUSED" }),
      Object.assign(new Error("canary"), { originalError: Object.assign(new Error("canary"), { code: "ENOENT" }) }),
      "canary"
    ]
    return Effect.forEach(causes, (cause) => {
      const redis = guardsReplying(() => failing(cause))
      return Effect.flatMap(budget, ({ tryAcquire }) => tryAcquire).pipe(
        Effect.provide(redis.layer),
        Effect.map(() => redis.logged.join())
      )
    }).pipe(
      Effect.map((logged) => {
        assert.deepStrictEqual(
          logged.map((line) => line.slice(0, line.indexOf("."))),
          [
            "Warn: Redis is not responding correctly (WRONGPASS)",
            "Warn: Redis is not responding correctly",
            "Warn: Redis is not responding correctly (ECONNREFUSED)",
            "Warn: Redis is not responding correctly (ENOENT)",
            "Warn: Redis is not responding correctly"
          ]
        )
        assert.notInclude(logged.join(), "canary")
      })
    )
  })

  it.effect("the warning says what to do", () =>
    Effect.gen(function* () {
      for (const [code, hint] of [
        ["PACKAGE_MISSING", /^Warn: The package "redis" is not installed\. .* alone .* Run npm install redis, or /],
        ["READONLY", /^Warn: Redis is not responding correctly \(READONLY\)\. .* alone .* allows scripts and writes\.$/]
      ] as const) {
        const redis = guardsReplying(() => failing(new Error(code)))
        yield* Effect.provide(
          Effect.flatMap(budget, ({ tryAcquire }) => tryAcquire),
          redis.layer
        )
        assert.strictEqual(redis.logged.length, 1)
        assert.match(redis.logged[0] ?? "", hint)
      }
    })
  )

  it.effect("each process uses its own circuit breaker", () => {
    const redis = guardsReplying(() => failing("refused"))
    return Effect.gen(function* () {
      const { breakers } = yield* Guards
      const context = yield* Layer.build(breakers)
      const store = Context.get(context, CircuitBreaker.CircuitBreakerStore)
      const breaker = yield* CircuitBreaker.make({
        tripPolicy: CircuitBreaker.consecutive(2),
        openDuration: "1 minute"
      }).pipe(Effect.provideContext(context))
      for (const key of ["service", "other service"]) {
        const call = breaker.execute(Effect.fail("down"), { key })
        const causes = yield* Effect.forEach([1, 2, 3], () => Effect.flip(Effect.sandbox(call)))
        assert.deepStrictEqual(
          causes
            .map((cause) => cause.reasons[0])
            .map((reason) => reason !== undefined && Cause.isFailReason(reason) && reason.error === "down"),
          [true, true, false]
        )
        assert.strictEqual((yield* store.state(key))._tag, "Open")
      }
    }).pipe(Effect.provide(redis.layer))
  })
})

describe("the keys in Redis", () => {
  for (const [prefix, start] of [
    [undefined, "public-records:"],
    ["mine:", "mine:"]
  ] as const) {
    it.effect(`start with ${start}, and those of a budget are in one cluster slot`, () => {
      let replies = 0
      const redis = guardsReplying(() => (replies++ < 3 ? Effect.succeed([1, 1, 0, 0]) : failing("refused")), prefix)
      return Effect.gen(function* () {
        const { availableAt, settle, tryAcquire } = yield* budget
        const result = yield* tryAcquire
        if (result._tag === "Full") return assert.fail("The budget is full.")
        yield* settle(result.permit, { count: undefined, refusedUntil: undefined })
        yield* availableAt(1)
        const names = ["own", "others", "reported"].map((name) => `${start}budget:{digest}:${name}`)
        assert.deepStrictEqual(redis.keys, [...names, ...names, ...names])
        yield* tryAcquire
        yield* TestClock.adjust("1 second")
        assert.strictEqual(redis.keys.at(-1), `${start}probe`)
      }).pipe(Effect.provide(redis.layer))
    })
  }
})

const refused = failing(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }))

describe("if Redis is down at the start", () => {
  it.effect("the process counts alone, warns once and shares the budget when Redis is back", () => {
    const { commands, layer, logged, seen } = guardsConnecting(refused, refused, refused)
    return Effect.gen(function* () {
      const { pauseUntil, tryAcquire } = yield* budget
      const results = [yield* tryAcquire, yield* tryAcquire, yield* tryAcquire]
      assert.deepStrictEqual(
        results.map(({ _tag }) => _tag),
        ["Granted", "Granted", "Full"]
      )
      yield* TestClock.adjust("2999 millis")
      assert.deepStrictEqual([logged.length, commands.length], [1, 0])
      assert.match(logged[0] ?? "", /^Warn: Redis is not responding correctly \(ECONNREFUSED\)\./)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual([seen.attempts, seen.closed], [4, 3])
      assert.strictEqual((yield* tryAcquire).state.requestsThisHour, 100)
      assert.strictEqual((yield* pauseUntil(60_000)).requestsThisHour, 100)
      assert.deepStrictEqual(logged.slice(1), [isBackLine])
    }).pipe(
      Effect.provide(layer),
      Effect.map(() => assert.strictEqual(seen.closed, seen.attempts))
    )
  })

  it.effect("only the first operation waits for the connection, for two seconds", () => {
    const { layer, logged } = guardsConnecting(Effect.never)
    return Effect.gen(function* () {
      const { tryAcquire } = yield* budget
      const first = yield* Effect.forkChild(tryAcquire)
      yield* TestClock.adjust("1999 millis")
      assert.isUndefined(first.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(first))._tag, "Granted")
      assert.strictEqual((yield* tryAcquire)._tag, "Granted")
      assert.strictEqual(logged.length, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("the attempts to connect log nothing but errors", () => {
    const { layer, logged } = guardsConnecting(Effect.andThen(Effect.logWarning("connecting"), refused))
    return Effect.gen(function* () {
      yield* Effect.flatMap(budget, ({ tryAcquire }) => tryAcquire)
      assert.strictEqual(logged.length, 1)
      assert.match(logged[0] ?? "", /^Warn: Redis is not responding correctly/)
    }).pipe(Effect.provide(layer))
  })

  it.effect("an invalid connection counts as an outage", () => {
    const { layer, logged } = guardsConnecting(
      Effect.die(Object.assign(new Error("canary"), { code: "ERR_INVALID_URL" }))
    )
    return Effect.gen(function* () {
      const { tryAcquire } = yield* budget
      assert.strictEqual((yield* tryAcquire)._tag, "Granted")
      assert.match(logged.join(), /^Warn: Redis is not responding correctly \(ERR_INVALID_URL\)\.[^]*writes\.$/)
    }).pipe(Effect.provide(layer))
  })

  it.effect("a connection that does not close delays the shutdown by at most two seconds", () =>
    Effect.gen(function* () {
      const connection = Layer.effect(
        Redis.Redis,
        Effect.acquireRelease(Effect.void, () => Effect.never).pipe(Effect.andThen(Effect.never))
      )
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(RedisGuards.layer(connection), scope)
      const { tryAcquire } = yield* Effect.provideContext(budget, context)
      const first = yield* Effect.forkChild(tryAcquire)
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(first)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("1999 millis")
      assert.isUndefined(closing.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(closing)
    })
  )
})

/** The log of a number of outages. */
const assertOutages = (logged: ReadonlyArray<string>, outages: number, areOver: boolean): void => {
  const expected = Array.from({ length: outages }, () => ["down", "back"]).flat()
  const lines = logged.map((line) => (isDownLine.test(line) ? "down" : line === isBackLine ? "back" : line))
  assert.deepStrictEqual(lines, areOver ? expected : expected.slice(0, -1))
}

describe("an outage", () => {
  const never: Connection = () => Effect.never
  const refusing: Connection = () => refused
  // A replica, or a Redis whose memory is full.
  const readOnly: Connection = (lua) =>
    /"(?:SET|HSET|ZADD)"/.test(lua) ? failing(new Error("READONLY")) : working(lua)
  const kinds: Readonly<Record<string, readonly [Effect.Effect<void, Redis.RedisError>, Connection]>> = {
    "that refuses connections": [refused, refusing],
    "that refuses commands": [Effect.void, refusing],
    "that refuses writes": [Effect.void, readOnly],
    "without replies": [Effect.void, never],
    "in which no attempt to connect ends": [Effect.never, never]
  }
  for (const [name, [connect, reply]] of Object.entries(kinds)) {
    it.effect(`${name} lasts until Redis is back, also the second time`, () => {
      let isDown = false
      const current: Connection = (lua) => (isDown ? reply : working)(lua)
      const { layer, logged, seen } = guardsOver(() => Effect.as(isDown ? connect : Effect.void, current))
      return Effect.gen(function* () {
        const { availableAt, tryAcquire } = yield* budget
        const count = Effect.map(tryAcquire, ({ state }) => state.requestsThisHour)
        assert.strictEqual(yield* count, sharedCount)
        for (const outage of [1, 2]) {
          isDown = true
          const first = yield* Effect.forkChild(count)
          yield* TestClock.adjust("2 seconds")
          assert.isDefined(first.pollUnsafe())
          assert.isBelow(yield* Fiber.join(first), sharedCount)
          yield* TestClock.adjust("2 minutes")
          yield* availableAt(1)
          assertOutages(logged, outage, false)
          isDown = false
          yield* TestClock.adjust("10 seconds")
          assertOutages(logged, outage, true)
          assert.strictEqual(yield* count, sharedCount)
          assert.strictEqual(seen.attempts - seen.closed, 1, "open connections")
          yield* TestClock.adjust("2 hours")
          assertOutages(logged, outage, true)
        }
      }).pipe(Effect.provide(layer))
    })
  }

  it.effect("of one connection, which no longer replies, ends with a new connection", () => {
    let broken = 0
    const { layer, logged, seen } = guardsOver((attempt) =>
      Effect.succeed((lua) => (attempt < broken ? Effect.never : working(lua)))
    )
    return Effect.gen(function* () {
      const { tryAcquire } = yield* budget
      for (const outage of [1, 2]) {
        yield* tryAcquire
        broken = seen.attempts
        const alone = yield* Effect.forkChild(tryAcquire)
        yield* TestClock.adjust("2 seconds")
        yield* Fiber.join(alone)
        yield* TestClock.adjust("1 second")
        assertOutages(logged, outage, true)
        assert.deepStrictEqual(seen, { attempts: outage + 1, closed: outage })
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("does not interrupt an attempt to connect that takes longer than two seconds", () => {
    const { layer, logged, seen } = guardsOver(() => Effect.delay(Effect.succeed(working), "4 seconds"))
    return Effect.gen(function* () {
      const { tryAcquire } = yield* budget
      const first = yield* Effect.forkChild(tryAcquire)
      while (seen.attempts === 0) yield* Effect.yieldNow
      yield* TestClock.adjust("3999 millis")
      yield* Fiber.join(first)
      assertOutages(logged, 1, false)
      yield* TestClock.adjust("3 seconds")
      assertOutages(logged, 1, true)
      assert.deepStrictEqual(seen, { attempts: 1, closed: 0 })
    }).pipe(Effect.provide(layer))
  })

  it.effect("ends even if a client neither connects nor closes", () => {
    const seen = { attempts: 0 }
    const connection = Layer.effect(
      Redis.Redis,
      Effect.acquireRelease(
        Effect.sync(() => seen.attempts++),
        () => (seen.attempts === 1 ? Effect.never : Effect.void)
      ).pipe(Effect.flatMap((attempt) => (attempt === 0 ? Effect.never : Effect.succeed(serviceOf(working)))))
    )
    return Effect.gen(function* () {
      const context = yield* Layer.buildWithScope(RedisGuards.layer(connection), Scope.makeUnsafe())
      const { tryAcquire } = yield* Effect.provideContext(budget, context)
      const first = yield* Effect.forkChild(tryAcquire)
      yield* TestClock.adjust("2 seconds")
      assert.isBelow((yield* Fiber.join(first)).state.requestsThisHour, sharedCount)
      yield* TestClock.adjust("8 seconds")
      assert.strictEqual((yield* tryAcquire).state.requestsThisHour, sharedCount)
      assert.strictEqual(seen.attempts, 2)
    })
  })

  it.effect("is noticed by each of two budgets, warned of once, and over for both", () => {
    let isDown = false
    const { layer, logged } = guardsOver(() => Effect.succeed((lua) => (isDown ? refused : working(lua))))
    return Effect.gen(function* () {
      const budgets = [yield* budget, yield* budget]
      const counts = Effect.forEach(budgets, ({ tryAcquire }) =>
        Effect.map(tryAcquire, ({ state }) => state.requestsThisHour)
      )
      for (const outage of [1, 2]) {
        isDown = true
        assert.deepStrictEqual(yield* counts, [outage, outage])
        isDown = false
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* counts, [sharedCount, sharedCount])
        assertOutages(logged, outage, true)
        yield* TestClock.adjust("2 hours")
      }
    }).pipe(Effect.provide(layer))
  })
})
