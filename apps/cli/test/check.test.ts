import { assert, describe, it } from "@effect/vitest"
import { startReferenceServer, type StartOptions } from "@public-records/server"
import { canaryKey, findCanary } from "@public-records/testing/Canary"
import { Effect, Schema } from "effect"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cannedService, json, page, wireComplaint } from "./cannedService.ts"
import { run } from "./inProcess.ts"

const Report = Schema.fromJsonString(
  Schema.Struct({
    baseUrl: Schema.String,
    requests: Schema.Int,
    conforms: Schema.Int,
    differs: Schema.Int,
    breaks: Schema.Int,
    notShown: Schema.Int,
    statements: Schema.Array(
      Schema.Struct({
        family: Schema.String,
        name: Schema.String,
        rule: Schema.String,
        request: Schema.String,
        verdict: Schema.Literals(["conforms", "differs", "breaks", "notShown"]),
        statement: Schema.optionalKey(Schema.Int)
      })
    )
  })
)
const readReport = Schema.decodeUnknownEffect(Report)

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const server = (options: StartOptions = {}) =>
  Effect.acquireRelease(
    Effect.promise(() => startReferenceServer({ apiKeys: [canaryKey], ...options })),
    ({ close }) => Effect.promise(close)
  )

const withKey = { PUBLIC_RECORDS_API_KEY: canaryKey }
const checking = (url: string, ...more: ReadonlyArray<string>) =>
  run(["check", "--allow-http", "--base-url", url, ...more], withKey)

describe("public-records check", () => {
  it.effect("reports that the documented service conforms, and prints the number of requests first", () =>
    Effect.gen(function* () {
      const { url } = yield* server()
      const { code, stderr, stdout } = yield* checking(url)
      assert.strictEqual(code, 0)
      assert.match(
        stderr,
        /^36 requests will be sent to http:\/\/127\.0\.0\.1:\d+ \(at most 40, including retries\), with a budget of 1,000 requests per hour\.\n$/
      )
      assert.match(stdout, /^complaints: pages\n {2}✓ it responds with data, meta and links\n/)
      assert.match(stdout, /: 63 statements conform, 0 differ in a documented way, 0 break; 36 requests\.\n$/)
      assert.notMatch(stdout, /[≠✗·] /)
    })
  )

  it.effect("cites the statements in which the live profile differs, as JSON, and exits with code 0", () =>
    Effect.gen(function* () {
      const { url } = yield* server({ profile: "live" })
      const { code, stderr, stdout } = yield* checking(url, "--format", "json", "--quiet")
      const report = yield* readReport(stdout)
      assert.deepStrictEqual([code, stderr, report.baseUrl, report.requests], [0, "", url, 36])
      assert.strictEqual(report.breaks, 0)
      const cited = report.statements.flatMap(({ statement }) => (statement === undefined ? [] : [statement]))
      assert.deepStrictEqual(cited, [5, 7, 19, 19, 19, 1, 12, 5, 7, 25])
      assert.strictEqual(report.differs, cited.length)
      assert.strictEqual(report.statements.length, report.conforms + report.differs + report.notShown)
    })
  )

  it.effect("exits with code 6 if a statement breaks, with the request, the expected and the actual result", () =>
    Effect.gen(function* () {
      const { url } = yield* cannedService(page(wireComplaint("one")))
      const { code, stdout } = yield* checking(url)
      assert.strictEqual(code, 6)
      assert.include(
        stdout,
        [
          "  ✗ it rejects a request without a key",
          "      rule: docs/api.md, statement 30",
          "      request: GET /v0/dnc-complaints?items_per_page=1",
          "      expected: status 403",
          "      actual: status 200 with 1 record"
        ].join("\n")
      )
    })
  )

  it.effect("stops at its budget with code 4", () =>
    Effect.gen(function* () {
      const { url } = yield* server()
      const { code, stderr, stdout } = yield* checking(url, "--quiet", "--requests-per-hour", "1", "--no-wait")
      assert.deepStrictEqual([code, stdout], [4, ""])
      assert.isTrue(stderr.startsWith(`The check of ${url}: The rate limit `), stderr)
    })
  )

  it.effect("counts its requests on a terminal, unless --quiet or --verbose is given", () =>
    Effect.gen(function* () {
      const { url } = yield* server()
      const stderrOf = (...flags: ReadonlyArray<string>) =>
        Effect.map(
          run(["check", "--allow-http", "--base-url", url, ...flags], withKey, { columns: 80 }),
          ({ stderr }) => stderr
        )
      assert.match(yield* stderrOf(), /\r\u001B\[K1 of 36 requests sent\r[^\n]*35 of 36 requests sent\r\u001B\[K$/)
      for (const flag of ["--quiet", "--verbose"]) {
        assert.notInclude(yield* stderrOf(flag), "requests sent\r", flag)
      }
    })
  )

  it.effect("begins with a warning about a configuration file with a key that others can read", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      mkdirSync(join(folder, "public-records"))
      const file = join(folder, "public-records", "config.json")
      const { url } = yield* cannedService(json(403, { error: { code: "API_KEY_INVALID" } }))
      writeFileSync(file, JSON.stringify({ apiKey: canaryKey, allowHttp: true, baseUrl: url }), { mode: 0o644 })
      const { code, stderr } = yield* run(["check"], { XDG_CONFIG_HOME: folder })
      assert.deepStrictEqual([code, stderr.split("\n")[0]?.includes(`chmod 600 ${file}`)], [3, true], stderr)
    })
  )

  it.effect("logs each request with --verbose", () =>
    Effect.gen(function* () {
      const { url } = yield* server()
      const { stderr } = yield* checking(url, "--verbose")
      const lines = stderr.split("\n").filter((line) => / \d{3} \d+ ms, /.test(line))
      assert.strictEqual(lines.length, 36)
      assert.match(lines[0] ?? "", /^GET http:\/\/127\.0\.0\.1:\d+\/v0\/dnc-complaints 200 \d+ ms, 999 of 1000 left$/)
    })
  )

  it.effect("does not follow a redirect", () =>
    Effect.gen(function* () {
      const elsewhere = yield* cannedService(page(wireComplaint("one")))
      const { url } = yield* cannedService(json(302, {}, { location: elsewhere.url }))
      const { code } = yield* checking(url)
      assert.strictEqual(code, 6)
      assert.deepStrictEqual(elsewhere.requests, [])
    })
  )
})

