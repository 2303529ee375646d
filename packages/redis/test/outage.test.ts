import { assert, describe, it } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { CircuitBreaker, Redis } from "effect/persistence"
import { TestClock } from "effect/testing"
import { Guards, RedisGuards } from "@public-records/core/guards"
import { budget, failing, guardsConnecting, guardsReplying, isBackLine, refused } from "./fakeGuards.ts"

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
