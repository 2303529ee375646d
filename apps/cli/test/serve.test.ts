import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { X509Certificate } from "node:crypto"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cannedService, page } from "./cannedService.ts"
import { run as runExecutable, start as startExecutable } from "./executable.ts"
import { run, start } from "./inProcess.ts"
import { header, OneDay } from "./oneDay.ts"

const listening = /^Listening on (https?:\/\/127\.0\.0\.1:\d+)$/
const serve = ["serve", "--port", "0", "--tls", "off"]
const withKey = { PUBLIC_RECORDS_API_KEY: "DEMO_KEY" }

const row = "4703352559,2021-07-07 00:01:15,2021-07-06 11:48:00,Columbus,Ohio,614,Other,Y"

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

const addressOf = (line: string): string => listening.exec(line)?.[1] ?? assert.fail(`no address in "${line}"`)

layer(OneDay.layer)("serve with a mirror", (it) => {
  it.effect("serves the records of the mirror", () =>
    Effect.gen(function* () {
      const { mirror } = yield* OneDay
      for (const [flags, environment] of [
        [["--mirror-file", mirror], {}],
        [["--mirror"], { PUBLIC_RECORDS_MIRROR: mirror }]
      ] as const) {
        const server = yield* start([...serve, "--allow-http", ...flags], environment)
        const url = addressOf(yield* server.firstLine)
        const asked = ["complaints", "list", "--allow-http", "--base-url", url, "--all", "--format", "json"]
        const { stdout } = yield* run(asked, withKey)
        assert.lengthOf(JSON.parse(stdout), 10)
      }
    })
  )
})

const bodyOf = (url: string) =>
  Effect.promise(async () => {
    const response = await fetch(url)
    assert.strictEqual(response.status, 200, url)
    return response.text()
  })