const detail = `Your key ${canaryKey} is wrong`
const refusals = [
  ["a key that is not accepted", 3, 403, {}, "API_KEY_INVALID"],
  ["a limit that is used up", 4, 429, { "retry-after": "3600" }, "CODE"],
  ["a service that is down", 5, 503, {}, "CODE"],
  ["a missing path", 6, 404, {}, "CODE"]
] as const

describe("a check that cannot be completed", () => {
  for (const [name, exitCode, status, headers, errorCode] of refusals) {
    it.effect(`exits with code ${exitCode} for ${name}, without output and without the key`, () =>
      Effect.gen(function* () {
        const { requests, url } = yield* cannedService(
          json(status, { error: { code: errorCode, message: detail } }, headers)
        )
        const { code, stderr, stdout } = yield* checking(url, "--verbose", "--format", "json")
        assert.deepStrictEqual([code, stdout], [exitCode, ""])
        assert.include(stderr, `"exitCode":${exitCode}`)
        assert.strictEqual(requests[0]?.key, canaryKey)
        assert.deepStrictEqual(findCanary(stderr), [])
      })
    )
  }

  it.effect("exits with code 3 without a key, 5 if no service listens, and 2 for an unknown format", () =>
    Effect.gen(function* () {
      const free = yield* Effect.scoped(Effect.map(cannedService(json(200, {})), ({ url }) => url))
      const runs = yield* Effect.all([
        run(["check", "--base-url", "https://127.0.0.1:9"]),
        checking(free),
        run(["check", "--format", "csv"], withKey),
        run(["check", "--base-url", "http://127.0.0.1:9"], withKey)
      ])
      assert.deepStrictEqual(
        runs.map(({ code, stdout }) => [code, stdout]),
        [3, 5, 2, 2].map((code) => [code, ""])
      )
      assert.notInclude(runs[0]?.stderr, "--demo")
    })
  )
})

describe("the key of a check", () => {
  it.effect("is not in the report, the log or the progress, even if the service repeats it", () =>
    Effect.gen(function* () {
      const { url } = yield* cannedService((request, response) => {
        const key = request.headers["x-api-key"]?.toString() ?? ""
        json(
          200,
          {
            data: [wireComplaint(key, { "consumer-state": key, "consumer-city": key, "created-date": key })],
            meta: { "records-this-page": key, count: key },
            links: { self: `https://elsewhere.test/?api_key=${encodeURIComponent(key)}` }
          },
          { "x-ratelimit-limit": key, allow: key }
        )(request, response)
      })
      for (const format of ["table", "json"]) {
        const { code, stderr, stdout } = yield* checking(url, "--verbose", "--format", format)
        assert.strictEqual(code, 6)
        assert.include(stdout, "••••")
        assert.deepStrictEqual(findCanary(stdout + stderr), [])
      }
    })
  )
})
