import { assert, describe, it } from "@effect/vitest"
import { canaryKey, findCanary } from "@public-records/testing/Canary"
import { Effect, Schema } from "effect"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { type IncomingMessage, type ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cannedService, json, page, wireComplaint } from "./cannedService.ts"
import { type Run } from "./executable.ts"
import { Host } from "../src/Host.ts"
import { runCommandLine as runProgram } from "../src/commandLine.ts"
import { hostIn, run, start } from "./inProcess.ts"

const withKey = { PUBLIC_RECORDS_API_KEY: canaryKey }
const minuteMillis = 60_000
const inTime = (off = 0) => ({ date: new Date(Date.now() + off).toUTCString() })
const quota = { "x-ratelimit-limit": "1000", "x-ratelimit-remaining": "998" }
const body = { data: [wireComplaint("one")] }

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const Findings = Schema.fromJsonString(
  Schema.Struct({
    exitCode: Schema.Int,
    findings: Schema.Array(Schema.Struct({ name: Schema.String, verdict: Schema.String, message: Schema.String }))
  })
)

/** A service that works. */
const healthy = Effect.suspend(() => cannedService(json(200, body, { ...quota, ...inTime() })))

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Returns the mark of each line: versions, configuration, key, reachability, clock, quota. */
const marks = ({ stdout }: Run): string =>
  stdout
    .split("\n")
    .map((line) => line.slice(0, 1))
    .join("")

const diagnose = Effect.fnUntraced(function* (answer: Answer, ...flags: ReadonlyArray<string>) {
  const { requests, url } = yield* cannedService(answer)
  const done = yield* run(["doctor", "--allow-http", "--base-url", url, ...flags], withKey)
  assert.deepStrictEqual(findCanary(done.stdout + done.stderr), [])
  return { ...done, requests }
})

/** Responses of a service, with the expected marks, message and exit code. */
const patients: ReadonlyArray<
  readonly [name: string, answer: Answer, marks: string, detail: string, exitCode: number]
> = [
  ["everything is ok", json(200, body, { ...quota, ...inTime() }), "✓✓✓✓✓✓", "998 of 1,000 requests are left", 0],
  [
    "the service reports no limit",
    page(wireComplaint("one")),
    "✓✓✓✓✓·",
    "The budget of 1,000 requests per hour is used",
    0
  ],
  [
    "a tenth of the requests is left",
    json(200, body, { ...quota, "x-ratelimit-remaining": "100" }),
    "✓✓✓✓✓✓",
    "100 of 1,000 requests are left",
    0
  ],
  [
    "few requests are left",
    json(200, body, { ...quota, "x-ratelimit-remaining": "99" }),
    "✓✓✓✓✓!",
    "99 of 1,000 requests are left",
    0
  ],
  [
    "one request is left",
    json(200, body, { ...quota, "x-ratelimit-remaining": "1" }),
    "✓✓✓✓✓!",
    "1 of 1,000 requests is left",
    0
  ],
  [
    "the clock is ahead",
    json(200, body, inTime(-7 * minuteMillis)),
    "✓✓✓✓✗·",
    "This machine's clock is 7m ahead of the service's. Correct it.",
    1
  ],
  ["the clock is behind", json(200, body, inTime(3 * minuteMillis)), "✓✓✓✓✗·", "3m behind the service's", 1],
  ["the clock is a little off", json(200, body, inTime(20_000)), "✓✓✓✓✓·", "differ by", 0],
  [
    "the key is not accepted",
    json(403, { error: { code: "API_KEY_INVALID", message: `${canaryKey} is wrong` } }),
    "✓✓✗✓✓·",
    "Check PUBLIC_RECORDS_API_KEY",
    3
  ],
  [
    "the limit is used up",
    json(429, {}, { "retry-after": "3600", ...quota }),
    "✓✓✓✓✓✗",
    "The rate limit of the API key is used up. Try again at",
    4
  ],
  ["the path is missing", json(404, {}), "✓✓·✗✓·", "Check the base URL.", 6],
  ["it redirects elsewhere", json(302, {}, { location: "https://elsewhere.test/" }), "✓✓·✗✓·", "elsewhere.test", 6]
]