describe("serve", () => {
  it.effect(
    "is ready after its first line, over HTTPS with a certificate that --ca trusts, and exits with code 0",
    () =>
      Effect.gen(function* () {
        const certificate = join(yield* temporaryFolder, "certificate.pem")
        const server = yield* startExecutable(["serve", "--port", "0", "--tls-write", certificate])
        const url = addressOf(yield* server.firstLine)
        const asked = ["complaints", "list", "--limit", "1", "--base-url", url]
        const trusted = yield* runExecutable([...asked, "--ca", certificate, "--quiet"], withKey)
        const untrusted = yield* runExecutable(asked, withKey)
        assert.strictEqual(trusted.stderr, "")
        assert.isString(JSON.parse(trusted.stdout).id)
        assert.strictEqual(untrusted.code, 5)
        assert.include(untrusted.stderr, "certificate")
        assert.include(untrusted.stderr, "--ca")
        yield* server.signal("SIGTERM")
        const { code, stderr, stdout } = yield* server.end
        assert.strictEqual(stdout, `Listening on ${url}\n`)
        const { fingerprint256 } = new X509Certificate(yield* Effect.promise(() => readFile(certificate)))
        assert.strictEqual(stderr, `Certificate SHA-256 ${fingerprint256}\n`)
        assert.strictEqual(code, 0)
      })
  )

  it.effect("exits with code 0 on Ctrl-C, reloads its data on SIGHUP, and has its contract and the page for it", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "complaints.csv")
      yield* Effect.promise(() => writeFile(file, `${header}\r\n${row}\r\n`))
      const server = yield* startExecutable(["serve", "--port", "0", "--tls", "off", "--allow-http", "--data", file])
      const url = addressOf(yield* server.firstLine)
      const [contract, page] = [yield* bodyOf(`${url}/openapi.json`), yield* bodyOf(`${url}/docs`)]
      assert.strictEqual(JSON.parse(contract).servers[0].url, url)
      assert.include(page, '"operationId":"listComplaints"')
      const asked = ["complaints", "list", "--allow-http", "--base-url", url]
      const before = yield* run(asked, withKey)
      yield* Effect.promise(() => writeFile(file, `${header}\r\n${row.replace("4703352559", "6145550100")}\r\n`))
      yield* server.signal("SIGHUP")
      assert.include(yield* server.firstError, "clients need --allow-http")
      yield* server.errorWith("Data reloaded")
      const after = yield* run(asked, withKey)
      assert.strictEqual(JSON.parse(before.stdout).companyPhoneNumber, "4703352559")
      assert.strictEqual(JSON.parse(after.stdout).companyPhoneNumber, "6145550100")
      yield* server.signal("SIGINT")
      assert.strictEqual((yield* server.end).code, 0)
    })
  )

  it.effect("skips and names invalid rows with --on-bad-row skip, and keeps its data if a file becomes invalid", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "complaints.csv")
      yield* Effect.promise(() => writeFile(file, `${header}\r\n1,2\r\n${row}\r\n`))
      const asServed = [...serve, "--allow-http", "--data", file]
      const strict = yield* run(asServed)
      assert.strictEqual(strict.code, 2)
      assert.strictEqual(strict.stderr, `${file}, line 2: the row has 2 columns instead of 8.\n`)
      const server = yield* start([...asServed, "--on-bad-row", "skip"])
      const asked = ["complaints", "list", "--allow-http", "--base-url", addressOf(yield* server.firstLine)]
      const left = "1 invalid record was skipped: "
      assert.strictEqual(yield* server.firstError, `${left}${file}, line 2: the row has 2 columns instead of 8.`)
      yield* Effect.promise(() => writeFile(file, "\u001F\u008B", "latin1"))
      yield* server.signal("SIGHUP")
      yield* server.errorWith("Still serving the previous data.")
      const after = yield* run(asked, withKey)
      assert.strictEqual(JSON.parse(after.stdout).companyPhoneNumber, "4703352559")
      yield* server.signal("SIGTERM")
      const { code, stderr } = yield* server.end
      assert.include(
        stderr,
        `The data file ${file} cannot be used: it is compressed, binary or UTF-16; unpack it, or save it as CSV or JSON in UTF-8. Still serving`
      )
      assert.strictEqual(code, 0)
    })
  )

  it.effect("accepts the keys of the flag and the environment", () =>
    Effect.gen(function* () {
      const server = yield* start([...serve, "--synthetic", "1", "--allow-http", "--api-key", "one"], {
        PUBLIC_RECORDS_SERVER_API_KEYS: "two,three"
      })
      const asked = ["complaints", "list", "--allow-http", "--base-url", addressOf(yield* server.firstLine)]
      const codes = yield* Effect.all(
        ["one", "three", "DEMO_KEY"].map((key) => run([...asked], { PUBLIC_RECORDS_API_KEY: key }))
      )
      assert.deepStrictEqual(
        codes.map(({ code }) => code),
        [0, 0, 3]
      )
    })
  )

  it.effect("applies quirks and burst limits, and logs each request to standard error without the key", () =>
    Effect.gen(function* () {
      const key = "Vb3Tn5Jh8Rd2Lf4Gm6Ps1Yc0Qz7wK9xHd4Tz8Wq6"
      const options = ["--synthetic", "100", "--allow-http", "--api-key", key, "--log", "json"]
      const quirks = ["--quirk", "totals=integer", "--quirk", "doubles=1", "--burst-limit", "2/1h"]
      const server = yield* start([...serve, ...options, ...quirks])
      const url = addressOf(yield* server.firstLine)
      const get = (path: string) => Effect.promise(() => fetch(url + path).then((response) => response.text()))
      const list = JSON.parse(yield* get(`/v0/dnc-complaints?api_key=${key}&state=${key}&items_per_page=1`))
      const all = JSON.parse(yield* get(`/v0/dnc-complaints?items_per_page=1&api_key=${key}`))
      const over = JSON.parse(yield* get(`/v0/dnc-complaints?api_key=${key}`))
      yield* get(`/v0/dnc-complaints/${key}\u009B31m?API_KEY=${key}`)
      yield* get("/health")
      yield* server.signal("SIGTERM")
      const { code, stderr } = yield* server.end
      assert.deepStrictEqual(list.meta, { "records-this-page": 0, "record-total": 0 })
      assert.strictEqual(all.meta["record-total"], 2 * 100)
      assert.strictEqual(over.error.code, "OVER_RATE_LIMIT")
      assert.strictEqual(code, 0)
      const entries = stderr
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
      assert.deepStrictEqual(
        entries.map(({ method, errorCode, status, url }) => [method, url, status, errorCode]),
        [
          ["GET", "/v0/dnc-complaints?state=••••&items_per_page=1", 200, null],
          ["GET", "/v0/dnc-complaints?items_per_page=1", 200, null],
          ["GET", "/v0/dnc-complaints", 429, "OVER_RATE_LIMIT"],
          ["GET", "/v0/dnc-complaints/••••", 403, "API_KEY_MISSING"],
          ["GET", "/health", 200, null]
        ]
      )
      assert.match(entries[0].at, /^\d{4}-\d\d-\d\dT/)
      assert.notMatch(stderr, /[\u0080-\u009F]/)
      assert.notInclude(stderr, key.slice(0, 8))
    })
  )

  it.effect("logs each request as one line of text, with the fault that it injects", () =>
    Effect.gen(function* () {
      const faults = join(yield* temporaryFolder, "faults.json")
      yield* Effect.promise(() => writeFile(faults, '{"faults":[{"on":{"requests":[2]},"do":"status","status":503}]}'))
      const options = ["--synthetic", "1", "--allow-http", "--faults", faults, "--log", "requests"]
      const server = yield* start([...serve, ...options])
      const url = addressOf(yield* server.firstLine)
      yield* bodyOf(`${url}/v0/dnc-complaints?state=Ohio&api_key=DEMO_KEY`)
      yield* Effect.promise(() => fetch(`${url}/v0/dnc-complaints?api_key=DEMO_KEY`))
      assert.match(
        yield* server.errorWith("fault:status\n"),
        /\S+Z GET \/v0\/dnc-complaints\?state=Ohio 200 \d+ B \d+\.\d ms\n\S+Z GET \/v0\/dnc-complaints 503 \d+ B \d+\.\d ms fault:status\n$/
      )
    })
  )

  for (const [flags, note] of [
    [
      ["--tls", "off"],
      /^Plain HTTP: the server refuses .* Start it with --allow-http; clients need --allow-http, too\.\n$/
    ],
    [["--tls", "off", "--allow-http"], /^Plain HTTP: clients need --allow-http, too\.\n$/],
    [["--tls", "off", "--trust-proxy"], /^$/],
    [["--tls", "off", "--log", "json"], /^$/],
    [[], /^Certificate SHA-256 [\dA-F:]+\n$/]
  ] as const) {
    it.effect(`says who needs --allow-http: serve ${flags.join(" ")}`, () =>
      Effect.gen(function* () {
        const server = yield* start(["serve", "--port", "0", "--synthetic", "1", ...flags])
        addressOf(yield* server.firstLine)
        assert.match(server.written().stderr, note)
      })
    )
  }

  for (const [port, note] of [
    ["6667", /^Browsers and fetch refuse to connect to port 6667, .* Choose another port\.$/m],
    ["0", /^(?!Browsers)/]
  ] as const) {
    it.effect(`says whether fetch refuses its port: serve --port ${port}`, () =>
      Effect.gen(function* () {
        const server = yield* start([
          "serve",
          "--port",
          port,
          "--synthetic",
          "1",
          "--tls",
          "off",
          "--allow-http",
          "--log",
          "requests"
        ])
        yield* server.firstLine
        assert.match(server.written().stderr, note)
        // The check sent no request.
        assert.notInclude(server.written().stderr, "GET")
      })
    )
  }

  it.effect("exits with code 1 if its certificate cannot be written", () =>
    Effect.gen(function* () {
      const failed = yield* run(["serve", "--port", "0", "--synthetic", "1", "--tls-write", "/nowhere/certificate.pem"])
      assert.deepStrictEqual([failed.code, failed.stdout], [1, ""])
      assert.match(failed.stderr, /^The certificate cannot be written to \/nowhere\/certificate\.pem\. Check that its/)
    })
  )

  it.effect("exits with code 2 if the port is in use", () =>
    Effect.gen(function* () {
      const { url } = yield* cannedService(page())
      const port = new URL(url).port
      const { code, stdout, stderr } = yield* run(["serve", "--port", port])
      assert.strictEqual(code, 2)
      assert.strictEqual(stdout, "")
      assert.include(stderr, port)
      assert.strictEqual(stderr.trimEnd().split("\n").length, 1)
    })
  )

  it.effect("exits with code 2 and names a file that cannot be used", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [certificate, key, faults] = [
        join(folder, "cert.pem"),
        join(folder, "key.pem"),
        join(folder, "faults.json")
      ]
      yield* Effect.promise(async () => {
        await writeFile(certificate, "-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----\n")
        await writeFile(key, "-----BEGIN ENCRYPTED PRIVATE KEY-----\nno\n-----END ENCRYPTED PRIVATE KEY-----\n")
        await writeFile(faults, '{"faults":[{"do":"status","status":503,"headers":{"Connection":"close"}}]}')
      })
      for (const [flags, file] of [
        [["--tls-cert", certificate, "--tls-key", key], key],
        [["--faults", faults], faults],
        [["--data", "/nowhere/complaints.csv"], "/nowhere/complaints.csv"],
        [["--mirror-file", "/nowhere/mirror.duckdb"], "There is no mirror at /nowhere/mirror.duckdb."]
      ] as const) {
        const { code, stderr, stdout } = yield* run(["serve", "--port", "0", ...flags])
        assert.strictEqual(code, 2)
        assert.strictEqual(stdout, "")
        assert.include(stderr, file)
        assert.strictEqual(stderr.trimEnd().split("\n").length, 1)
      }
    })
  )
})
