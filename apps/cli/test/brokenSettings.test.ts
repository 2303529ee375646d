import { assert, describe, it } from "@effect/vitest"
import { canaryKey, findCanary } from "@public-records/testing/Canary"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { execFileSync, spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readApiKey } from "../src/source/apiKey.ts"
import { readSettingsFile } from "../src/source/settingsFile.ts"
import { cannedService, page, wireComplaint } from "./cannedService.ts"
import { run as runProcess } from "./executable.ts"
import { run } from "./inProcess.ts"

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

/** Creates a configuration folder with a file. */
const configured = Effect.fnUntraced(function* (content: string | Uint8Array) {
  const folder = yield* temporaryFolder
  mkdirSync(join(folder, "public-records"))
  const path = join(folder, "public-records", "config.json")
  writeFileSync(path, content, { mode: 0o600 })
  return { folder, path }
})

const makePipe = (path: string): string => {
  execFileSync("mkfifo", [path])
  return path
}

/** Runs doctor and checks that the report is complete. */
const diagnose = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>>) {
  const { url } = yield* cannedService(page(wireComplaint("one")))
  const done = yield* run(["doctor", "--format", "json"], {
    PUBLIC_RECORDS_BASE_URL: url,
    PUBLIC_RECORDS_API_KEY: "some-key",
    ...environment
  })
  assert.strictEqual(done.stderr, "")
  assert.deepStrictEqual(findCanary(done.stdout), [])
  const report: { readonly exitCode: number; readonly findings: ReadonlyArray<Readonly<Record<string, string>>> } =
    JSON.parse(done.stdout)
  assert.deepStrictEqual(report.findings.map(({ name }) => name).toSorted(), [
    "clock",
    "configuration",
    "key",
    "quota",
    "reachability",
    "versions"
  ])
  assert.strictEqual(report.exitCode, done.code)
  const wrong = report.findings.filter(({ verdict }) => verdict === "problem" || verdict === "advice")
  return { code: done.code, detail: wrong.map(({ fix, message, name }) => `${name}: ${message} ${fix}`).join("\n") }
})

const noKey = { PUBLIC_RECORDS_API_KEY: "" }
const allowsHttp = { allowHttp: true }

