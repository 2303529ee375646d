import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { ReferenceServer, type SocketOptions } from "../src/index.ts"
import { parseResponses, firstRequest, raw, rawConnection } from "./rawSocket.ts"

const complaints = "/v0/dnc-complaints"
const page = `${complaints}?items_per_page=1`

/** Starts a server that the test closes itself. */
const startServer = (options: SocketOptions = {}) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const limits = { drainMillis: 100_000 }
    const layer = ReferenceServer.layerSocket({
      port: 0,
      tls: "off",
      allowHttp: true,
      rateLimit: "off",
      limits,
      ...options
    })
    const server = Context.get(yield* Layer.buildWithScope(layer, scope), ReferenceServer)
    // Well below the drain timeout.
    const close = Effect.timeout(Scope.close(scope, Exit.void), "50 seconds")
    return { server, url: server.url, close }
  })

describe("the fault `truncate`", () => {
  it.live("closes the connection immediately, not when it has been idle for long", () =>
    Effect.gen(function* () {
      const { close, server, url } = yield* startServer({ limits: { keepAliveMillis: 1_000_000 } })
      yield* server.faults.next({ do: "truncate" })
      const received = yield* raw(url, firstRequest("GET", page))
      const [head = "", body = ""] = received.split("\r\n\r\n")
      const length = Number(/^Content-Length: (\d+)\r$/m.exec(`${head}\r`)?.[1])
      assert.strictEqual(body.length, Math.floor(length / 2))
      yield* close
    }).pipe(Effect.scoped)
  )
})

describe("a server that closes", () => {
  it.live("completes requests in flight, sends `Connection: close` and refuses new connections", () =>
    Effect.gen(function* () {
      const { close, server, url } = yield* startServer()
      const reused = yield* rawConnection(url)
      reused.send(firstRequest("GET", page))
      yield* reused.until(/200 OK/)
      yield* server.faults.next({ do: "delay", ms: 100 })
      reused.send(firstRequest("GET", page))
      const late = yield* rawConnection(url)
      const closing = yield* Effect.forkChild(close)
      // This request arrives on an open connection while the server closes.
      late.send(firstRequest("GET", page))
      const [before, delayed] = parseResponses(yield* reused.end)
      const [whole] = parseResponses(yield* late.end)
      yield* Fiber.join(closing)
      assert.strictEqual(before?.headers.get("connection"), "keep-alive")
      for (const last of [delayed, whole]) {
        assert.strictEqual(last?.status, 200)
        assert.strictEqual(last?.headers.get("connection"), "close")
        assert.strictEqual(last?.body.length, Number(last?.headers.get("content-length")))
      }
      assert.strictEqual(yield* raw(url, firstRequest("GET", page)), "")
    }).pipe(Effect.scoped)
  )

  it.live("completes a response that takes longer than the server waits for requests", () =>
    Effect.gen(function* () {
      const { close, server, url } = yield* startServer()
      const { end, send } = yield* rawConnection(url)
      yield* server.faults.next({ do: "delay", ms: 700 })
      send(firstRequest("GET", page))
      yield* close
      const [delayed] = parseResponses(yield* end)
      assert.deepStrictEqual([delayed?.status, delayed?.headers.get("connection")], [200, "close"])
    }).pipe(Effect.scoped)
  )

  it.live("responds to a request on a connection that was idle until now", () =>
    Effect.gen(function* () {
      const { close, url } = yield* startServer()
      const { end, send, until } = yield* rawConnection(url)
      send(firstRequest("GET", page))
      yield* until(/200 OK/)
      // The request is sent in the same turn of the event loop in which the server begins to close.
      const closing = yield* Effect.forkChild(close, { startImmediately: true })
      send(firstRequest("GET", page))
      assert.strictEqual(parseResponses(yield* end).length, 2)
      yield* Fiber.join(closing)
    }).pipe(Effect.scoped)
  )

  it.live("responds to a request that arrived while the process was busy, although its connection seems idle", () =>
    Effect.gen(function* () {
      const { close, url } = yield* startServer()
      const { end, send, until } = yield* rawConnection(url)
      send(firstRequest("GET", page))
      yield* until(/200 OK/)
      const closing = yield* Effect.forkChild(close, { startImmediately: true })
      send(firstRequest("GET", page))
      // Blocks the process for longer than the server waits for requests.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
      assert.strictEqual(parseResponses(yield* end).length, 2)
      yield* Fiber.join(closing)
    }).pipe(Effect.scoped)
  )

  it.live("closes connections that are idle, without a complete request or stalled", () =>
    Effect.gen(function* () {
      const { close, server, url } = yield* startServer()
      const idle = yield* rawConnection(url)
      idle.send(firstRequest("GET", page))
      yield* idle.until(/200 OK/)
      const silent = yield* rawConnection(url)
      const half = yield* rawConnection(url)
      half.send("GET /hea")
      yield* server.faults.next({ do: "stall" })
      const stalled = yield* rawConnection(url)
      stalled.send(firstRequest("GET", page))
      yield* stalled.until(/\r\n\r\n/)
      yield* close
      assert.strictEqual(parseResponses(yield* idle.end).length, 1)
      assert.strictEqual(yield* silent.end, "")
      assert.strictEqual(yield* half.end, "")
      assert.match(yield* stalled.end, /\r\n\r\n$/)
    }).pipe(Effect.scoped)
  )

  it.live("closes the connection of a request that stalls only then", () =>
    Effect.gen(function* () {
      const { close, server, url } = yield* startServer()
      const late = yield* rawConnection(url)
      late.send(firstRequest("GET", page))
      yield* late.until(/200 OK/)
      yield* server.faults.next({ do: "stall" })
      const closing = yield* Effect.forkChild(close, { startImmediately: true })
      late.send(firstRequest("GET", page))
      assert.strictEqual(parseResponses(yield* late.end).length, 1)
      assert.lengthOf(yield* server.faults.history, 2)
      yield* Fiber.join(closing)
    }).pipe(Effect.scoped)
  )

  it.live("closes all remaining connections after the drain timeout", () =>
    Effect.gen(function* () {
      const { close, server, url } = yield* startServer({ limits: { drainMillis: 100 } })
      yield* server.faults.next({ do: "delay", ms: 100_000 })
      const { end, send } = yield* rawConnection(url)
      const secure = yield* startServer({ tls: "self-signed", limits: { drainMillis: 100 } })
      const handshake = yield* rawConnection(secure.url)
      send(firstRequest("GET", page))
      yield* Effect.promise(() => server.fetch(`${url}/health`))
      yield* close
      yield* secure.close
      assert.strictEqual(yield* end, "")
      assert.strictEqual(yield* handshake.end, "")
    }).pipe(Effect.scoped)
  )
})
