import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { Server, ServerResponse } from "node:http"
import { queryObjects } from "node:v8"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Exit, Layer, Predicate, Scope } from "effect"
import { ReferenceServer, type SocketOptions } from "../src/index.ts"
import { samples } from "./prometheus.ts"
import { firstRequest, parseResponses, rawConnection } from "./rawSocket.ts"
import { sendRequest } from "./requests.ts"

const complaints = "/v0/dnc-complaints?items_per_page=1"
const plain = { port: 0, tls: "off", allowHttp: true, rateLimit: "off" } as const
const onSocket = (options: SocketOptions = {}) => Effect.provide(ReferenceServer.layerSocket({ ...plain, ...options }))

const openConnections = Effect.map(sendRequest("/metrics", {}), ({ text }) =>
  samples(text).get("public_records_open_connections")
)

const nextTurn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** Repeats an effect once per turn of the event loop until its result is as wanted. */
const waitFor = <A, E, R>(effect: Effect.Effect<A, E, R>, isWanted: (value: A) => boolean): Effect.Effect<A, E, R> =>
  Effect.flatMap(effect, (value) =>
    isWanted(value) ? Effect.succeed(value) : Effect.andThen(nextTurn, waitFor(effect, isWanted))
  )

/** A clock whose delays never end. It counts those that begin, and those that are canceled. */
const stoppedClock = (counts: { begun: number; canceled: number }): Clock.Clock => ({
  currentTimeMillisUnsafe: () => 0,
  currentTimeMillis: Effect.succeed(0),
  currentTimeNanosUnsafe: () => 0n,
  currentTimeNanos: Effect.succeed(0n),
  monotonicTimeNanosUnsafe: () => 0n,
  monotonicTimeNanos: Effect.succeed(0n),
  sleep: () =>
    Effect.suspend(() => {
      counts.begun += 1
      return Effect.onInterrupt(Effect.never, () => Effect.sync(() => void (counts.canceled += 1)))
    })
})

/** Returns the HTTP server that handles a request. */
const serverOf = <A, E, R>(request: Effect.Effect<A, E, R>): Effect.Effect<Server, E, R> =>
  Effect.gen(function* () {
    let found: Server | undefined
    const look = (message: unknown): void => {
      if (Predicate.hasProperty(message, "server") && message.server instanceof Server) found = message.server
    }
    subscribe("http.server.request.start", look)
    yield* Effect.ensuring(
      request,
      Effect.sync(() => unsubscribe("http.server.request.start", look))
    )
    assert.isDefined(found)
    return found
  })

describe("a server on a socket", () => {
  it.live("holds no response after it was sent, truncated, reset or given up by its client", () =>
    Effect.gen(function* () {
      const { faults, url } = yield* ReferenceServer
      const before = queryObjects(ServerResponse, { format: "count" })
      for (let round = 1; round <= 5; round++) {
        for (const fault of [{ do: "truncate" }, { do: "reset" }, { do: "stall" }, { do: "delay", ms: 1e8 }] as const) {
          yield* faults.next(fault)
          const { end, send, socket } = yield* rawConnection(url)
          const { length } = yield* faults.history
          send(firstRequest("GET", complaints))
          yield* waitFor(faults.history, (all) => all.length > length)
          if (fault.do === "stall" || fault.do === "delay") socket.destroy()
          yield* end
          yield* sendRequest(complaints)
        }
      }
      yield* waitFor(openConnections, (count) => count === 1)
      // The last ones may still be in use.
      assert.isBelow(queryObjects(ServerResponse, { format: "count" }) - before, 5)
    }).pipe(Effect.scoped, onSocket())
  )

  it.live("cancels the delay of a response whose client has gone", () => {
    const counts = { begun: 0, canceled: 0 }
    const layer = ReferenceServer.layerSocket(plain)
    return Effect.gen(function* () {
      const { faults, url } = yield* ReferenceServer
      for (const round of [1, 2]) {
        yield* faults.next({ do: "delay", ms: 60_000 })
        const { send, socket } = yield* rawConnection(url)
        send(firstRequest("GET", complaints))
        yield* waitFor(openConnections, () => counts.begun === round)
        socket.destroy()
        yield* waitFor(openConnections, (count) => count === 1)
        assert.deepStrictEqual(counts, { begun: round, canceled: round })
      }
    }).pipe(Effect.scoped, Effect.provide(Layer.provide(layer, Layer.succeed(Clock.Clock, stoppedClock(counts)))))
  })

  it.live("continues after every error of its socket, such as too many open files", () =>
    Effect.gen(function* () {
      const server = yield* serverOf(sendRequest("/health"))
      for (const _ of [1, 2, 3]) {
        assert.doesNotThrow(() => server.emit("error", new Error("accept EMFILE")))
        assert.strictEqual((yield* sendRequest("/health")).status, 200)
      }
    }).pipe(onSocket())
  )

  it.live("closes at once, without the responses in flight, if it has no time for them", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const layer = ReferenceServer.layerSocket({ ...plain, limits: { drainMillis: 0 } })
      const { faults, url } = Context.get(yield* Layer.buildWithScope(layer, scope), ReferenceServer)
      yield* faults.next({ do: "delay", ms: 2_000 })
      const { end, send } = yield* rawConnection(url)
      send(firstRequest("GET", complaints))
      yield* waitFor(faults.history, (all) => all.length === 1)
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(parseResponses(yield* end), [])
    }).pipe(Effect.scoped)
  )
})
