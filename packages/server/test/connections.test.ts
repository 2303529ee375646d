import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { Server, ServerResponse } from "node:http"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Exit, Layer, Predicate, Scope } from "effect"
import { ReferenceServer, type SocketOptions } from "../src/index.ts"
import { firstRequest, parseResponses, patiently, rawConnection } from "./rawSocket.ts"
import { sendRequest } from "./requests.ts"

const complaints = "/v0/dnc-complaints?items_per_page=1"
const plain = { port: 0, tls: "off", allowHttp: true, rateLimit: "off" } as const
const onSocket = (options: SocketOptions = {}) => Effect.provide(ReferenceServer.layerSocket({ ...plain, ...options }))

const nextTurn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** Repeats an effect once per turn of the event loop until its result is as wanted. */
const waitFor = <A, E, R>(effect: Effect.Effect<A, E, R>, isWanted: (value: A) => boolean): Effect.Effect<A, E, R> =>
  Effect.flatMap(effect, (value) =>
    isWanted(value) ? Effect.succeed(value) : Effect.andThen(nextTurn, waitFor(effect, isWanted))
  )

/** A delay that never ends: a promise for its begin and one for its cancellation. */
const endlessDelay = () => ({ begun: Promise.withResolvers<void>(), canceled: Promise.withResolvers<void>() })

/** A clock whose delays never end. Each takes the next one of a list. */
const stoppedClock = (delays: Iterator<ReturnType<typeof endlessDelay>>): Clock.Clock => ({
  currentTimeMillisUnsafe: () => 0,
  currentTimeMillis: Effect.succeed(0),
  currentTimeNanosUnsafe: () => 0n,
  currentTimeNanos: Effect.succeed(0n),
  monotonicTimeNanosUnsafe: () => 0n,
  monotonicTimeNanos: Effect.succeed(0n),
  sleep: () =>
    Effect.suspend(() => {
      const { value } = delays.next()
      value?.begun.resolve()
      return Effect.onInterrupt(Effect.never, () => Effect.sync(() => value?.canceled.resolve()))
    })
})

/** Calls `look` with what Node.js says of each HTTP request that starts while an effect runs. */
const watchRequests = <A, E, R>(effect: Effect.Effect<A, E, R>, look: (message: unknown) => void) =>
  Effect.acquireUseRelease(
    Effect.sync(() => subscribe("http.server.request.start", look)),
    () => effect,
    () => Effect.sync(() => unsubscribe("http.server.request.start", look))
  )

/** Returns the HTTP server that handles a request. */
const serverOf = <A, E, R>(request: Effect.Effect<A, E, R>): Effect.Effect<Server, E, R> =>
  Effect.gen(function* () {
    let found: Server | undefined
    yield* watchRequests(request, (message) => {
      if (Predicate.hasProperty(message, "server") && message.server instanceof Server) found = message.server
    })
    assert.isDefined(found)
    return found
  })

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

describe("a server on a socket", () => {
  it.live("holds no response after it was sent, truncated, reset or given up by its client", () =>
    Effect.gen(function* () {
      const { faults, url } = yield* ReferenceServer
      const responses: Array<WeakRef<ServerResponse>> = []
      const round = Effect.gen(function* () {
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
      })
      yield* watchRequests(Effect.replicateEffect(round, 5, { discard: true }), (message) => {
        if (Predicate.hasProperty(message, "response") && message.response instanceof ServerResponse)
          responses.push(new WeakRef(message.response))
      })
      assert.strictEqual(responses.length, 40)
      const countHeld = (): number => responses.filter((response) => response.deref() !== undefined).length
      // The last ones may still be in use, and the server learns of a closed connection only later.
      for (let requests = 0; requests < 100 && countHeld() >= 5; requests++) {
        yield* sendRequest("/health")
        collectGarbage()
      }
      assert.isBelow(countHeld(), 5)
    }).pipe(Effect.scoped, onSocket())
  )

  it.live("cancels the delay of a response whose client has gone", () => {
    const delays = [endlessDelay(), endlessDelay()]
    const clock = Layer.succeed(Clock.Clock, stoppedClock(delays.values()))
    return Effect.gen(function* () {
      const { faults, url } = yield* ReferenceServer
      for (const { begun, canceled } of delays) {
        yield* faults.next({ do: "delay", ms: 60_000 })
        const { send, socket } = yield* rawConnection(url)
        send(firstRequest("GET", complaints))
        yield* Effect.promise(() => patiently(begun.promise, () => "the response was not delayed"))
        socket.destroy()
        yield* Effect.promise(() => patiently(canceled.promise, () => "the delay was not canceled"))
      }
    }).pipe(Effect.scoped, Effect.provide(Layer.provide(ReferenceServer.layerSocket(plain), clock)))
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
