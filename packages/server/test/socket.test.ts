import { request } from "node:http"
import { createServer, type AddressInfo } from "node:net"
import { writeFile, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { connect, type PeerCertificate } from "node:tls"
import { gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Option, Queue, Scope } from "effect"
import { TestClock } from "effect/testing"
import { ReferenceServer, type RequestLogEntry, type SocketOptions, startReferenceServer } from "../src/index.ts"
import { urlOf } from "../src/socket/SocketServer.ts"
import { sendRequest, at, data, key } from "./requests.ts"
import { samples } from "./prometheus.ts"
import { raw } from "./rawSocket.ts"

const complaints = "/v0/dnc-complaints"
const onSocket = (options: SocketOptions = {}) => Effect.provide(ReferenceServer.layerSocket({ port: 0, ...options }))

describe("a socket", () => {
  it.live("responds over HTTPS with a self-signed certificate that its own fetch trusts", () =>
    Effect.gen(function* () {
      const server = yield* ReferenceServer
      assert.match(server.url, /^https:\/\/127\.0\.0\.1:\d+$/)
      const response = yield* sendRequest(complaints)
      assert.strictEqual(response.status, 200)
      assert.strictEqual(data(response).length, 50)
      assert.strictEqual(at(response.json, "links", "self"), `${server.url}${complaints}`)
      assert.strictEqual(response.headers.get("x-ratelimit-remaining"), "999")
      const untrusting = yield* Effect.exit(Effect.tryPromise(() => globalThis.fetch(server.url + complaints)))
      assert.isTrue(Exit.isFailure(untrusting))
    }).pipe(onSocket())
  )

  it.live("has a certificate for localhost and this machine's addresses, valid for a year", () =>
    Effect.gen(function* () {
      const server = yield* ReferenceServer
      const { fingerprint256, pem } = Option.getOrThrow(server.certificate)
      const { port } = new URL(server.url)
      const peer = yield* Effect.promise(
        () =>
          new Promise<PeerCertificate>((resolve, reject) => {
            const socket = connect({ port: Number(port), host: "127.0.0.1", servername: "localhost", ca: pem }, () => {
              resolve(socket.getPeerCertificate())
              socket.destroy()
            })
            socket.on("error", reject)
          })
      )
      assert.strictEqual(peer.fingerprint256, fingerprint256)
      assert.include(peer.subjectaltname, "DNS:localhost")
      assert.include(peer.subjectaltname, "IP Address:127.0.0.1")
      assert.include(peer.subjectaltname, "IP Address:0:0:0:0:0:0:0:1")
      const days = (Date.parse(peer.valid_to) - Date.parse(peer.valid_from)) / 86_400_000
      assert.approximately(days, 365, 1)
    }).pipe(onSocket())
  )

  it.live("responds with 400 over plain HTTP unless that is allowed", () =>
    Effect.gen(function* () {
      const refused = yield* sendRequest(complaints).pipe(onSocket({ tls: "off" }))
      assert.strictEqual(refused.status, 400)
      assert.strictEqual(at(refused.json, "error", "code"), "HTTPS_REQUIRED")
      assert.strictEqual((yield* sendRequest("/nowhere").pipe(onSocket({ tls: "off" }))).status, 404)
      assert.strictEqual((yield* sendRequest(complaints).pipe(onSocket({ tls: "off", allowHttp: true }))).status, 200)
    })
  )

  it.live("trusts X-Forwarded-Proto only with trustProxy", () =>
    Effect.gen(function* () {
      const forwarded = (proto: string) => sendRequest(complaints, { headers: { ...key, "X-Forwarded-Proto": proto } })
      assert.strictEqual((yield* forwarded("https").pipe(onSocket({ tls: "off" }))).status, 400)
      assert.strictEqual((yield* forwarded("https").pipe(onSocket({ tls: "off", trustProxy: true }))).status, 200)
      assert.strictEqual((yield* forwarded("http").pipe(onSocket({ trustProxy: true }))).status, 400)
    })
  )

  it.live("compresses for clients that accept it and sends HEAD without a body", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const response = yield* raw(
        url,
        `GET ${complaints} HTTP/1.1\r\nHost: x\r\nX-Api-Key: DEMO_KEY\r\nAccept-Encoding: br, gzip\r\nConnection: close\r\n\r\n`
      )
      const [head = "", body = ""] = response.split(/\r\n\r\n([\s\S]*)/)
      assert.match(head, /Content-Encoding: gzip/i)
      const envelope: unknown = JSON.parse(gunzipSync(Buffer.from(body, "latin1")).toString())
      assert.strictEqual(at(envelope, "meta", "records-total"), 14_034)
      const headed = yield* raw(
        url,
        `HEAD ${complaints} HTTP/1.1\r\nHost: x\r\nX-Api-Key: DEMO_KEY\r\nConnection: close\r\n\r\n`
      )
      assert.match(headed, /^HTTP\/1\.1 200 OK/)
      assert.match(headed, /\r\n\r\n$/)
    }).pipe(onSocket({ tls: "off", allowHttp: true }))
  )

  it.live("survives bytes that are not HTTP, endless headers and unencoded queries", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      assert.match(yield* raw(url, "nonsense\r\n\r\n"), /^HTTP\/1\.1 400/)
      assert.match(yield* raw(url, `GET / HTTP/1.1\r\nX: ${"x".repeat(20_000)}\r\n\r\n`), /^HTTP\/1\.1 431/)
      const quoted = `GET ${complaints}?created_date="2021-07-07"&x=%zz HTTP/1.1\r\nHost: x\r\nX-Api-Key: DEMO_KEY\r\nConnection: close\r\n\r\n`
      assert.match(yield* raw(url, quoted), /^HTTP\/1\.1 200/)
      const absolute = `GET http://other${complaints} HTTP/1.1\r\nHost: x\r\nX-Api-Key: DEMO_KEY\r\nConnection: close\r\n\r\n`
      assert.match(yield* raw(url, absolute), /^HTTP\/1\.1 200/)
      assert.strictEqual((yield* sendRequest(complaints)).status, 200)
    }).pipe(onSocket({ tls: "off", allowHttp: true }))
  )

  it.live("fails with a one-line message if the port is in use", () =>
    Effect.gen(function* () {
      const holder = yield* Effect.acquireRelease(
        Effect.promise(
          () =>
            new Promise<ReturnType<typeof createServer>>((resolve) => {
              const server = createServer().listen(0, "127.0.0.1", () => resolve(server))
            })
        ),
        (server) => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
      )
      const address: AddressInfo | string | null = holder.address()
      const port = address === null || typeof address === "string" ? 0 : address.port
      const error = yield* Effect.flip(
        Effect.provide(sendRequest("/health"), ReferenceServer.layerSocket({ port, tls: "off" }))
      )
      assert.strictEqual(
        error instanceof Error && error.message,
        `Port ${port} on 127.0.0.1 is in use. Choose another one, or 0 for a free port.`
      )
    }).pipe(Effect.scoped)
  )

  it.live("fails with a one-line message if the host has no address of this machine", () =>
    Effect.gen(function* () {
      // An address for documentation, which no machine has.
      const error = yield* Effect.flip(sendRequest("/health").pipe(onSocket({ host: "192.0.2.1", tls: "off" })))
      assert.strictEqual(error instanceof Error && error.message, "192.0.2.1 is not an address of this machine.")
    })
  )

  it.live("names a key file that does not exist", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "reference-server-"))),
        (made) => Effect.promise(() => rm(made, { recursive: true }))
      )
      const certFile = join(folder, "cert.pem")
      const keyFile = join(folder, "key.pem")
      yield* Effect.promise(() => writeFile(certFile, "-----BEGIN CERTIFICATE-----\n"))
      const missing = yield* Effect.flip(sendRequest("/health").pipe(onSocket({ tls: { certFile, keyFile } })))
      assert.match(String(missing), /The certificate in .*cert.pem with the key in .*key.pem cannot be used: ENOENT/)
    }).pipe(Effect.scoped)
  )

  it.live("completes requests in flight when it closes, ends stalled ones and refuses new ones", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const arrived = yield* Queue.unbounded<string>()
      const layer = ReferenceServer.layerSocket({
        port: 0,
        tls: "off",
        allowHttp: true,
        log: ({ url }) => Queue.offerUnsafe(arrived, url),
        limits: { drainMillis: 100_000 },
        faults: {
          faults: [
            { on: { path: complaints }, do: "delay", ms: 150 },
            { on: { path: "/v0/hsr-early-termination-notices" }, do: "stall" }
          ]
        }
      })
      const context = yield* Layer.buildWithScope(layer, scope)
      const inFlight = yield* Effect.forkChild(Effect.provide(sendRequest(complaints), context))
      const stalled = yield* Effect.forkChild(
        Effect.exit(Effect.provide(sendRequest("/v0/hsr-early-termination-notices"), context))
      )
      yield* Queue.take(arrived)
      yield* Queue.take(arrived)
      // Well below the drain timeout.
      yield* Effect.timeout(Scope.close(scope, Exit.void), "50 seconds")
      assert.strictEqual((yield* Fiber.join(inFlight)).status, 200)
      assert.isTrue(Exit.isFailure(yield* Fiber.join(stalled)))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(Effect.provide(sendRequest("/health"), context))))
    })
  )

  it.live("keeps a connection open for the next request", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const pair = `GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
      assert.strictEqual((yield* raw(url, pair)).split("HTTP/1.1 200 OK").length, 3)
    }).pipe(onSocket({ tls: "off" }))
  )
})

describe("a delay on a socket", () => {
  it.effect("passes on the clock of the server", () =>
    Effect.gen(function* () {
      const arrived = yield* Queue.unbounded<string>()
      const log = ({ url }: RequestLogEntry) => Queue.offerUnsafe(arrived, url)
      yield* Effect.gen(function* () {
        yield* (yield* ReferenceServer).faults.next({ do: "delay", ms: 86_400_000 })
        const delayed = yield* Effect.forkChild(sendRequest(complaints), { startImmediately: true })
        yield* Queue.take(arrived)
        yield* TestClock.adjust("1 day")
        assert.strictEqual((yield* Fiber.join(delayed)).status, 200)
      }).pipe(onSocket({ tls: "off", allowHttp: true, log }))
    })
  )
})

describe("the URL of a socket", () => {
  it("has brackets around an IPv6 address", () => {
    assert.strictEqual(urlOf("https", "127.0.0.1", 8_080), "https://127.0.0.1:8080")
    assert.strictEqual(urlOf("http", "::1", 80), "http://[::1]:80")
  })
})

describe("the limits of a socket", () => {
  it.live("keep their defaults if only one of them is given", () =>
    Effect.gen(function* () {
      const { url } = yield* ReferenceServer
      const request = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
      const response = yield* raw(url, `${request}${request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")}`)
      assert.match(response, /^Keep-Alive: timeout=5\r$/m)
    }).pipe(onSocket({ tls: "off", limits: { maxConnections: 4 } }))
  )

  it.live("may be longer for the headers of a request than for all of it", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* sendRequest("/health")).status, 200)
    }).pipe(onSocket({ tls: "off", limits: { headersMillis: 60_000 } }))
  )
})

