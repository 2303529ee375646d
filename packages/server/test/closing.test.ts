import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { ReferenceServer, startReferenceServer } from "../src/index.ts"
import { parseResponses, firstRequest, raw, rawConnection } from "./rawSocket.ts"
import { key, sendRequest } from "./requests.ts"

const complaints = "/v0/dnc-complaints"
const page = `${complaints}?items_per_page=1`

/** Starts a server that the test closes itself, and a connection to it on which a response has arrived. */
const startServer = Effect.gen(function* () {
  const scope = yield* Scope.make()
  const layer = ReferenceServer.layerSocket({ port: 0, tls: "off", allowHttp: true, rateLimit: "off" })
  const { faults, url } = Context.get(yield* Layer.buildWithScope(layer, scope), ReferenceServer)
  const used = yield* rawConnection(url)
  used.send(firstRequest("GET", page))
  yield* used.until(/200 OK/)
  // Less than the eight seconds after which the server closes every connection.
  return { faults, url, used, close: Effect.timeout(Scope.close(scope, Exit.void), "7 seconds") }
})

describe("a server on a socket that closes", () => {
  it.live("completes requests in flight, sends `Connection: close` and refuses new connections", () =>
    Effect.gen(function* () {
      const { close, faults, url, used } = yield* startServer
      // Longer than the server waits for requests.
      yield* faults.next({ do: "delay", ms: 700 })
      used.send(firstRequest("GET", page))
      const late = yield* rawConnection(url)
      const closing = yield* Effect.forkChild(close)
      // This request arrives on an open connection while the server closes.
      late.send(firstRequest("GET", page))
      const [before, delayed] = parseResponses(yield* used.end)
      const [whole] = parseResponses(yield* late.end)
      yield* Fiber.join(closing)
      assert.strictEqual(before?.headers.get("connection"), "keep-alive")
      for (const last of [delayed, whole]) {
        assert.deepStrictEqual([last?.status, last?.headers.get("connection")], [200, "close"])
        assert.strictEqual(last?.body.length, Number(last?.headers.get("content-length")))
      }
      assert.strictEqual(yield* raw(url, firstRequest("GET", page)), "")
    }).pipe(Effect.scoped)
  )

  it.live("responds to a request that arrived while the process was busy, although its connection seems idle", () =>
    Effect.gen(function* () {
      const { close, used } = yield* startServer
      const closing = yield* Effect.forkChild(close, { startImmediately: true })
      used.send(firstRequest("GET", page))
      // Blocks the process for longer than the server waits for requests.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
      assert.strictEqual(parseResponses(yield* used.end).length, 2)
      yield* Fiber.join(closing)
    }).pipe(Effect.scoped)
  )

  it.live("closes connections that are idle, without a complete request or stalled", () =>
    Effect.gen(function* () {
      const { close, faults, url, used: idle } = yield* startServer
      const silent = yield* rawConnection(url)
      const half = yield* rawConnection(url)
      half.send("GET /hea")
      yield* faults.next({ do: "stall" })
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
      const { close, faults, used } = yield* startServer
      yield* faults.next({ do: "stall" })
      const closing = yield* Effect.forkChild(close, { startImmediately: true })
      used.send(firstRequest("GET", page))
      const [, stalled] = parseResponses(yield* used.end)
      assert.strictEqual(stalled?.body, "")
      assert.lengthOf(yield* faults.history, 2)
      yield* Fiber.join(closing)
    }).pipe(Effect.scoped)
  )

  it("has closed only when the responses in flight are complete, without Effect, too", async () => {
    const server = await startReferenceServer()
    server.faults.next({ do: "delay", ms: 200 })
    const response = fetch(`${server.url}${complaints}?api_key=DEMO_KEY&items_per_page=1`)
    while (server.faults.history().length === 0) await new Promise((resolve) => setImmediate(resolve))
    const before = performance.now()
    await server.close()
    assert.isAbove(performance.now() - before, 50)
    assert.strictEqual((await response).status, 200)
  })

  it("leaves no timer and no handle open, so the process exits on its own", async () => {
    const program = fileURLToPath(new URL("closingServers.ts", import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 100_000 })
    assert.strictEqual(stdout, "closed, with 0 timers\nexited on its own\n")
  })
})

describe("a server in process that closes", () => {
  it.live("fails pending and later requests", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const faults = [
        { on: { requests: [1] }, do: "stall" },
        { on: { requests: [2] }, do: "delay", ms: 100_000 }
      ] as const
      const context = yield* Layer.buildWithScope(ReferenceServer.layerInProcess({ faults: { faults } }), scope)
      const request = Effect.exit(Effect.provide(sendRequest(complaints), context))
      const waiting = yield* Effect.forEach([1, 2], () => Effect.forkChild(request, { startImmediately: true }))
      yield* Scope.close(scope, Exit.void)
      for (const fiber of waiting) assert.isTrue(Exit.isFailure(yield* Fiber.join(fiber)))
      const late = yield* Effect.flip(Effect.provide(sendRequest(complaints), context))
      assert.include(String(Exit.fail(late)), "closed")
      const { httpClient, url } = Context.get(context, ReferenceServer)
      const { cause } = yield* Effect.flip(httpClient.get(url + complaints, { headers: key }))
      assert.include(String(cause), "closed")
    })
  )
})