describe("doctor reports", () => {
  const contents: ReadonlyArray<readonly [what: string, content: string | Uint8Array, detail: RegExp]> = [
    ["no JSON", "{", /configuration: .*config\.json is not JSON/],
    ["nothing", "", /is not JSON/],
    ["bytes", new Uint8Array([0x80, 0, 0xff, 0xfe]), /is not JSON/],
    ["an array", "[]", /must contain one object/],
    ["null", "null", /must contain one object/],
    ["more than 1 MB", `{"theme":"${"x".repeat(1_000_000)}"}`, /cannot be used: it is larger than 1 MB/],
    [
      "a long unknown member",
      `{"${"x".repeat(900_000)}":1}`,
      /a member "x{40}", which is not a known setting\. Known settings: apiKey, /
    ],
    ["arrays without end", "[".repeat(900_000), /is not JSON|must contain one object/],
    ...[
      "apiKey",
      "apiKeyFile",
      "apiKeyCommand",
      "baseUrl",
      "allowHttp",
      "requestsPerHour",
      "maxRetryAfter",
      "redisUrl",
      "ca",
      "theme",
      "keys"
    ].flatMap((member) =>
      [null, 7.5, "\0", [], {}, true].flatMap((value): ReadonlyArray<readonly [string, string, RegExp]> => {
        const isRight =
          (member === "keys" && typeof value === "object" && value !== null && !Array.isArray(value)) ||
          (member === "allowHttp" && value === true)
        if (isRight) return []
        const content = JSON.stringify({ ...allowsHttp, [member]: value })
        return [[content, content, new RegExp(`configuration: .*"?${member}"?`)]]
      })
    )
  ]

  for (const [what, content, detail] of contents) {
    it.effect(`a configuration file that contains ${what.slice(0, 60)}`, () =>
      Effect.gen(function* () {
        const { folder } = yield* configured(content)
        const done = yield* diagnose({ XDG_CONFIG_HOME: folder })
        assert.match(done.detail, detail)
        assert.isAtMost(done.detail.length, 1000)
        assert.strictEqual(done.code, 2)
      })
    )
  }

  const members: ReadonlyArray<readonly [member: string, value: unknown, code: number, detail: RegExp]> = [
    ["apiKey", "a b", 2, /configuration: The API key is empty, too long, or contains/],
    ["apiKey", "x".repeat(900_000), 2, /configuration: The value from "apiKey" in .* is too long for an API key/],
    ["apiKey", " ", 3, /key: No API key found in "apiKey"/],
    ["apiKeyFile", "/", 3, /key: The key file \/ .* cannot be used: it is a folder/],
    ["apiKeyFile", "/dev/zero", 3, /it is larger than 1 MB/],
    ["apiKeyFile", "/nowhere/key", 3, /it cannot be read \(ENOENT\)/],
    ["apiKeyCommand", "exit 7", 3, /The command for the API key .* failed with 7/],
    ["apiKeyCommand", "kill -9 $$", 3, /The command for the API key .* failed with SIGKILL/],
    ["apiKeyCommand", "yes", 3, /The command for the API key .* failed with/],
    ["apiKeyCommand", "(", 3, /The command for the API key .* failed with/],
    ["baseUrl", "https://", 2, /configuration: The base URL is not a URL/],
    ["baseUrl", `https://me:${encodeURIComponent(canaryKey)}@x.test`, 2, /The base URL has more than a host/],
    ["baseUrl", `me:${encodeURIComponent(canaryKey)}@x.test`, 2, /neither https nor http/],
    ["requestsPerHour", -1, 2, /requestsPerHour/],
    ["requestsPerHour", 1e300, 2, /requestsPerHour/],
    ["maxRetryAfter", "soon", 2, /maxRetryAfter/],
    ["redisUrl", `redis://:${encodeURIComponent(canaryKey)}@`, 2, /redisUrl.* is not the URL of a Redis server/],
    ["redisUrl", `unix://:${encodeURIComponent(canaryKey)}@/nowhere`, 2, /Redis \(.*\) cannot be reached: ENOENT\./],
    ["ca", "/", 2, /The certificate file \/ .* cannot be used: it is a folder/],
    ["ca", "/dev/zero", 2, /it is larger than 1 MB/],
    ["ca", "/dev/null", 2, /contains no certificate/],
    ["theme", "dark", 2, /"theme" is "dark".* Correct it in .*config\.json/],
    ["keys", { nonsense: "x" }, 2, /"keys" has "nonsense"/]
  ]

  for (const [member, value, code, detail] of members) {
    it.effect(
      `${member} in the file as ${JSON.stringify(value)
        .replaceAll(/me:.*@/g, "me:KEY@")
        .slice(0, 60)}`,
      () =>
        Effect.gen(function* () {
          const { folder } = yield* configured(JSON.stringify({ ...allowsHttp, [member]: value }))
          const isKey = member.startsWith("apiKey")
          const isUrl = member === "baseUrl"
          const done = yield* diagnose({
            XDG_CONFIG_HOME: folder,
            ...(isKey ? noKey : {}),
            ...(isUrl ? { PUBLIC_RECORDS_BASE_URL: "" } : {})
          })
          assert.match(done.detail, detail)
          assert.strictEqual(done.code, code)
          // The base URL is also diagnosed without a key.
          if (!isUrl) return
          const keyless = yield* diagnose({ XDG_CONFIG_HOME: folder, ...noKey, PUBLIC_RECORDS_BASE_URL: "" })
          assert.match(keyless.detail, detail)
        })
    )
  }

  const garbled = "-----BEGIN CERTIFICATE-----\nMIIBnonsense\n-----END CERTIFICATE-----\n"
  const variables: ReadonlyArray<readonly [name: string, value: string, code: number, detail: RegExp]> = [
    ["PUBLIC_RECORDS_API_KEY", "a\tb", 2, /The API key is empty, too long, or contains/],
    ["PUBLIC_RECORDS_API_KEY_FILE", "/", 3, /it is a folder/],
    ["PUBLIC_RECORDS_API_KEY_COMMAND", "exit 7", 3, /PUBLIC_RECORDS_API_KEY_COMMAND\) failed with 7/],
    ["PUBLIC_RECORDS_BASE_URL", "::", 2, /The base URL is not a URL/],
    ["PUBLIC_RECORDS_REQUESTS_PER_HOUR", "0", 2, /PUBLIC_RECORDS_REQUESTS_PER_HOUR/],
    ["PUBLIC_RECORDS_MAX_RETRY_AFTER", "-1s", 2, /PUBLIC_RECORDS_MAX_RETRY_AFTER/],
    ["PUBLIC_RECORDS_REDIS_URL", "redis", 2, /PUBLIC_RECORDS_REDIS_URL is not the URL/],
    ["PUBLIC_RECORDS_CA", "/nowhere.pem", 2, /PUBLIC_RECORDS_CA\) cannot be used: it cannot be read \(ENOENT\)/],
    ["PUBLIC_RECORDS_NONSENSE", "1", 0, /PUBLIC_RECORDS_NONSENSE/],
    ["HTTPS_PROXY", "nonsense://", 2, /HTTPS_PROXY does not name an HTTP proxy/],
    ["http_proxy", "::", 2, /http_proxy does not name an HTTP proxy/],
    ["NODE_EXTRA_CA_CERTS", "/nowhere.pem", 0, /NODE_EXTRA_CA_CERTS names \/nowhere\.pem, which Node\.js ignores/],
    ["NODE_EXTRA_CA_CERTS", "/", 0, /which Node\.js ignores: it is a folder/],
    ["XDG_CONFIG_HOME", `/${"x".repeat(5000)}`, 2, /cannot be used: it cannot be read \(ENAMETOOLONG\)/]
  ]

  for (const [name, value, code, detail] of variables) {
    it.effect(`${name}=${value.slice(0, 40)}`, () =>
      Effect.gen(function* () {
        const { folder } = yield* configured(JSON.stringify(allowsHttp))
        const done = yield* diagnose({
          XDG_CONFIG_HOME: folder,
          ...(name.includes("API_KEY_") ? noKey : {}),
          [name]: value
        })
        assert.match(done.detail, detail)
        assert.strictEqual(done.code, code)
      })
    )
  }

  it.effect("a corrupt certificate after a valid one", () =>
    Effect.gen(function* () {
      const { folder } = yield* configured(JSON.stringify(allowsHttp))
      const path = join(folder, "ca.pem")
      writeFileSync(path, garbled)
      const done = yield* diagnose({ XDG_CONFIG_HOME: folder, PUBLIC_RECORDS_CA: path })
      assert.match(done.detail, /configuration: The certificate in .*ca\.pem .* cannot be read/)
    })
  )

  it.effect("a configuration file that is a folder or a pipe", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      mkdirSync(join(folder, "public-records", "config.json"), { recursive: true })
      const done = yield* diagnose({ XDG_CONFIG_HOME: folder })
      assert.match(done.detail, /config\.json cannot be used: it is a folder\. Correct or remove it/)
      rmSync(join(folder, "public-records", "config.json"), { recursive: true })
      makePipe(join(folder, "public-records", "config.json"))
      const piped = yield* diagnose({ XDG_CONFIG_HOME: folder })
      assert.match(piped.detail, /config\.json cannot be used: it is not a regular file\. Correct or remove it/)
    })
  )
})

