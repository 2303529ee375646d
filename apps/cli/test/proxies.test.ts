import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect } from "effect"
import { createServer } from "node:http"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cannedService, json } from "./cannedService.ts"
import { folder } from "./exportFolder.ts"
import { run, start } from "./inProcess.ts"
import { readProxies } from "../src/network/proxies.ts"

const withKey = { PUBLIC_RECORDS_API_KEY: "some-key" }
const password = "canary"

/** Starts a proxy that answers every request with this status, or closes the connection without one. */
const refusingProxy = (status: number | undefined) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly host: string; readonly asked: ReadonlyArray<string>; readonly close: () => void }>(
      (resume) => {
        const asked: Array<string> = []
        const server = createServer((request, response) => {
          asked.push(request.url ?? "")
          if (status === undefined) request.socket.destroy()
          else response.writeHead(status).end()
        })
        server.on("connect", ({ url = "" }, client) => {
          asked.push(url)
          client.on("error", () => client.destroy())
          if (status === undefined) client.destroy()
          else client.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`)
        })
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          const port = typeof address === "object" && address !== null ? address.port : 0
          resume(Effect.succeed({ host: `127.0.0.1:${port}`, asked, close: () => server.close() }))
        })
      }
    ),
    ({ close }) => Effect.sync(close)
  )

/** Starts the reference server over HTTPS. Returns its host, and the flags that trust its certificate. */
const httpsServer = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true }))
  )
  const certificate = join(folder, "certificate.pem")
  const server = yield* start(["serve", "--port", "0", "--synthetic", "1", "--tls-write", certificate])
  return { host: (yield* server.firstLine).replace("Listening on https://", ""), trust: ["--ca", certificate] }
})

/** A clock that skips the waits before another try, which are shorter than a timeout. */
const impatientClock: Effect.Effect<Clock.Clock> = Effect.promise(() =>
  Effect.runPromise(
    Clock.clockWith((clock) => {
      const sleep = (time: Duration.Duration) => (Duration.toMillis(time) < 5000 ? Effect.void : clock.sleep(time))
      const impatient: Clock.Clock = Object.create(clock, { sleep: { value: sleep } })
      return Effect.succeed(impatient)
    })
  )
)

const list = ["complaints", "list", "--limit", "1", "--base-url"]

describe("a proxy that refuses", () => {
  const required = "requires a user name and a password: status 407). Write USER:PASSWORD@ before the host in VARIABLE."
  const wrong = "does not accept the user name and the password: status 407). Correct them in VARIABLE."
  for (const [variable, user, url, status, message] of [
    ["HTTPS_PROXY", `me:${password}@`, "https://records.test", 407, wrong],
    ["https_proxy", "", "https://records.test", 407, required],
    ["HTTP_PROXY", `me:${password}@`, "http://records.test", 407, wrong],
    ["http_proxy", "", "http://records.test", 407, required],
    [
      "HTTP_PROXY",
      `me:${password}@`,
      "https://records.test",
      403,
      "refused to connect to records.test: status 403). Ask its administrator to allow the host, or add the host to NO_PROXY."
    ]
  ] as const) {
    it.effect(`a request is asked once, and is named without its password: ${status} in ${variable} for ${url}`, () =>
      Effect.gen(function* () {
        const { asked, host } = yield* refusingProxy(status)
        const environment = { ...withKey, [variable]: `http://${user}${host}` }
        const named = `(the proxy http://${host} (${variable}) ${message.replace("VARIABLE", variable)}`
        const { code, stderr } = yield* run([...list, url, "--allow-http", "--verbose"], environment)
        assert.deepStrictEqual([code, asked.length], [5, 1], stderr)
        assert.include(stderr, named)
        const { stdout } = yield* run(["doctor", "--base-url", url, "--allow-http"], environment)
        assert.include(stdout, named)
        assert.notInclude(stderr + stdout, password)
      })
    )
  }

  for (const [what, status, message] of [
    ["returns 502", 502, "refused to connect to records.test: status 502"],
    ["closes the connection", undefined, "cannot be reached: "]
  ] as const) {
    it.effect(`is named and tried again if it ${what}`, () =>
      Effect.gen(function* () {
        const { asked, host } = yield* refusingProxy(status)
        const environment = { ...withKey, HTTPS_PROXY: `http://me:${password}@${host}` }
        const { code, stderr } = yield* run([...list, "https://records.test"], environment, {
          clock: yield* impatientClock
        })
        assert.deepStrictEqual([code, asked.length], [5, 5], stderr)
        assert.include(stderr, `(the proxy http://${host} (HTTPS_PROXY) ${message}`)
        assert.notInclude(stderr, password)
      })
    )
  }

  it.effect("is asked once by a sync", () =>
    Effect.gen(function* () {
      const { asked, host } = yield* refusingProxy(407)
      const environment = { ...withKey, HTTPS_PROXY: `http://me:${password}@${host}` }
      const mirror = ["--mirror-file", join(yield* folder, "mirror.duckdb")]
      const { code } = yield* run(
        ["mirror", "sync", "--source", "service", "--yes", ...mirror, "--base-url", "https://records.test"],
        environment
      )
      assert.deepStrictEqual([code, asked.length], [5, 1])
    })
  )

  for (const [variable, url] of [
    ["HTTPS_PROXY", "https://records.test"],
    ["HTTP_PROXY", "http://records.test"]
  ] as const) {
    it.effect(`is named if it is down: ${variable} for ${url}`, () =>
      Effect.gen(function* () {
        const { host } = yield* Effect.scoped(refusingProxy(407))
        const environment = { ...withKey, [variable]: `http://me:${password}@${host}` }
        const { code, stderr } = yield* run([...list, url, "--allow-http"], environment, {
          clock: yield* impatientClock
        })
        const named = `(the proxy http://${host} (${variable}) cannot be reached: connect ECONNREFUSED ${host}).`
        assert.deepStrictEqual([code, stderr.includes(named)], [5, true], stderr)
      })
    )
  }
})

