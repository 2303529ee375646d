import { assert } from "@effect/vitest"
import { Duration, Effect, Layer, Logger } from "effect"
import { Redis } from "effect/persistence"
import { Guards, RedisGuards } from "@public-records/core/guards"

const isDownLine = /^Warn: Redis is not responding correctly/
export const isBackLine = "Info: Redis is responding again. All processes share the budget of the key."

const owner = { digest: Effect.succeed("digest"), requestsPerHour: 2, attemptTimeout: Duration.seconds(30) }

type Reply = Effect.Effect<unknown, Redis.RedisError>

/** Replies to a script. */
export type Connection = (lua: string) => Reply

/** Returns the service of a connection, with the executed scripts and their keys. */
export const serviceOf = (reply: Connection, commands: Array<string> = [], keys: Array<unknown> = []) => {
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
export const guardsOver = (
  connect: (attempt: number) => Effect.Effect<Connection, Redis.RedisError>,
  prefix?: string
) => {
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
export const guardsReplying = (reply: Connection, prefix?: string) => guardsOver(() => Effect.succeed(reply), prefix)

export const sharedCount = 100
export const working: Connection = () => Effect.succeed([1, sharedCount, 0, 0])

/** Returns guards whose first attempts to connect end as given. The later ones succeed. */
export const guardsConnecting = (...attempts: ReadonlyArray<Effect.Effect<Connection, Redis.RedisError>>) =>
  guardsOver((attempt) => attempts[attempt] ?? Effect.succeed(working))

export const failing = (cause: unknown): Effect.Effect<never, Redis.RedisError> =>
  Effect.fail(new Redis.RedisError({ cause }))

export const budget = Effect.flatMap(Guards, (guards) => guards.budget(owner))

export const refused = failing(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }))

/** The log of a number of outages. */
export const assertOutages = (logged: ReadonlyArray<string>, outages: number, areOver: boolean): void => {
  const expected = Array.from({ length: outages }, () => ["down", "back"]).flat()
  const lines = logged.map((line) => (isDownLine.test(line) ? "down" : line === isBackLine ? "back" : line))
  assert.deepStrictEqual(lines, areOver ? expected : expected.slice(0, -1))
}
