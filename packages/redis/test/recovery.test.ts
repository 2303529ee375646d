import { assert, describe, it } from "@effect/vitest"
import { type Budget, budgetWindowMillis, Guards } from "@public-records/core/guards"
import { RedisGuards } from "@public-records/redis"
import { type RedisServer } from "./RedisServer.ts"
import { Clock, type Context, Duration, Effect, Layer, Logger, type Scope } from "effect"
import { CircuitBreaker, Redis } from "effect/persistence"
import { TestClock } from "effect/testing"
import { Journal } from "./Journal.ts"
import { allEntries, connected, Link, redisServer } from "./RedisClient.ts"

const minute = 60_000

/** A service that counts the requests of the last hour. */
class Service {
  readonly #limit: number
  readonly #times: Array<number> = []

  constructor(limit: number) {
    this.#limit = limit
  }

  receive(now: number): void {
    this.#times.push(now)
  }

  outcomeAt(now: number) {
    const counted = this.#times.filter((time) => time > now - budgetWindowMillis).length
    return { count: { limit: this.#limit, remaining: this.#limit - counted }, refusedUntil: undefined }
  }
}

/** One process: its connection, its guards, its budget and its log. */
interface Process {
  readonly link: Link
  readonly guards: Context.Context<never>
  readonly budget: Budget
  readonly journal: Journal
}

const startProcess = (server: RedisServer, limit: number): Effect.Effect<Process, never, Scope.Scope> =>
  Effect.gen(function* () {
    const [link, journal] = [new Link(server), new Journal()]
    const log = Logger.make(({ message }) => journal.add(Array.isArray(message) ? message.join(" ") : String(message)))
    const guards = yield* Layer.build(
      Layer.fresh(RedisGuards.layer(link.connection)).pipe(Layer.provideMerge(Logger.layer([log])))
    )
    const owner = { digest: Effect.succeed("digest"), requestsPerHour: limit, attemptTimeout: Duration.seconds(30) }
    const budget = yield* Effect.flatMap(Guards, (guards) => guards.budget(owner)).pipe(Effect.provide(guards))
    const logged = <A>(effect: Effect.Effect<A>) => Effect.provide(effect, guards)
    return {
      link,
      guards,
      journal,
      budget: {
        ...budget,
        tryAcquire: logged(budget.tryAcquire),
        settle: (permit, outcome) => logged(budget.settle(permit, outcome))
      }
    }
  })

/** Starts Redis, a service with a limit and two processes that share the key. */
const setUp = (limit: number) =>
  Effect.gen(function* () {
    const redis = yield* redisServer
    return {
      redis,
      service: new Service(limit),
      a: yield* startProcess(redis, limit),
      b: yield* startProcess(redis, limit)
    }
  })

/** Sends requests one after another. Returns how many the budget allowed. */
const send = Effect.fnUntraced(function* ({ budget }: Process, service: Service, requests: number) {
  let sent = 0
  for (let n = 0; n < requests; n++) {
    const result = yield* budget.tryAcquire
    if (result._tag === "Full") continue
    const now = yield* Clock.currentTimeMillis
    service.receive(now)
    yield* budget.settle(result.permit, service.outcomeAt(now))
    sent++
  }
  return sent
})

/** Returns the number of requests that a process may send immediately. */
const availableNow = Effect.fnUntraced(function* ({ budget }: Process, limit: number) {
  const now = yield* Clock.currentTimeMillis
  const times = yield* Effect.forEach(Array.from({ length: limit }), (_, n) => budget.availableAt(n + 1))
  return times.filter((at) => at <= now).length
})

const reconnect = Effect.fnUntraced(function* ({ link, journal }: Process, outages = 1) {
  link.isDown = false
  link.losesReplies = false
  yield* TestClock.adjust("1 second")
  yield* journal.until(/^Redis is responding again/, outages)
})

const empty = ({ socket }: RedisServer) =>
  Redis.Redis.use(({ send }) => send("FLUSHALL")).pipe(Effect.provide(connected({ socket, ...unused })))

const unused = { kill: Effect.void, start: Effect.void }

describe("after an outage", () => {
  it.effect("no request is counted twice, and the next one is sent immediately", () =>
    Effect.gen(function* () {
      const { a, b, service } = yield* setUp(8)
      for (const outage of [1, 2]) {
        // Other processes learn of requests during the outage from the service.
        a.link.isDown = true
        assert.deepStrictEqual([yield* send(a, service, 3), yield* send(b, service, 2)], [3, 2])
        yield* reconnect(a, outage)
        assert.deepStrictEqual([yield* availableNow(a, 8), yield* availableNow(b, 8)], [3, 3])
        // Once an hour, one request asks the service how long to wait.
        assert.deepStrictEqual([yield* send(a, service, 3), yield* send(b, service, 2)], [3, 1])
        assert.strictEqual(a.journal.all(/^Redis is not responding/).length, outage)
        yield* TestClock.adjust("2 hours")
      }
    })
  )

  it.effect("the first response restores the count that Redis lost", () =>
    Effect.gen(function* () {
      const { a, b, redis, service } = yield* setUp(10)
      for (const sentBefore of [2, 1]) {
        yield* send(a, service, sentBefore)
        yield* send(b, service, 2)
        yield* empty(redis)
        assert.strictEqual(yield* send(a, service, 1), 1)
        const free = 10 - sentBefore - 3
        assert.deepStrictEqual([yield* availableNow(a, 10), yield* availableNow(b, 10)], [free, free])
        assert.deepStrictEqual([yield* send(b, service, free), yield* send(a, service, 2)], [free, 1])
        yield* TestClock.adjust("2 hours")
      }
    })
  )

  it.effect("a request that began during the outage is counted once", () =>
    Effect.gen(function* () {
      const { a, b, service } = yield* setUp(5)
      a.link.isDown = true
      const result = yield* a.budget.tryAcquire
      if (result._tag === "Full") return assert.fail("The budget is full.")
      service.receive(yield* Clock.currentTimeMillis)
      yield* reconnect(a)
      yield* send(b, service, 1)
      yield* a.budget.settle(result.permit, service.outcomeAt(yield* Clock.currentTimeMillis))
      assert.deepStrictEqual([yield* availableNow(a, 5), yield* availableNow(b, 5)], [3, 3])
    })
  )

  it.effect("a permit whose reply was lost is not counted if no request was sent", () =>
    Effect.gen(function* () {
      const { a, b, service } = yield* setUp(3)
      yield* send(b, service, 2)
      yield* TestClock.adjust("30 minutes")
      yield* send(a, service, 1)
      yield* TestClock.adjust("31 minutes")
      // Redis knows that the first requests no longer count. The process does not, asks the service once, and refuses the next one.
      a.link.losesReplies = true
      assert.strictEqual((yield* a.budget.tryAcquire)._tag, "Granted")
      assert.strictEqual(yield* send(a, service, 1), 0)
      yield* reconnect(a)
      assert.strictEqual(yield* send(a, service, 1), 1)
    })
  )

  it.effect("a request whose permit was lost in the reply counts from its end", () =>
    Effect.gen(function* () {
      const { a, b, service } = yield* setUp(1)
      a.link.losesReplies = true
      const result = yield* a.budget.tryAcquire
      if (result._tag === "Full") return assert.fail("The process did not count alone.")
      yield* reconnect(a)
      const endedAt = yield* Clock.currentTimeMillis
      service.receive(endedAt)
      yield* a.budget.settle(result.permit, service.outcomeAt(endedAt))
      yield* TestClock.setTime(endedAt + budgetWindowMillis)
      assert.strictEqual((yield* b.budget.tryAcquire)._tag, "Granted")
    })
  )

  it.effect("scripts have no additional arguments for requests during the outage", () =>
    Effect.gen(function* () {
      const { a, service } = yield* setUp(1000)
      yield* send(a, service, 1)
      a.link.isDown = true
      assert.strictEqual(yield* send(a, service, 700), 700)
      yield* reconnect(a)
      yield* send(a, service, 1)
      assert.isAtMost(a.link.maxArguments, 9)
    })
  )

  it.effect("a call that began before the outage logs no additional warning", () =>
    Effect.gen(function* () {
      const { a } = yield* setUp(10)
      yield* Effect.gen(function* () {
        const { breakers } = yield* Guards
        const breaker = yield* CircuitBreaker.make({
          tripPolicy: CircuitBreaker.consecutive(2),
          openDuration: "1 minute"
        }).pipe(Effect.provideContext(yield* Layer.build(breakers)))
        yield* breaker.execute(
          Effect.sync(() => (a.link.isDown = true)),
          { key: "service" }
        )
      }).pipe(Effect.provide(a.guards))
      assert.match(a.journal.all(/^/).join("; "), /^Redis is not responding correctly[^;]*$/)
    })
  )

  it.effect("a process counts alone with what the service said before the outage", () =>
    Effect.gen(function* () {
      const { a, service } = yield* setUp(10)
      for (const outage of [1, 2]) {
        // Another program with the same key uses most of the hour.
        for (let n = 0; n < 7; n++) service.receive(yield* Clock.currentTimeMillis)
        assert.strictEqual(yield* send(a, service, 1), 1)
        a.link.isDown = true
        // The third one asks the service how long to wait.
        assert.strictEqual(yield* send(a, service, 9), 3)
        yield* reconnect(a, outage)
        yield* TestClock.adjust("2 hours")
      }
    })
  )

  it.effect("all data expires", () =>
    Effect.gen(function* () {
      const { a, redis, service } = yield* setUp(10)
      yield* send(a, service, 1)
      a.link.isDown = true
      yield* send(a, service, 1)
      yield* reconnect(a)
      const entries = yield* Effect.provide(allEntries, connected(redis))
      const lasting = entries.filter(({ name, millisToLive }) => millisToLive < 0 && name !== "clock")
      assert.deepStrictEqual(lasting, [])
      assert.isAbove(entries.length, 1)
    })
  )

  it.effect("a pause of more than an hour does not expire before its end", () =>
    Effect.gen(function* () {
      const { a, redis } = yield* setUp(10)
      yield* a.budget.pauseUntil((yield* Clock.currentTimeMillis) + 180 * minute)
      const entries = yield* Effect.provide(allEntries, connected(redis))
      const { millisToLive = 0 } = entries.find(({ name }) => name.endsWith(":reported")) ?? {}
      assert.isTrue(millisToLive > 179 * minute && millisToLive <= 180 * minute, String(millisToLive))
    })
  )

  it.effect("a shorter pause replaces a longer one that another process received", () =>
    Effect.gen(function* () {
      const { a, b, service } = yield* setUp(10)
      for (const _ of [1, 2]) {
        const now = yield* Clock.currentTimeMillis
        yield* a.budget.pauseUntil(now + 10 * minute)
        yield* b.budget.pauseUntil(now + minute)
        assert.deepStrictEqual([yield* send(a, service, 1), yield* send(b, service, 1)], [0, 0])
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual([yield* send(a, service, 1), yield* send(b, service, 1)], [1, 1])
        yield* TestClock.adjust("2 hours")
      }
    })
  )

  it.effect("a pause that Redis lost still holds for all processes", () =>
    Effect.gen(function* () {
      const { a, b, redis, service } = yield* setUp(10)
      yield* a.budget.pauseUntil((yield* Clock.currentTimeMillis) + 10 * minute)
      yield* empty(redis)
      assert.deepStrictEqual([yield* send(a, service, 1), yield* send(b, service, 1)], [0, 0])
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual([yield* send(a, service, 1), yield* send(b, service, 1)], [1, 1])
    })
  )
})