describe("the fetch of a server with a self-signed certificate", () => {
  it.live("closes the connection if the body is canceled", () =>
    Effect.gen(function* () {
      const { faults, fetch, url } = yield* ReferenceServer
      yield* faults.next({ do: "stall" })
      const stalled = yield* Effect.promise(() => fetch(url + complaints, { headers: key }))
      const open = Effect.map(sendRequest("/metrics", {}), ({ text }) =>
        samples(text).get("public_records_open_connections")
      )
      assert.strictEqual(yield* open, 2)
      yield* Effect.promise(() => stalled.body?.cancel() ?? Promise.resolve())
      yield* Effect.repeat(open, { until: (count) => count === 1 })
    }).pipe(onSocket())
  )
})

describe("startReferenceServer", () => {
  it("serves plain HTTP as if it were HTTPS, for code without Effect", async () => {
    const server = await startReferenceServer({ apiKeys: ["abc"], rateLimit: { limit: 1, window: "1 minute" } })
    const response = await server.fetch(`${server.url}${complaints}?api_key=abc&items_per_page=2`)
    const body = await response.json()
    assert.deepStrictEqual(at(body, "meta"), {
      "records-this-page": 2,
      "records-total": 14_034,
      "record-total": 14_034
    })
    assert.strictEqual((await fetch(`${server.url}${complaints}?api_key=abc`)).status, 429)
    assert.isUndefined(server.certificate)
    await server.close()
    const gone = await new Promise((resolve) => {
      request(`${server.url}/health`, () => resolve("connected"))
        .on("error", () => resolve("refused"))
        .end()
    })
    assert.strictEqual(gone, "refused")
  })

  it("has closed only when the responses in flight are complete", async () => {
    const server = await startReferenceServer()
    server.faults.next({ do: "delay", ms: 200 })
    const response = fetch(`${server.url}${complaints}?api_key=DEMO_KEY&items_per_page=1`)
    while (server.faults.history().length === 0) await new Promise((resolve) => setImmediate(resolve))
    const before = performance.now()
    await server.close()
    assert.isAbove(performance.now() - before, 50)
    assert.strictEqual((await response).status, 200)
  })

  it("serves HTTPS with tls, and rejects with a one-line message", async () => {
    const server = await startReferenceServer({ tls: true })
    assert.match(server.url, /^https:/)
    assert.strictEqual((await server.fetch(`${server.url}/health`)).status, 200)
    assert.match(server.certificate?.pem ?? "", /^-----BEGIN CERTIFICATE-----/)
    assert.notInclude(JSON.stringify(server.certificate), "PRIVATE KEY")
    await server.close()
    const failed = await startReferenceServer({ data: ["/nowhere.csv"] }).then(
      () => "started",
      (error: unknown) => (error instanceof Error ? error.message : "")
    )
    assert.strictEqual(failed, "The data file /nowhere.csv cannot be read: the file does not exist.")
  })
})
