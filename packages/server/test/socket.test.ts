import { createServer, type AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Queue } from "effect"
import { TestClock } from "effect/testing"
import { ReferenceServer, type RequestLogEntry, type SocketOptions, startReferenceServer } from "../src/index.ts"
import { urlOf } from "../src/socket/openSocket.ts"
import { rawConnection } from "./rawSocket.ts"
import { sendRequest, at, data, key } from "./requests.ts"

const complaints = "/v0/dnc-complaints"
const onSocket = (options: SocketOptions = {}) => Effect.provide(ReferenceServer.layerSocket({ port: 0, ...options }))

describe("a socket", () => {
  it.live("responds over HTTPS with a self-signed certificate that only its own fetch trusts", () =>
    Effect.gen(function* () {
      const server = yield* ReferenceServer
      assert.match(server.url, /^https:\/\/127\.0\.0\.1:\d+$/)
      const response = yield* sendRequest(complaints)
      assert.strictEqual(response.status, 200)
      assert.strictEqual(data(response).length, 50)
      assert.strictEqual(at(response.json, "links", "self"), `${server.url}${complaints}`)
      const untrusting = yield* Effect.exit(Effect.tryPromise(() => globalThis.fetch(server.url + complaints)))
      assert.isTrue(Exit.isFailure(untrusting))
      const plain = yield* rawConnection(server.url)
      plain.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
      assert.notMatch(yield* plain.end, /200/)
    }).pipe(Effect.scoped, onSocket())
  )

  for (const [forwarded, options, status] of [
    [undefined, {}, 400],
    [undefined, { allowHttp: true }, 200],
    [undefined, { tls: "self-signed", trustProxy: true }, 200],
    ["https", {}, 400],
    ["https", { trustProxy: true }, 200],
    ["HTTPS", { trustProxy: true }, 200],
    [" https , http", { trustProxy: true }, 200],
    ["http, https", { trustProxy: true, allowHttp: true }, 400],
    ["ftp", { trustProxy: true, allowHttp: true }, 400],
    ["", { trustProxy: true }, 400],
    ["", { trustProxy: true, allowHttp: true }, 200]
  ] as const) {
    const sent = forwarded === undefined ? "no X-Forwarded-Proto" : `X-Forwarded-Proto: ${forwarded}`
    it.live(`responds with ${status} to ${sent} with ${JSON.stringify(options)}`, () =>
      Effect.gen(function* () {
        const headers = forwarded === undefined ? key : { ...key, "X-Forwarded-Proto": forwarded }
        assert.strictEqual((yield* sendRequest(complaints, { headers })).status, status)
      }).pipe(onSocket({ tls: "off", ...options }))
    )
  }

  it.live("fails with a one-line message if the port is in use or the host is not this machine", () =>
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
      for (const [options, message] of [
        [{ port }, `Port ${port} on 127.0.0.1 is in use. Choose another one, or 0 for a free port.`],
        // An address for documentation, which no machine has.
        [{ host: "192.0.2.1" }, "192.0.2.1 is not an address of this machine."]
      ] as const) {
        const error = yield* Effect.flip(sendRequest("/health").pipe(onSocket({ tls: "off", ...options })))
        assert.strictEqual(error instanceof Error && error.message, message)
      }
    }).pipe(Effect.scoped)
  )

  it("has a URL with brackets around an IPv6 address", () => {
    assert.strictEqual(urlOf("https", "127.0.0.1", 8_080), "https://127.0.0.1:8080")
    assert.strictEqual(urlOf("http", "::1", 80), "http://[::1]:80")
  })
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
        // The delay begins after the request was logged.
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        yield* TestClock.adjust("1 day")
        assert.strictEqual((yield* Fiber.join(delayed)).status, 200)
      }).pipe(onSocket({ tls: "off", allowHttp: true, log }))
    })
  )
})

describe("startReferenceServer", () => {
  it("serves plain HTTP as if it were HTTPS on a free port, for code without Effect", async () => {
    const servers = await Promise.all([{}, { port: undefined }].map((options) => startReferenceServer(options)))
    for (const { certificate, close, fetch, url } of servers) {
      assert.match(url, /^http:/)
      assert.notMatch(url, /:8080$/)
      assert.isUndefined(certificate)
      assert.strictEqual((await fetch(`${url}${complaints}?api_key=DEMO_KEY`)).status, 200)
      await close()
    }
    assert.strictEqual(new Set(servers.map(({ url }) => url)).size, 2)
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
