import { spawn } from "node:child_process"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { Server } from "node:http"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Predicate, Scope } from "effect"
import { ReferenceServer, type SocketOptions } from "../src/index.ts"
import { firstRequest, lastRequest, parseResponses, raw, rawConnection } from "./rawSocket.ts"
import { sendRequest } from "./requests.ts"

const program = fileURLToPath(new URL("serveUntilKilled.ts", import.meta.url))
const complaints = "/v0/dnc-complaints"
const plain = { port: 0, tls: "off", allowHttp: true, rateLimit: "off" } as const
const served = (options: SocketOptions = {}) => Effect.provide(ReferenceServer.layerSocket({ ...plain, ...options }))

const connected = Effect.flatMap(ReferenceServer, ({ url }) => rawConnection(url))

const sendsNothing = Effect.gen(function* () {
  assert.match(yield* (yield* connected).end, /^HTTP\/1\.1 408 /)
})

const sendsHeadersSlowly = Effect.gen(function* () {
  const { end, send } = yield* connected
  send(`GET ${complaints} HTTP/1.1\r\nHost: x\r\nX-Slow: `)
  // An occasional byte does not extend the time.
  const drops = setInterval(() => send("x"), 100)
  assert.match(yield* end, /^HTTP\/1\.1 408 /)
  clearInterval(drops)
})

const sendsNoSecondRequest = Effect.gen(function* () {
  const { end, send } = yield* connected
  send(firstRequest("GET", "/health"))
  assert.strictEqual(parseResponses(yield* end).length, 1)
})

const doesNotCompleteTls = Effect.gen(function* () {
  assert.strictEqual(yield* (yield* connected).end, "")
}).pipe(served({ tls: "self-signed" }))

/** A server that closes ends a connection whose response is late. */
const isLateAtTheEnd = Effect.gen(function* () {
  const scope = yield* Scope.make()
  const { faults, url } = Context.get(
    yield* Layer.buildWithScope(ReferenceServer.layerSocket(plain), scope),
    ReferenceServer
  )
  yield* faults.next({ do: "delay", ms: 100_000 })
  const { end, send } = yield* rawConnection(url)
  send(firstRequest("GET", complaints))
  yield* Effect.timeout(Scope.close(scope, Exit.void), "20 seconds")
  assert.strictEqual(yield* end, "")
})

const staysConnectedDuringFaults = Effect.gen(function* () {
  const { faults } = yield* ReferenceServer
  yield* faults.next({ do: "stall" })
  const stalled = yield* connected
  stalled.send(firstRequest("GET", complaints))
  yield* stalled.until(/\r\n\r\n/)
  yield* faults.next({ do: "delay", ms: 12_000 })
  assert.strictEqual((yield* sendRequest(complaints)).status, 200)
  assert.isFalse(stalled.socket.closed)
  assert.match(stalled.received(), /\r\n\r\n$/)
})

describe("a slow client", () => {
  it.live("is disconnected after the documented time, and not because a fault delays its response", () =>
    Effect.all(
      [
        sendsNothing,
        sendsHeadersSlowly,
        sendsNoSecondRequest,
        doesNotCompleteTls,
        isLateAtTheEnd,
        staysConnectedDuringFaults
      ].map(Effect.scoped),
      { concurrency: "unbounded" }
    ).pipe(served())
  )

  it.live("has 15 seconds for a request, and one of 1,024 connections", () =>
    Effect.gen(function* () {
      const servers: Array<Server> = []
      const look = (message: unknown): void => {
        if (Predicate.hasProperty(message, "server") && message.server instanceof Server) servers.push(message.server)
      }
      subscribe("http.server.request.start", look)
      yield* Effect.ensuring(
        sendRequest("/health"),
        Effect.sync(() => unsubscribe("http.server.request.start", look))
      )
      const [server] = servers
      assert.deepStrictEqual([server?.requestTimeout, server?.maxConnections], [15_000, 1_024])
    }).pipe(served())
  )
})

describe("too many connections", () => {
  it.live("do not stop a server that has no more file descriptors", () =>
    Effect.gen(function* () {
      const child = yield* Effect.acquireRelease(
        Effect.sync(() => spawn("/bin/bash", ["-c", 'ulimit -n 48; exec "$0" "$1"', process.execPath, program])),
        (child) => Effect.sync(() => child.kill())
      )
      const url = yield* Effect.promise(
        () =>
          new Promise<string>((resolve) => child.stdout.once("data", (line: Buffer) => resolve(String(line).trim())))
      )
      const held = yield* Effect.forEach(Array.from({ length: 100 }), () => rawConnection(url), { concurrency: 100 })
      // The accepted connections get responses although no file descriptor is left for the others.
      for (const { send } of held) send(lastRequest("GET", "/health"))
      const responses = yield* Effect.forEach(held, ({ end }) => end, { concurrency: 100 })
      assert.isAbove(responses.filter((response) => response.startsWith("HTTP/1.1 200")).length, 0)
      assert.match(yield* raw(url, lastRequest("GET", "/health")), /^HTTP\/1\.1 200/)
      assert.isNull(child.exitCode)
    }).pipe(Effect.scoped)
  )
})