describe("a proxy over HTTPS", () => {
  it.effect("may have an IP address, about which Node.js prints no warning", () =>
    Effect.gen(function* () {
      const warnings: Array<string> = []
      const record = ({ message }: Error): void => void warnings.push(message)
      yield* Effect.acquireRelease(
        Effect.sync(() => process.on("warning", record)),
        () => Effect.sync(() => process.off("warning", record))
      )
      const { host, trust } = yield* httpsServer
      const environment = { ...withKey, HTTPS_PROXY: `https://${host}` }
      for (const url of ["https://records.test", "http://records.test"]) {
        const { stderr } = yield* run([...list, url, ...trust, "--allow-http"], {
          ...environment,
          HTTP_PROXY: `https://${host}`
        })
        // The reference server is no proxy, but its certificate was accepted.
        assert.match(stderr, /the proxy \S+ \(HTTPS?_PROXY\) refused to connect to records\.test: status 405/)
      }
      assert.deepStrictEqual(warnings, [])
    })
  )

  it.effect("is named if its certificate is not accepted, or if it does not use TLS", () =>
    Effect.gen(function* () {
      const { host } = yield* httpsServer
      const plain = yield* refusingProxy(407)
      for (const [address, message] of [
        [host, "has a certificate that is not accepted: self-signed certificate). Check HTTPS_PROXY."],
        [plain.host, "does not use TLS on this port). If it is a proxy without TLS, begin its URL in HTTPS_PROXY with"]
      ] as const) {
        const environment = { ...withKey, HTTPS_PROXY: `https://${address}` }
        const { code, stderr } = yield* run([...list, "https://records.test"], environment)
        const named = stderr.includes(`(the proxy https://${address} (HTTPS_PROXY) ${message}`)
        assert.deepStrictEqual([code, named], [5, true], stderr)
      }
    })
  )
})