describe("public-records doctor", () => {
  for (const [name, answer, expected, detail, exitCode] of patients) {
    it.effect(`prints ${expected} and exits with code ${exitCode} if ${name}`, () =>
      Effect.gen(function* () {
        const done = yield* diagnose(answer)
        assert.strictEqual(marks(done), expected, done.stdout)
        assert.include(done.stdout, detail)
        assert.notMatch(done.stdout, / $|undefined/m)
        assert.deepStrictEqual([done.code, done.stderr, done.requests.length], [exitCode, "", 1])
      })
    )
  }

  it.effect("tests without a key whether the service responds, and prints how to get a key", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* cannedService(
        json(403, { error: { code: "API_KEY_MISSING" } }, inTime(-7 * minuteMillis))
      )
      const done = yield* run(["doctor", "--allow-http", "--base-url", url])
      assert.strictEqual(marks(done), "✓✓✗✓✗·")
      assert.include(done.stdout, "https://api.data.gov/signup/")
      assert.notInclude(done.stdout, "--demo")
      assert.strictEqual(done.code, 3)
      const keyed = yield* run(["doctor", "--allow-http", "--base-url", url], withKey)
      assert.strictEqual(keyed.code, 3)
      const [bare, request] = requests
      assert.deepStrictEqual([bare?.url, bare?.key, request?.key], [request?.url, undefined, canaryKey])
    })
  )

  it.effect("prints how to fix a service that cannot be reached", () =>
    Effect.gen(function* () {
      const free = yield* Effect.scoped(Effect.map(cannedService(json(200, {})), ({ url }) => url))
      const asked = ["doctor", "--allow-http", "--base-url", free]
      const [keyed, keyless] = [yield* run(asked, withKey), yield* run(asked)]
      assert.deepStrictEqual([marks(keyed), keyed.code], ["✓✓·✗··", 5])
      assert.deepStrictEqual([marks(keyless), keyless.code], ["✓✓✗✗··", 3])
      const proxied = yield* run(asked, { ...withKey, HTTP_PROXY: free })
      assert.include(proxied.stdout, "the network and the proxy in HTTP_PROXY.")
      for (const { stdout } of [keyed, keyless]) assert.match(stdout, /ECONNREFUSED.*Behind a proxy, set HTTPS_PROXY\./)
    })
  )

  for (const [name, flags, environment, detail] of [
    ["a wrong setting", [], { PUBLIC_RECORDS_REQUESTS_PER_HOUR: "many" }, 'PUBLIC_RECORDS_REQUESTS_PER_HOUR: "many"'],
    ["a base URL that is not HTTPS", ["--base-url", "http://records.test"], withKey, "--allow-http"],
    ["a base URL that is not HTTPS, without a key", ["--base-url", "http://records.test"], {}, "--allow-http"],
    ["a missing certificate file", ["--ca", "/nowhere/ca.pem"], withKey, "/nowhere/ca.pem (--ca)"],
    ["a missing Redis", [], { ...withKey, PUBLIC_RECORDS_REDIS_URL: "unix:///nowhere" }, "Redis"]
  ] as const) {
    it.effect(`exits with code 2 for ${name}, and sends no request`, () =>
      Effect.gen(function* () {
        const done = yield* run(["doctor", ...flags], environment)
        assert.match(marks(done), /^✓✗(·|✗)···$/, done.stdout)
        assert.include(done.stdout, detail)
        assert.strictEqual(done.code, 2)
      })
    )
  }

  it.effect("names each invalid setting once", () =>
    Effect.gen(function* () {
      const environment = {
        ...withKey,
        PUBLIC_RECORDS_REQUESTS_PER_HOUR: "many",
        PUBLIC_RECORDS_REDIS_URL: "redis",
        HTTPS_PROXY: "nonsense://"
      }
      const { code, stdout } = yield* run(["doctor", "--max-wait", "soon"], environment)
      const [, line = ""] = stdout.split("\n")
      for (const name of [
        "PUBLIC_RECORDS_REQUESTS_PER_HOUR",
        "PUBLIC_RECORDS_REDIS_URL",
        "--max-wait",
        "HTTPS_PROXY"
      ]) {
        assert.strictEqual(line.split(name).length, 2, `${name}: ${line}`)
      }
      assert.strictEqual(code, 2)
    })
  )

  it.effect("names an unknown variable and suggests a similar one", () =>
    Effect.gen(function* () {
      const strange = { PUBLIC_RECORDS_API_KY: canaryKey, PUBLIC_RECORDS_TEST_PROGRAMS: "redis-server" }
      const { url } = yield* healthy
      const { code, stdout } = yield* run(["doctor", "--allow-http", "--base-url", url], { ...withKey, ...strange })
      assert.include(
        stdout,
        "! configuration  PUBLIC_RECORDS_API_KY is not a known setting. Did you mean PUBLIC_RECORDS_API_KEY?"
      )
      assert.deepStrictEqual([code, findCanary(stdout)], [0, []])
    })
  )

  it.effect("counts the settings, and names an appearance that cannot be used", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      mkdirSync(join(folder, "public-records"))
      const file = join(folder, "public-records", "config.json")
      const { url } = yield* healthy
      const service = { baseUrl: url, allowHttp: true }
      const configured = (settings: object) =>
        writeFileSync(file, JSON.stringify({ ...service, ...settings }), { mode: 0o600 })
      const configuration = (environment: Readonly<Record<string, string>>, ...flags: ReadonlyArray<string>) =>
        Effect.map(run(["doctor", ...flags], { XDG_CONFIG_HOME: folder, ...environment }), ({ stdout }) =>
          stdout.split("\n")[1]?.replaceAll(file, "FILE")
        )
      const line = (text: string) => `✓ configuration  ${text}`
      const two = line("No settings in FILE, and 2 settings from flags or the environment.")
      assert.strictEqual(yield* configuration({}, "--base-url", url, "--allow-http"), two)
      configured({})
      assert.strictEqual(yield* configuration({}), line("FILE is valid."))
      const one = line("FILE is valid, and 1 setting from flags or the environment.")
      assert.strictEqual(yield* configuration({ PUBLIC_RECORDS_MAX_WAIT: "1m" }), one)
      configured({ theme: "light" })
      assert.strictEqual(yield* configuration({}), line("FILE is valid."))
      configured({ theme: "sepia" })
      const problem = String(yield* configuration({}))
      assert.match(problem, /^✗ configuration {2}"theme" is "sepia".* Until then, the terminal UI does not start\.$/)
      assert.match(
        String(yield* configuration({ PUBLIC_RECORDS_MAX_WAIT: "soon" })),
        /^✗ configuration {2}PUBLIC_RECORDS_MAX_WAIT: "soon" .* "theme" is "sepia"/
      )
    })
  )

  it.effect("names the most important of several pieces of advice, but a problem first", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      mkdirSync(join(folder, "public-records"))
      const file = join(folder, "public-records", "config.json")
      const { url } = yield* healthy
      const configuration = (settings: object, environment: Readonly<Record<string, string>> = {}) => {
        writeFileSync(file, JSON.stringify({ baseUrl: url, allowHttp: true, ...settings }))
        chmodSync(file, 0o644)
        const certificates = { NODE_EXTRA_CA_CERTS: "/nowhere/ca.pem" }
        const variables = { ...withKey, ...certificates, XDG_CONFIG_HOME: folder, ...environment }
        return Effect.map(run(["doctor"], variables), ({ code, stdout }) => [
          code,
          stdout.split("\n")[1]?.replaceAll(file, "FILE")
        ])
      }
      const unknown = { PUBLIC_RECORDS_API_KY: "a-key" }
      assert.deepStrictEqual(yield* configuration({ apiKey: "a-key" }, unknown), [
        0,
        "! configuration  FILE contains a key and is readable by other users. Run: chmod 600 FILE"
      ])
      const [, variable] = yield* configuration({}, unknown)
      assert.match(String(variable), /^! configuration {2}PUBLIC_RECORDS_API_KY is not a known setting\./)
      assert.deepStrictEqual(yield* configuration({}), [
        0,
        "! configuration  NODE_EXTRA_CA_CERTS names /nowhere/ca.pem, which Node.js ignores: it cannot be read (ENOENT). Correct or unset it."
      ])
      const [code, theme] = yield* configuration({ apiKey: "a-key", theme: "sepia" }, unknown)
      assert.strictEqual(code, 2)
      assert.match(String(theme), /^✗ configuration {2}"theme" is "sepia"/)
    })
  )

  it.effect("names a file in NODE_EXTRA_CA_CERTS without a certificate", () =>
    Effect.gen(function* () {
      const [folder, { url }] = [yield* temporaryFolder, yield* healthy]
      const adviceOn = (text: string) => {
        const file = join(folder, "ca.pem")
        writeFileSync(file, text)
        return Effect.map(
          run(["doctor", "--allow-http", "--base-url", url], { NODE_EXTRA_CA_CERTS: file }),
          ({ stdout }) => stdout.split("\n")[1]?.replaceAll(file, "FILE")
        )
      }
      assert.strictEqual(
        yield* adviceOn("nothing"),
        "! configuration  NODE_EXTRA_CA_CERTS names FILE, which Node.js ignores: it contains no certificate in PEM format. Correct or unset it."
      )
      assert.include(String(yield* adviceOn("-----BEGIN CERTIFICATE-----\n")), "✓ configuration")
    })
  )

  it.effect("prints its report even if it has a bug", () =>
    Effect.gen(function* () {
      const { layer: hostLayer, written } = hostIn()
      const environment = Object.defineProperty({ HOME: "/nonexistent" }, "HTTPS_PROXY", {
        get: () => {
          throw new Error("a mistake")
        }
      })
      const host = { ...(yield* Effect.provide(Host, hostLayer)), environment }
      const code = yield* Effect.provideService(runProgram(["doctor"]), Host, host)
      const { stderr, stdout } = written()
      assert.deepStrictEqual([code, stderr], [1, ""])
      assert.match(stdout, /^✓ versions /)
      assert.match(stdout, /\n✗ configuration +Internal error: Error: a mistake\. Please report it\.\n/)
      assert.match(stdout, /\n· quota +Fix the configuration first\.\n$/)
    })
  )

  it.effect("prints why it waits before the wait, even without --verbose", () =>
    Effect.gen(function* () {
      const { url } = yield* cannedService(json(429, {}, { "retry-after": "10" }))
      const waiting = yield* start(["doctor", "--allow-http", "--base-url", url], withKey)
      const pause = /^Retry 1 of 4 in (?:10|9\.\d) s: .* Waiting until \S+; press Ctrl-C to stop\.\n$/
      assert.match(yield* waiting.errorWith("\n"), pause)
      assert.strictEqual(waiting.written().stdout, "")
    })
  )

  it.effect("has advice on a budget that exceeds the limit, and prints nothing else", () =>
    Effect.gen(function* () {
      const answer = json(200, body, { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "9" })
      for (const flags of [[], ["--requests-per-hour", "10"]]) {
        assert.strictEqual(marks(yield* diagnose(answer, ...flags)), "✓✓✓✓✓✓", flags.join(" "))
      }
      const done = yield* diagnose(answer, "--requests-per-hour", "500")
      assert.deepStrictEqual([marks(done), done.stderr], ["✓✓✓✓✓!", ""])
      const fix = "The budget of 500 (--requests-per-hour) exceeds the limit, so the limit applies."
      assert.include(done.stdout, `! quota          9 of 10 requests are left. ${fix}\n`)
    })
  )

  it.effect("logs its request with --verbose", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* diagnose(json(200, body), "--verbose")
      assert.strictEqual(code, 0)
      assert.match(stderr, /^GET http:\S+ 200 \d+ ms, no rate limit\n$/)
    })
  )

  it.effect("reports the same as JSON", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* diagnose(json(403, { error: { code: "API_KEY_INVALID" } }), "--format", "json")
      const report = yield* Schema.decodeUnknownEffect(Findings)(stdout)
      assert.deepStrictEqual([report.exitCode, code], [3, 3])
      assert.deepStrictEqual(
        report.findings.map(({ name, verdict }) => `${name} ${verdict}`),
        ["versions ok", "configuration ok", "key problem", "reachability ok", "clock ok", "quota unknown"]
      )
    })
  )
})
