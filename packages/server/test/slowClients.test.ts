import { spawn } from "node:child_process"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { Server } from "node:http"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Predicate, Scope } from "effect"
import { type Fault, ReferenceServer } from "../src/index.ts"
import { makeServerState } from "../src/ServerState.ts"
import { type CertificateWithKey, makeCertificate } from "../src/socket/Certificate.ts"
import { openSocket } from "../src/socket/openSocket.ts"
import { firstRequest, lastRequest, parseResponses, raw, rawConnection } from "./rawSocket.ts"
import { sendRequest } from "./requests.ts"

const program = fileURLToPath(new URL("serveUntilKilled.ts", import.meta.url))
const complaints = "/v0/dnc-complaints"

/** Much shorter than the documented times, and with as much between them. */
const waitingTimes = { headers: 1_500, request: 2_200, keepAlive: 400, check: 20, grace: 20, drain: 300 }

/** Opens a socket on which responses have these faults, and a connection to it. */
const connected = (certificate?: CertificateWithKey, ...faults: ReadonlyArray<Fault>) =>
  Effect.gen(function* () {
    const state = yield* makeServerState({ synthetic: 1, rateLimit: "off", faults: { faults } })
    const socket = { host: "127.0.0.1", port: 0, certificate, isHttps: true, trustProxy: false }
    return yield* rawConnection(yield* openSocket(state, { ...socket, waitingTimes }))
  })

describe("a slow client", () => {
  it.live("that sends nothing, or its headers byte by byte, gets 408", () =>
    Effect.gen(function* () {
      assert.match(yield* (yield* connected()).end, /^HTTP\/1\.1 408 /)
      const { end, send } = yield* connected()
      send(`GET ${complaints} HTTP/1.1\r\nHost: x\r\nX-Slow: `)
      // An occasional byte does not extend the time.
      const drops = setInterval(() => send("x"), 20)
      assert.match(yield* end, /^HTTP\/1\.1 408 /)
      clearInterval(drops)
    }).pipe(Effect.scoped)
  )

  it.live("that sends no second request, or does not complete TLS, is disconnected", () =>
    Effect.gen(function* () {
      const { end, send } = yield* connected()
      send(firstRequest("GET", "/health"))
      assert.strictEqual(parseResponses(yield* end).length, 1)
      assert.strictEqual(yield* (yield* connected(yield* makeCertificate("localhost"))).end, "")
    }).pipe(Effect.scoped)
  )

  it.live("is not disconnected because a fault delays its response", () =>
    Effect.gen(function* () {
      const delayed = yield* connected(undefined, { on: { requests: [1] }, do: "delay", ms: 2_800 })
      delayed.send(firstRequest("GET", complaints))
      const stalled = yield* connected(undefined, { on: { requests: [1] }, do: "stall" })
      stalled.send(firstRequest("GET", complaints))
      yield* stalled.until(/\r\n\r\n/)
      assert.match(yield* delayed.until(/\r\n\r\n/), /^HTTP\/1\.1 200 /)
      assert.isFalse(stalled.socket.closed)
      assert.match(stalled.received(), /\r\n\r\n$/)
    }).pipe(Effect.scoped)
  )

  it.live("is disconnected by a server that closes, if its response is late", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const late = connected(undefined, { on: { requests: [1] }, do: "delay", ms: 100_000 })
      const { end, send } = yield* Scope.provide(late, scope)
      send(firstRequest("GET", complaints))
      yield* Effect.timeout(Scope.close(scope, Exit.void), "5 seconds")
      assert.strictEqual(yield* end, "")
    })
  )

  it.live("has the documented times, and one of 1,024 connections", () =>
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
      const [{ headersTimeout, keepAliveTimeout, maxConnections, requestTimeout } = assert.fail("no server")] = servers
      assert.deepStrictEqual(
        { headersTimeout, requestTimeout, keepAliveTimeout, maxConnections },
        { headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout: 5_000, maxConnections: 1_024 }
      )
    }).pipe(Effect.provide(ReferenceServer.layerSocket({ port: 0, tls: "off", allowHttp: true, synthetic: 1 })))
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