describe("the URL of a proxy", () => {
  for (const name of ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"]) {
    it.effect(`may have a scheme, a port, a user and a password, and nothing else: ${name}`, () =>
      Effect.gen(function* () {
        for (const [text, href] of [
          ["proxy.test:3128", "http://proxy.test:3128/"],
          ["http://proxy.test/", "http://proxy.test/"],
          ["HTTPS://PROXY.test:8443", "https://proxy.test:8443/"],
          ["http://user:p%40ss@proxy.test:3128", "http://user:p%40ss@proxy.test:3128/"]
        ] as const) {
          const { proxyFor } = yield* readProxies({ [name]: text })
          assert.strictEqual(proxyFor(new URL("https://records.test"))?.url.href, href)
        }
        for (const nonsense of [
          "secret word",
          "http://",
          ":3128",
          "me:secret@",
          "proxy.test:secret",
          "me:secret@proxy.test:99999",
          "http:/secret@proxy.test",
          "http://%zz@proxy.test",
          "http://me:secret%@proxy.test",
          "socks5://me:secret@proxy.test:1080",
          "ftp://proxy.test",
          "proxy.test:3128/secret",
          "proxy.test:3128?secret",
          "proxy.test#secret"
        ]) {
          const { exitCode, message } = yield* Effect.flip(readProxies({ [name]: nonsense }))
          assert.match(message, new RegExp(`^${name} does not name an HTTP proxy\\. `), nonsense)
          assert.deepStrictEqual([exitCode, message.includes("secret")], [2, false])
        }
      })
    )
  }
})

describe("NO_PROXY", () => {
  for (const [entry, direct, proxied] of [
    ["10.0.0.0/8", ["http://10.1.2.3", "http://10.255.0.1:81"], ["http://11.0.0.1", "http://a10.0.0.1.test"]],
    ["192.168.4.0/22", ["http://192.168.7.255"], ["http://192.168.8.0"]],
    ["fd00::/8", ["http://[fd12::1]"], ["http://[fe80::1]", "http://253.0.0.1"]],
    ["0.0.0.0/0", ["http://8.8.8.8"], ["http://records.test", "http://[::1]"]],
    ["127.0.0.1", ["http://127.0.0.1:5"], ["http://127.0.0.2"]],
    ["127.0.0.1:5", ["http://127.0.0.1:5"], ["http://127.0.0.1:6"]],
    ["::1", ["http://[::1]:5"], ["http://[::2]"]],
    ["[0:0::1]:443", ["https://[::1]"], ["http://[::1]", "https://[::1]:444"]],
    ["records.test", ["http://records.test", "http://a.RECORDS.test."], ["http://myrecords.test", "http://test"]],
    [".records.test", ["http://records.test", "http://a.records.test"], ["http://myrecords.test"]],
    ["*.records.test", ["http://a.records.test"], ["http://records.test"]],
    ["Müller.test:80", ["http://müller.test"], ["https://müller.test"]],
    ["localhost other.test", ["http://localhost:80", "http://other.test"], ["http://records.test"]],
    ["*", ["http://records.test", "http://[::1]"], []],
    ["*:80", ["http://records.test"], ["https://records.test"]],
    ["", [], ["http://records.test"]]
  ] as const) {
    it.effect(`names hosts to connect to directly: ${entry}`, () =>
      Effect.gen(function* () {
        const { proxyFor } = yield* readProxies({ HTTP_PROXY: "proxy.test", NO_PROXY: `nothing.test, ${entry}` })
        const isDirect = (url: string): boolean => proxyFor(new URL(url)) === undefined
        assert.deepStrictEqual([direct.filter(isDirect), proxied.filter(isDirect)], [direct, []])
      })
    )
  }

  for (const entry of [
    "10.0.0.0/33",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "records.test/8",
    "fd00::/129",
    "192.168",
    "192.168.*",
    "10.0.0.1-10.0.0.9",
    "*records.test",
    "http://records.test",
    "a.test;b.test",
    "<local>",
    "records.test:port"
  ]) {
    it.effect(`is reported by doctor if an entry is not understood: ${entry}`, () =>
      Effect.gen(function* () {
        const { url } = yield* cannedService(json(200, { data: [] }))
        const environment = { ...withKey, no_proxy: `localhost,${entry},127.0.0.1` }
        const { stdout } = yield* run(["doctor", "--base-url", url, "--allow-http"], environment)
        assert.include(
          stdout,
          `! configuration  no_proxy contains "${entry}", which is ignored. Write hosts, addresses and ranges such as 10.0.0.0/8, with commas between them.`
        )
      })
    )
  }
})
