import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { HttpClient } from "effect/http"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { connect, createServer as createSocketServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run as runProcess } from "./executable.ts"
import { cannedService, json } from "./cannedService.ts"
import { run, start } from "./inProcess.ts"
import { network } from "../src/network/network.ts"
import { checkRedis } from "../src/network/redis.ts"

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

interface Proxy {
  readonly url: string
  readonly asked: ReadonlyArray<string>
  /** The header `Proxy-Authorization` of each request. */
  readonly authorizations: ReadonlyArray<string | undefined>
  readonly close: () => void
}

/** Starts a proxy that connects to any host and records the hosts. */
const proxy = Effect.acquireRelease(
  Effect.callback<Proxy>((resume) => {
    const asked: Array<string> = []
    const authorizations: Array<string | undefined> = []
    const server = createServer()
    server.on("connect", ({ headers, url = "" }, client) => {
      asked.push(url)
      authorizations.push(headers["proxy-authorization"])
      const { hostname, port } = new URL(`http://${url}`)
      const target = connect(Number(port), hostname, () => {
        client.write("HTTP/1.1 200 Connection Established\r\n\r\n")
        target.pipe(client).pipe(target)
      })
      for (const socket of [target, client]) socket.on("error", () => target.destroy())
    })
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, asked, authorizations, close: () => server.close() }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

/** Starts a Redis at a socket that replies to every command with the same line. */
const redisAt = (path: string, line: string) =>
  Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const server = createSocketServer((client) => {
        client.on("data", (commands) => client.write(line.repeat(commands.toString().match(/^\*/gm)?.length ?? 0)))
      })
      server.listen(path, () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  )

/** Starts the reference server over HTTPS. Returns its URL, and the environment and flags to reach it. */
const httpsServer = Effect.gen(function* () {
  const certificate = join(yield* temporaryFolder, "certificate.pem")
  const server = yield* start(["serve", "--port", "0", "--tls-write", certificate])
  const url = (yield* server.firstLine).replace("Listening on ", "")
  return { url, certificate, asked: ["complaints", "list", "--limit", "1", "--base-url", url] }
})

describe("the connection to the service", () => {
  it.effect("uses HTTPS_PROXY, unless NO_PROXY names the host", () =>
    Effect.gen(function* () {
      const { url, certificate, asked } = yield* httpsServer
      const { url: proxyUrl, asked: throughProxy } = yield* proxy
      const environment = { PUBLIC_RECORDS_API_KEY: "DEMO_KEY", HTTPS_PROXY: proxyUrl }
      const direct = yield* run([...asked, "--ca", certificate], { ...environment, NO_PROXY: "127.0.0.1" })
      assert.deepStrictEqual([direct.code, throughProxy.length], [0, 0])
      const proxied = yield* run([...asked, "--ca", certificate, "--quiet"], environment)
      assert.strictEqual(proxied.stderr, "")
      assert.strictEqual(proxied.code, 0)
      assert.deepStrictEqual(throughProxy, [new URL(url).host])
    })
  )

  it.effect("of doctor without a key trusts the certificate in --ca, and uses the proxy", () =>
    Effect.gen(function* () {
      const { url, certificate } = yield* httpsServer
      const { url: proxyUrl, asked } = yield* proxy
      const diagnosis = ["doctor", "--base-url", url]
      const untrusted = yield* run(diagnosis)
      assert.include(untrusted.stdout, "✗ reachability ")
      const trusted = yield* run([...diagnosis, "--ca", certificate], { HTTPS_PROXY: proxyUrl })
      assert.include(trusted.stdout, `✓ reachability   ${url} responded in `)
      assert.deepStrictEqual([untrusted.code, trusted.code, asked], [3, 3, [new URL(url).host]])
    })
  )

  it.effect("accepts a proxy without a scheme in every variable, and sends its user name and password", () =>
    Effect.gen(function* () {
      const { url, certificate, asked } = yield* httpsServer
      const { authorizations, url: proxyUrl, asked: throughProxy } = yield* proxy
      const address = `me:pass%20word@${new URL(proxyUrl).host}`
      const names = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"]
      for (const name of names) {
        const environment = { PUBLIC_RECORDS_API_KEY: "DEMO_KEY", [name]: address }
        const before = throughProxy.length
        const done = yield* run([...asked, "--ca", certificate, "--verbose"], environment)
        assert.strictEqual(done.code, 0, done.stderr)
        // More than once if a slow connection was retried.
        assert.isAbove(throughProxy.length, before, name)
        assert.notMatch(done.stderr, /me:|pass|word/)
      }
      assert.deepStrictEqual([...new Set(throughProxy)], [new URL(url).host])
      assert.deepStrictEqual([...new Set(authorizations)], [`Basic ${btoa("me:pass word")}`])
    })
  )

  it.effect("refuses an invalid proxy with exit code 2 before a request is sent, without quoting it", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* cannedService(json(200, { data: [] }))
      const environment = { PUBLIC_RECORDS_API_KEY: "some-key", HTTP_PROXY: "me:secret@" }
      const flags = ["--allow-http", "--base-url", url]
      const listed = yield* run(["complaints", "list", "--verbose", ...flags], environment)
      const configured = yield* run(["config"], environment)
      const diagnosis = yield* run(["doctor", ...flags], environment)
      assert.deepStrictEqual([listed.code, diagnosis.code, requests.length], [2, 2, 0])
      assert.match(listed.stderr, /^HTTP_PROXY does not name an HTTP proxy\. .*\n$/)
      assert.notInclude(listed.stderr + configured.stdout + diagnosis.stdout + diagnosis.stderr, "secret")
    })
  )

  it.effect("says that a service answers plain HTTP, and not what OpenSSL says, directly and through a proxy", () =>
    Effect.gen(function* () {
      const { url } = yield* cannedService(json(200, { data: [] }))
      const { url: proxyUrl, asked: throughProxy } = yield* proxy
      const asked = ["complaints", "list", "--base-url", url.replace("http:", "https:")]
      for (const environment of [{}, { HTTPS_PROXY: proxyUrl }]) {
        const { code, stderr } = yield* run(asked, { PUBLIC_RECORDS_API_KEY: "DEMO_KEY", ...environment })
        assert.deepStrictEqual(
          [code, stderr.includes("(it answers plain HTTP on this port). Check the port")],
          [5, true]
        )
        assert.notMatch(stderr, /SSL|EPROTO|--ca/)
      }
      assert.lengthOf(throughProxy, 1)
    })
  )

  it.effect("is kept for the next request", () =>
    Effect.gen(function* () {
      const ports: Array<number | undefined> = []
      const { url } = yield* cannedService((request, response) => {
        ports.push(request.socket.remotePort)
        json(200, {})(request, response)
      })
      const request = Effect.flatMap(HttpClient.get(url), ({ text }) => text)
      yield* Effect.andThen(request, request).pipe(Effect.provide(Layer.unwrap(network({}, undefined))))
      assert.deepStrictEqual([ports.length, new Set(ports).size], [2, 1])
    })
  )

  it.effect("trusts the certificates of NODE_EXTRA_CA_CERTS and PUBLIC_RECORDS_CA", () =>
    Effect.gen(function* () {
      const { certificate, asked } = yield* httpsServer
      const key = { PUBLIC_RECORDS_API_KEY: "DEMO_KEY" }
      const byNode = yield* runProcess(asked, { ...key, NODE_EXTRA_CA_CERTS: certificate })
      const byUs = yield* run(asked, { ...key, PUBLIC_RECORDS_CA: certificate })
      assert.deepStrictEqual([byNode.code, byUs.code], [0, 0])
    })
  )
})