/** Advances the time in small steps until a fiber has ended. */
const passTimeUntil = Effect.fnUntraced(function* <A, E>(fiber: Fiber.Fiber<A, E>) {
  while (fiber.pollUnsafe() === undefined) {
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    yield* TestClock.adjust("10 millis")
  }
  return yield* Fiber.join(fiber)
})

/** Waits until another process has done something. */
const until = (isTrue: () => boolean) =>
  Effect.promise(async () => {
    while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
  })

describe("a key", () => {
  const bom = "\uFEFF"
  for (const [what, bytes] of [
    ["CRLF", Buffer.from("some-key\r\n")],
    ["a byte order mark", Buffer.from(`${bom}some-key\n`)],
    ["a byte order mark and CRLF", Buffer.from(`${bom}some-key\r\n\r\n`)],
    ["UTF-16", Buffer.from(`${bom}some-key\r\n`, "utf16le")]
  ] as const) {
    it.effect(`is read from a file with ${what}`, () =>
      Effect.gen(function* () {
        const path = join(yield* temporaryFolder, "key")
        writeFileSync(path, bytes)
        const key = yield* readApiKey({ kind: "file", value: path, from: "here" }, {})
        assert.strictEqual(Redacted.value(key), "some-key")
      })
    )
  }

  it.effect("is read from a pipe after waiting for it, for at most 10 seconds", () =>
    Effect.gen(function* () {
      const path = makePipe(join(yield* temporaryFolder, "pipe"))
      const reading = readApiKey({ kind: "file", value: path, from: "here" }, {})
      const read = yield* Effect.forkChild(reading)
      spawn("/bin/sh", ["-c", `echo some-key > '${path}'`], { stdio: "ignore" })
      assert.strictEqual(Redacted.value(yield* passTimeUntil(read)), "some-key")
      const silent = yield* Effect.forkChild(Effect.flip(reading))
      assert.include((yield* passTimeUntil(silent)).message, "no data was received within 10 seconds")
    })
  )

  it.effect("is read from a command that takes at most 10 seconds", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "pid")
      const command = `trap '' TERM; echo $$ > '${file}.new'; mv '${file}.new' '${file}'; exec sleep 600`
      const setting = { kind: "command", value: command, from: "here" } as const
      const read = yield* Effect.forkChild(Effect.flip(readApiKey(setting, {})))
      yield* until(() => existsSync(file))
      yield* TestClock.adjust("9 seconds")
      assert.isUndefined(read.pollUnsafe())
      yield* TestClock.adjust("1 second")
      const { exitCode, message } = yield* Fiber.join(read)
      assert.strictEqual(
        message,
        "The command for the API key (here) did not finish within 10 seconds. Run it by hand to see why."
      )
      assert.strictEqual(exitCode, 3)
      // The command is killed.
      yield* until(() => !existsSync(`/proc/${readFileSync(file, "utf8").trim()}`))
    })
  )
})

it.effect("an unwritable home folder does not stop a command", () =>
  Effect.gen(function* () {
    const nowhere = { HOME: "/proc", XDG_CACHE_HOME: "" }
    for (const [args, detail] of [
      [["complaints", "list", "--demo", "--limit", "1"], /^1 of 14,034 shown[^\n]*\n$/],
      [["config"], /^$/],
      [["doctor", "--demo"], /^$/]
    ] as const) {
      const { code, stderr } = yield* runProcess(args, nowhere)
      assert.strictEqual(code, 0)
      assert.match(stderr, detail)
    }
  })
)

it.effect("a configuration file with a byte order mark is read", () =>
  Effect.gen(function* () {
    const { path } = yield* configured('\uFEFF{"baseUrl":"https://records.test"}\r\n')
    assert.deepStrictEqual(yield* readSettingsFile(path), { path, baseUrl: "https://records.test" })
  })
)
