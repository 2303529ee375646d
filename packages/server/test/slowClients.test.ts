import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ReferenceServer, type SocketOptions } from "../src/index.ts"
import { sendRequest } from "./requests.ts"
import { parseResponses, firstRequest, lastRequest, raw, rawConnection } from "./rawSocket.ts"

const program = fileURLToPath(new URL("serveUntilKilled.ts", import.meta.url))
const complaints = "/v0/dnc-complaints"
// The limits that a client exceeds hold for the others too, who must stay below them on a busy machine.
const served = (limits: SocketOptions["limits"], options: SocketOptions = {}) =>
  Effect.provide(
    ReferenceServer.layerSocket({ port: 0, tls: "off", allowHttp: true, rateLimit: "off", limits, ...options })
  )

const isFine = Effect.map(sendRequest(complaints), ({ status }) => assert.strictEqual(status, 200))

describe("slow or excessive clients", () => {
  it.live("are disconnected with 408 if their headers do not arrive in time", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const silent = yield* rawConnection(url)
      const slow = yield* rawConnection(url)
      slow.send(`GET ${complaints} HTTP/1.1\r\nHost: x\r\nX-Slow: `)
      // An occasional byte does not extend the time.
      const dripping = setInterval(() => slow.send("x"), 10)
      const responses = yield* Effect.all([silent.end, slow.end], { concurrency: 2 })
      clearInterval(dripping)
      for (const response of responses) assert.match(response, /^HTTP\/1\.1 408 /)
      yield* isFine
    }).pipe(Effect.scoped, served({ headersMillis: 1_000, requestMillis: 100_000, keepAliveMillis: 100_000 }))
  )

  it.live("are disconnected after the response if their body does not arrive in time", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const slow = yield* rawConnection(url)
      slow.send(`${firstRequest("GET", "/health", "Content-Length: 1000")}x`)
      assert.match(yield* slow.end, /^HTTP\/1\.1 200/)
      yield* isFine
    }).pipe(Effect.scoped, served({ headersMillis: 1_000, requestMillis: 1_500 }))
  )

  it.live("stay connected while a fault delays or stalls their response", () =>
    Effect.gen(function* () {
      const { faults, url } = yield* ReferenceServer
      yield* faults.next({ do: "delay", ms: 1_500 })
      const { status } = yield* sendRequest(complaints)
      assert.strictEqual(status, 200)
      yield* faults.next({ do: "stall" })
      const stalled = yield* rawConnection(url)
      stalled.send(firstRequest("GET", complaints))
      yield* stalled.until(/\r\n\r\n/)
      yield* faults.next({ do: "delay", ms: 300 })
      yield* isFine
      assert.isFalse(stalled.socket.closed)
      assert.match(stalled.received(), /\r\n\r\n$/)
    }).pipe(Effect.scoped, served({ headersMillis: 1_000, requestMillis: 1_000 }))
  )

  it.live("are disconnected if the next request does not follow in time", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const { end, send } = yield* rawConnection(url)
      send(firstRequest("GET", "/health"))
      assert.strictEqual(parseResponses(yield* end).length, 1)
    }).pipe(Effect.scoped, served({ keepAliveMillis: 100, headersMillis: 100_000, requestMillis: 100_000 }))
  )

  it.live("are refused above the maximum number of connections, and accepted again below it", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const held = yield* Effect.forEach(Array.from({ length: 4 }), () => rawConnection(url))
      for (const { send, until } of held) {
        send(firstRequest("GET", "/health"))
        yield* until(/200 OK/)
      }
      assert.strictEqual(yield* raw(url, lastRequest("GET", "/health")), "")
      for (const { end, send } of held) {
        send(lastRequest("GET", "/health"))
        assert.strictEqual(parseResponses(yield* end).length, 2)
      }
      assert.match(yield* raw(url, lastRequest("GET", "/health")), /^HTTP\/1\.1 200/)
    }).pipe(Effect.scoped, served({ maxConnections: 4 }))
  )

  it.live("are disconnected if they do not complete TLS or send plain HTTP to it", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const silent = yield* rawConnection(url)
      assert.strictEqual(yield* silent.end, "")
      assert.notMatch(yield* raw(url, lastRequest("GET", "/health")), /200/)
      yield* isFine
    }).pipe(
      Effect.scoped,
      served({ headersMillis: 1_000, requestMillis: 100_000 }, { tls: "self-signed", allowHttp: false })
    )
  )

  it.live("cannot stop a server by exhausting its file descriptors", () =>
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