describe("a certificate file", () => {
  it.effect("that is missing or corrupt is named, with exit code 2", () =>
    Effect.gen(function* () {
      const corrupt = join(yield* temporaryFolder, "corrupt.pem")
      const text = "-----BEGIN CERTIFICATE-----\nMIIBnonsense\n-----END CERTIFICATE-----\n"
      yield* Effect.promise(() => writeFile(corrupt, text))
      for (const file of [corrupt, "/nowhere/certificate.pem"]) {
        const { code, stderr } = yield* run(["complaints", "list", "--ca", file], {
          PUBLIC_RECORDS_API_KEY: "DEMO_KEY"
        })
        assert.deepStrictEqual([code, stderr.includes(`${file} (--ca) cannot be`)], [2, true], stderr)
      }
    })
  )
})

describe("a Redis for the budget", () => {
  const key = { PUBLIC_RECORDS_API_KEY: "DEMO_KEY" }
  const asked = ["complaints", "list", "--verbose"]

  it.effect("is refused with exit code 2 and without quoting its URL, before a request is sent", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* run(asked, { ...key, PUBLIC_RECORDS_REDIS_URL: "redis://:canary%@localhost" })
      assert.strictEqual(code, 2)
      assert.include(stderr, "PUBLIC_RECORDS_REDIS_URL is not the URL of a Redis server")
      assert.notInclude(stderr, "canary")
    })
  )

  for (const [url, name] of [
    ["unix://user:canary@/nowhere/redis.sock", "ENOENT"],
    ["redis://user:canary@127.0.0.1:1/3", "ECONNREFUSED"]
  ] as const) {
    it.effect(`causes one warning if it cannot be reached: ${name}`, () =>
      Effect.gen(function* () {
        const service = yield* cannedService(json(200, { data: [] }))
        const { code, stderr } = yield* run([...asked, "--allow-http", "--base-url", service.url], {
          ...key,
          PUBLIC_RECORDS_REDIS_URL: url
        })
        assert.deepStrictEqual([code, service.requests.length], [0, 1], stderr)
        assert.match(stderr, new RegExp(`^Redis is not responding correctly \\(${name}\\)\\. `))
        assert.strictEqual(stderr.split("Redis is not").length, 2)
        assert.notInclude(stderr, "canary")
      })
    )
  }

  for (const [reply, reason] of [
    ["WRONGPASS canary is invalid", "WRONGPASS"],
    ["canary is not ALLOWED here", "no response"],
    ["NO2WAY canary", "no response"],
    ["ERR canary", "no response"]
  ] as const) {
    it.effect(`is reported with ${reason} and not with the text of its reply ${reply.replace("canary", "TEXT")}`, () =>
      Effect.gen(function* () {
        const socket = join(yield* temporaryFolder, "redis.sock")
        yield* redisAt(socket, `-${reply}\r\n`)
        const url = Redacted.make(`unix://:canary@${socket}`)
        const { message } = yield* Effect.flip(checkRedis({ value: url, from: "here" }))
        assert.isTrue(message.startsWith(`Redis (here) cannot be reached: ${reason}. Start Redis`), message)
      })
    )
  }

  it.effect("is ignored with --demo", () =>
    Effect.gen(function* () {
      const { code } = yield* run(["complaints", "list", "--demo"], { PUBLIC_RECORDS_REDIS_URL: "redis://127.0.0.1:1" })
      assert.strictEqual(code, 0)
    })
  )
})
