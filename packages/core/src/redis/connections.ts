import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import type { RedisConnection } from "./RedisConnection.ts"

/** How soon a client reconnects that lost its connection. */
const reconnectMillis = 100

type Connected = Layer.Layer<Redis.Redis, Redis.RedisError>

const failed = (cause: unknown): Redis.RedisError => new Redis.RedisError({ cause })
const unsupported = Effect.fail(failed("A shared budget only runs scripts."))

const serviceOver = (connection: RedisConnection) => {
  function send<A>(command: string, ...args: ReadonlyArray<string>): Effect.Effect<A, Redis.RedisError>
  function send(command: string, ...args: ReadonlyArray<string>): Effect.Effect<unknown, Redis.RedisError> {
    // Connections of `ioredis` have both methods, and expect something else in `sendCommand`.
    const reply = async () =>
      "call" in connection ? connection.call(command, ...args) : connection.sendCommand([command, ...args])
    return Effect.tryPromise({ try: reply, catch: failed })
  }
  return Redis.make({ send, subscribe: () => unsupported, connect: unsupported })
}

/** Uses a connection that the caller opened and closes. */
export const connectionOf = (connection: RedisConnection): Connected =>
  Layer.effect(Redis.Redis, serviceOver(connection))

const clientFor = async (url: string) => {
  const { createClient } = await import("redis").catch((cause: unknown) => {
    throw new Error("PACKAGE_MISSING", { cause })
  })
  let wasConnected = false
  const client = createClient({
    url,
    disableOfflineQueue: true,
    // Only Redis Enterprise has these notifications. Requesting them fails for a socket URL with a password.
    maintNotifications: "disabled",
    socket: { reconnectStrategy: (_retries, cause) => (wasConnected ? reconnectMillis : cause) }
  })
  // The commands that fail report the error.
  client.on("error", () => {})
  client.once("ready", () => (wasConnected = true))
  return client
}

/** Opens a connection with the package `redis`, which reconnects by itself. */
export const connectionTo = (url: string): Connected =>
  Layer.effect(
    Redis.Redis,
    Effect.gen(function* () {
      const client = yield* Effect.acquireRelease(
        Effect.tryPromise({ try: () => clientFor(url), catch: failed }),
        // Does not wait for pending commands. Throws if the connection is already closed.
        (client) => Effect.ignoreCause(Effect.sync(() => client.destroy()))
      )
      yield* Effect.tryPromise({ try: () => client.connect(), catch: failed })
      return yield* serviceOver(client)
    })
  )
