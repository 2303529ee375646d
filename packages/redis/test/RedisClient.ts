import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { Clock, Effect, Layer, type Scope } from "effect"
import { Redis } from "effect/persistence"
import { createConnection } from "node:net"
import { redisProgram, type RedisServer, runRedis } from "./RedisServer.ts"

/** A Redis server. The tests that need it are registered only if Redis is installed. */
export const redisServer: Effect.Effect<RedisServer, never, Scope.Scope> = runRedis(redisProgram ?? "redis-server")

/** Returns the connection of one process. */
export const connected = ({ socket }: RedisServer): Layer.Layer<Redis.Redis, Redis.RedisError> =>
  NodeRedis.layer({ socket: { path: socket, tls: false }, disableOfflineQueue: true })

/** Difference between the clock of Redis and the test's clock. */
const aheadMillis = 7 * 3_600_000 + 123

/** Returns a connection whose scripts read the time from the test's clock, plus some hours, like on another machine. */
export const byTestClock = (connection: Layer.Layer<Redis.Redis, Redis.RedisError>) =>
  Layer.effect(Redis.Redis, Effect.map(Redis.Redis, withTestClock)).pipe(Layer.provide(connection))

const withTestClock = (redis: Redis.Redis["Service"]): Redis.Redis["Service"] => {
  const setClock = Effect.gen(function* () {
    const now = (yield* Clock.currentTimeMillis) + aheadMillis
    const set = "redis.call('DEL', 'clock') redis.call('RPUSH', 'clock', ARGV[1], ARGV[2])"
    yield* redis.send("EVAL", set, "0", String(Math.floor(now / 1000)), String((now % 1000) * 1000))
  })
  return {
    ...redis,
    eval: <Config extends { readonly params: ReadonlyArray<unknown>; readonly result: unknown }>(
      script: Redis.Script<Config>
    ) => {
      const lua = script.lua.replace('redis.call("TIME")', 'redis.call("LRANGE", "clock", 0, 1)')
      const timed: Redis.Script<Config> = Object.create(script, { lua: { value: lua } })
      return (...params: Config["params"]) => Effect.andThen(setClock, redis.eval(timed)(...params))
    }
  }
}

/** Records all commands that the server receives from now on. */
export const monitor = ({ socket }: RedisServer): Effect.Effect<{ readonly seen: () => string }, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<{ readonly seen: () => string; readonly close: () => void }>((resume) => {
      let text = ""
      const connection = createConnection(socket, () => connection.write("MONITOR\r\n"))
      connection.setEncoding("utf8").on("data", (more: string) => {
        text += more
        resume(Effect.succeed({ seen: () => text, close: () => connection.destroy() }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const readCommands: Readonly<Record<string, ReadonlyArray<string>>> = {
  hash: ["HGETALL"],
  zset: ["ZRANGE", "0", "-1", "WITHSCORES"],
  string: ["GET"]
}

/** A Redis key and its value. */
interface Entry {
  readonly name: string
  readonly millisToLive: number
  readonly value: unknown
}

/** All entries of a Redis server. */
export const allEntries: Effect.Effect<ReadonlyArray<Entry>, Redis.RedisError, Redis.Redis> = Effect.gen(function* () {
  const { send } = yield* Redis.Redis
  const names = yield* send<ReadonlyArray<string>>("KEYS", "*")
  return yield* Effect.forEach(names, (name) =>
    Effect.gen(function* () {
      const type = yield* send<string>("TYPE", name)
      const [command = "DUMP", ...args] = readCommands[type] ?? []
      const millisToLive = yield* send<number>("PTTL", name)
      return { name, millisToLive, value: yield* send(command, name, ...args) }
    })
  )
})

/** The number of requests that the only budget in Redis counts, and how many of them are in flight. */
export const countedRequests = Effect.gen(function* () {
  const { send } = yield* Redis.Redis
  const [own = "none"] = yield* send<ReadonlyArray<string>>("KEYS", "*:own")
  const [seconds = "0"] = yield* send<ReadonlyArray<string>>("TIME")
  // A request whose response has just arrived is not in flight.
  const soon = String((Number(seconds) + 1) * 1000)
  return { all: yield* send<number>("ZCARD", own), inFlight: yield* send<number>("ZCOUNT", own, soon, "+inf") }
})

/** A connection of one process to Redis that a test can break. */
export class Link {
  isDown = false
  /** Whether Redis runs scripts but its replies are lost. */
  losesReplies = false
  /** The maximum number of arguments of a script. */
  maxArguments = 0
  readonly connection: Layer.Layer<Redis.Redis, Redis.RedisError>

  constructor(server: RedisServer) {
    this.connection = Layer.effect(
      Redis.Redis,
      Effect.map(Redis.Redis, (redis) => ({ ...redis, eval: this.#eval(redis) }))
    ).pipe(Layer.provide(byTestClock(connected(server))))
  }

  #eval(redis: Redis.Redis["Service"]): Redis.Redis["Service"]["eval"] {
    const lost = Effect.fail(new Redis.RedisError({ cause: new Error("CONNECTION lost") }))
    return (script) =>
      (...params) =>
        Effect.suspend(() => {
          this.maxArguments = Math.max(this.maxArguments, script.params(...params).length)
          if (this.isDown) return lost
          const reply = redis.eval(script)(...params)
          return this.losesReplies ? Effect.andThen(reply, lost) : reply
        })
  }
}
