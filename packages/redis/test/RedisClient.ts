import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { Clock, Effect, Layer, type Scope } from "effect"
import { Redis } from "effect/persistence"
import { createConnection } from "node:net"
import { redisProgram, type RedisServer, runRedis } from "./RedisServer.ts"

/** A Redis server that is there where these tests are registered. */
export const redisServer: Effect.Effect<RedisServer, never, Scope.Scope> = runRedis(redisProgram ?? "redis-server")

/** A connection as one process has it. */
export const connected = ({ socket }: RedisServer): Layer.Layer<Redis.Redis, Redis.RedisError> =>
  NodeRedis.layer({ socket: { path: socket, tls: false }, disableOfflineQueue: true })

/** How far the clock of Redis is ahead of the test's own. */
const aheadMillis = 7 * 3_600_000 + 123

/** A connection whose scripts use the test's clock, hours ahead of it, as another machine's may be. */
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

/** Everything that clients send from now on, as the server sees it. */
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

/** What a Redis server holds under one name. */
interface Held {
  readonly name: string
  readonly millisToLive: number
  readonly value: unknown
}

/** Everything that a Redis server holds. */
export const holdings: Effect.Effect<ReadonlyArray<Held>, Redis.RedisError, Redis.Redis> = Effect.gen(function* () {
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

/** The requests that the only budget in Redis counts, and those of them that are still under way. */
export const countedRequests = Effect.gen(function* () {
  const { send } = yield* Redis.Redis
  const [own = "none"] = yield* send<ReadonlyArray<string>>("KEYS", "*:own")
  const [seconds = "0"] = yield* send<ReadonlyArray<string>>("TIME")
  // What was answered just now is no longer under way.
  const soon = String((Number(seconds) + 1) * 1000)
  return { all: yield* send<number>("ZCARD", own), underWay: yield* send<number>("ZCOUNT", own, soon, "+inf") }
})

/** A connection of one process to Redis that a test can interrupt. */
export class Link {
  isDown = false
  /** Whether Redis runs scripts but its replies are lost. */
  losesReplies = false
  /** The largest number of arguments that a script had. */
  mostArguments = 0
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
          this.mostArguments = Math.max(this.mostArguments, script.params(...params).length)
          if (this.isDown) return lost
          const reply = redis.eval(script)(...params)
          return this.losesReplies ? Effect.andThen(reply, lost) : reply
        })
  }
}
