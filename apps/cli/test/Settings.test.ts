import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Option, Redacted } from "effect"
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readApiKey } from "../src/source/apiKey.ts"
import { noFlags } from "./noFlags.ts"
import { unknownVariable } from "../src/source/environment.ts"
import { proxyUrl } from "../src/source/proxies.ts"
import { readDuration, resolveSettings } from "../src/source/settings.ts"
import { readSettingsFile } from "../src/source/settingsFile.ts"

const file = { path: "config.json" }
const canary = "canary-0123456789-canary-0123456789-canary"

const inFolder = <A, E>(work: (folder: string) => Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-"))),
    work,
    (folder) => Effect.promise(() => rm(folder, { recursive: true }))
  )

const settingsIn = (content: string, mode = 0o600) =>
  inFolder((folder) =>
    Effect.gen(function* () {
      const path = join(folder, "config.json")
      yield* Effect.promise(() => writeFile(path, content))
      yield* Effect.promise(() => chmod(path, mode))
      return yield* Effect.result(readSettingsFile(path))
    })
  )

describe("the URL of a proxy", () => {
  it("may have a scheme, a port, a user and a password", () => {
    for (const [text, href] of [
      ["proxy.example:3128", "http://proxy.example:3128/"],
      ["http://proxy.example/", "http://proxy.example/"],
      ["HTTPS://PROXY.example:8443", "https://proxy.example:8443/"],
      ["http://user:p%40ss@proxy.example:3128", "http://user:p%40ss@proxy.example:3128/"]
    ] as const) {
      assert.strictEqual(proxyUrl(text)?.href, href)
    }
  })

  it("has no other scheme, no path, no query, no fragment and no broken escape", () => {
    for (const text of [
      "ftp://proxy.example",
      "socks5://proxy.example",
      "proxy.example/path",
      "proxy.example?query",
      "proxy.example#fragment",
      "http://%zz@proxy.example",
      "http://user:%zz@proxy.example",
      "http://",
      ""
    ]) {
      assert.isUndefined(proxyUrl(text), text)
    }
  })
})

describe("a variable that is not a setting", () => {
  it("is named with the setting that is meant, if one is similar", () => {
    assert.deepStrictEqual(unknownVariable({ PUBLIC_RECORDS_API_KY: "1" }), [
      "PUBLIC_RECORDS_API_KY is not a known setting.",
      "Did you mean PUBLIC_RECORDS_API_KEY?"
    ])
    assert.deepStrictEqual(unknownVariable({ PUBLIC_RECORDS_XQZJVWPFGHKLM: "1" }), [
      "PUBLIC_RECORDS_XQZJVWPFGHKLM is not a known setting.",
      "Unset it."
    ])
  })

  it("is ignored if it is empty, of the tests, or of another program", () => {
    const environment = {
      PUBLIC_RECORDS_API_KEY: "1",
      PUBLIC_RECORDS_API_KY: "",
      PUBLIC_RECORDS_TEST_API: "1",
      OTHER_PUBLIC_RECORDS_API: "1"
    }
    assert.isUndefined(unknownVariable(environment))
  })
})

describe("precedence", () => {
  const environment = { PUBLIC_RECORDS_BASE_URL: "https://environment.test" }
  const inFile = { ...file, baseUrl: "https://file.test" }

  it.effect("a flag overrides the environment, which overrides the file", () =>
    Effect.gen(function* () {
      const flags = { ...noFlags, baseUrl: "https://flag.test" }
      const chosen = [
        yield* resolveSettings(flags, environment, inFile),
        yield* resolveSettings(noFlags, environment, inFile),
        yield* resolveSettings(noFlags, {}, inFile),
        yield* resolveSettings(noFlags, {}, file)
      ]
      assert.deepStrictEqual(
        chosen.map(({ baseUrl }) => baseUrl?.value),
        ["https://flag.test", "https://environment.test", "https://file.test", undefined]
      )
    })
  )

  it.effect("the URL of Redis is set by the environment or the file, and its password is redacted", () =>
    Effect.gen(function* () {
      const inFile = { ...file, redisUrl: `redis://:${canary}@file.test` }
      const { redisUrl } = yield* resolveSettings(noFlags, { PUBLIC_RECORDS_REDIS_URL: "redis://environment" }, inFile)
      assert.deepStrictEqual(redisUrl?.from, "PUBLIC_RECORDS_REDIS_URL")
      const settings = yield* resolveSettings(noFlags, {}, inFile)
      assert.include(settings.redisUrl?.from, "config.json")
      assert.notInclude(JSON.stringify(settings) + String(settings.redisUrl?.value), canary)
    })
  )

  it.effect("only a setting of the file is marked as such", () =>
    Effect.gen(function* () {
      const byFile = yield* resolveSettings(noFlags, {}, inFile)
      const byEnvironment = yield* resolveSettings(noFlags, environment, inFile)
      assert.deepStrictEqual([byFile.baseUrl?.isInFile, byEnvironment.baseUrl?.isInFile], [true, undefined])
    })
  )

  it.effect("an empty variable counts as not set", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* resolveSettings(noFlags, { PUBLIC_RECORDS_BASE_URL: "" }, inFile)
      assert.strictEqual(baseUrl?.value, "https://file.test")
    })
  )

  it.effect("a key in the environment overrides one in the file, and a key overrides a key file or command", () =>
    Effect.gen(function* () {
      const keyFile = { ...file, apiKey: "in-file" }
      const command = { PUBLIC_RECORDS_API_KEY_COMMAND: "print-key" }
      const both = { ...command, PUBLIC_RECORDS_API_KEY: "in-environment" }
      assert.strictEqual((yield* resolveSettings(noFlags, both, keyFile)).key?.from, "PUBLIC_RECORDS_API_KEY")
      assert.strictEqual((yield* resolveSettings(noFlags, command, keyFile)).key?.kind, "command")
      assert.include((yield* resolveSettings(noFlags, {}, keyFile)).key?.from, "config.json")
    })
  )
})

describe("values", () => {
  it("accept common notations of durations", () => {
    const millis = (text: string) => Option.getOrUndefined(Option.map(readDuration(text), Duration.toMillis))
    assert.deepStrictEqual(
      ["90s", "2m", "3h", "250ms", "1.25h", "2 minutes", "1 hour", "366d"].map(millis),
      [90_000, 120_000, 10_800_000, 250, 4_500_000, 120_000, 3_600_000, 31_622_400_000]
    )
    assert.deepStrictEqual(
      ["", "2", "m", "2 m", "2m\n", "-2m", "2m3s", "367d", "99999999999999d", "9999999 hours"].map(millis),
      Array(10).fill(undefined)
    )
  })

  it.effect("allow a maximum wait of 0 in the environment and in the file, and --no-wait overrides both", () =>
    Effect.gen(function* () {
      const environment = { PUBLIC_RECORDS_MAX_WAIT: "0s" }
      const withWait = { ...file, maxWait: "90s" }
      const [byFlag, byEnvironment, byFile] = yield* Effect.all([
        resolveSettings({ ...noFlags, noWait: true }, { PUBLIC_RECORDS_MAX_WAIT: "1h" }, withWait),
        resolveSettings(noFlags, environment, withWait),
        resolveSettings(noFlags, {}, withWait)
      ])
      assert.deepStrictEqual(
        [byFlag, byEnvironment, byFile].map(({ maxWait }) => [
          maxWait?.from,
          Duration.toMillis(maxWait?.value ?? Duration.infinity)
        ]),
        [
          ["--no-wait", 0],
          ["PUBLIC_RECORDS_MAX_WAIT", 0],
          [`"maxWait" in ${file.path}`, 90_000]
        ]
      )
    })
  )

  it.effect("are numbers of requests from 1 to 999,999,999", () =>
    Effect.gen(function* () {
      const read = (requestsPerHour: string) => resolveSettings({ ...noFlags, requestsPerHour }, {}, file)
      for (const text of ["1", "5", "1000", "999999999"]) {
        assert.strictEqual((yield* read(text)).requestsPerHour?.value, Number(text))
      }
      for (const text of ["0", "05", "x5", "5x", "-5", "1.5", "1000000000"]) {
        assert.include((yield* Effect.flip(read(text))).message, `--requests-per-hour: "${text}" is not a number`)
      }
    })
  )

  it.effect("are longer than 0 for the longest pause, and may not exclude each other", () =>
    Effect.gen(function* () {
      const pause = yield* Effect.flip(resolveSettings(noFlags, { PUBLIC_RECORDS_MAX_RETRY_AFTER: "0s" }, file))
      assert.include(pause.message, 'PUBLIC_RECORDS_MAX_RETRY_AFTER: "0s" is not a duration.')
      const both = yield* Effect.flip(resolveSettings({ ...noFlags, noWait: true, maxWait: "1h" }, {}, file))
      assert.include(both.message, "--no-wait and --max-wait cannot be used together.")
    })
  )

  it.effect("allow plain HTTP by the flag or by the file", () =>
    Effect.gen(function* () {
      const fromOf = (allowHttp: boolean, inFile: { readonly allowHttp?: boolean } = {}) =>
        Effect.map(resolveSettings({ ...noFlags, allowHttp }, {}, { ...file, ...inFile }), (settings) => [
          settings.allowHttp?.value,
          settings.allowHttp?.from
        ])
      assert.deepStrictEqual(yield* fromOf(true, { allowHttp: false }), [true, "--allow-http"])
      assert.deepStrictEqual(yield* fromOf(false, { allowHttp: true }), [true, '"allowHttp" in config.json'])
      assert.deepStrictEqual(yield* fromOf(false), [undefined, undefined])
    })
  )

  it.effect("name the mirror by the flag before the environment before the file", () =>
    Effect.gen(function* () {
      const environment = { PUBLIC_RECORDS_MIRROR: "environment.db" }
      const withMirror = { ...file, mirror: "file.db" }
      const mirrors = yield* Effect.all([
        resolveSettings({ ...noFlags, mirrorFile: "flag.db" }, environment, withMirror),
        resolveSettings(noFlags, environment, withMirror),
        resolveSettings(noFlags, {}, withMirror),
        resolveSettings(noFlags, {}, file)
      ])
      assert.deepStrictEqual(
        mirrors.map(({ mirror }) => mirror?.value),
        ["flag.db", "environment.db", "file.db", undefined]
      )
    })
  )

  it.effect("name the source of an invalid value", () =>
    Effect.gen(function* () {
      const duration = yield* Effect.flip(resolveSettings({ ...noFlags, maxWait: "soon" }, {}, file))
      const budget = { PUBLIC_RECORDS_REQUESTS_PER_HOUR: "many" }
      const number = yield* Effect.flip(resolveSettings(noFlags, budget, file))
      assert.include(duration.message, '--max-wait: "soon"')
      assert.strictEqual(
        number.message,
        'PUBLIC_RECORDS_REQUESTS_PER_HOUR: "many" is not a number of requests. Use an integer of 1 or more.'
      )
      assert.deepStrictEqual([duration.exitCode, number.exitCode], [2, 2])
    })
  )
})

describe("the URL of Redis", () => {
  const resolved = (url: string) => resolveSettings(noFlags, { PUBLIC_RECORDS_REDIS_URL: url }, file)

  for (const url of [
    "redis://localhost",
    "rediss://user:p%40ss@localhost:6379/12",
    "unix:///run/redis.sock",
    "unix://user:password@/run/redis.sock"
  ]) {
    it.effect(`may be ${url}`, () =>
      Effect.gen(function* () {
        const { redisUrl } = yield* resolved(url)
        assert.strictEqual(redisUrl === undefined ? "" : Redacted.value(redisUrl.value), url)
      })
    )
  }

  for (const url of [
    "redis://:p%4@localhost",
    "xredis://localhost",
    "xunix:///run/redis.sock",
    "redis://localhost/x1",
    "redis://localhost/1x"
  ]) {
    it.effect(`cannot be ${url}`, () =>
      Effect.gen(function* () {
        const { message } = yield* Effect.flip(resolved(url))
        assert.include(message, "PUBLIC_RECORDS_REDIS_URL is not the URL of a Redis server.")
      })
    )
  }
})

describe("the file", () => {
  it.effect("may be absent", () =>
    Effect.gen(function* () {
      for (const path of ["/nowhere/config.json", "/dev/null/config.json"]) {
        assert.deepStrictEqual(yield* readSettingsFile(path), { path })
      }
    })
  )

  it.effect("is refused with the position of a syntax error, if there is one", () =>
    Effect.gen(function* () {
      for (const [content, problem] of [
        [`${"\n".repeat(11)}{"allowHttp" true}`, "is not JSON at line 12 column 14."],
        ["", "is not JSON."]
      ] as const) {
        const result = yield* settingsIn(content)
        assert.strictEqual(result._tag, "Failure")
        if (result._tag === "Failure") assert.include(result.failure.message, problem)
      }
    })
  )

  it.effect("is refused if it has an unknown member, and the member is named", () =>
    Effect.gen(function* () {
      const result = yield* settingsIn('{"baseUrk":"https://file.test"}')
      assert.strictEqual(result._tag, "Failure")
      if (result._tag === "Success") return
      assert.include(result.failure.message, '"baseUrk"')
      assert.include(result.failure.message, '"baseUrl"')
      assert.strictEqual(result.failure.exitCode, 2)
    })
  )

  for (const content of [`{"apiKey":"${canary}",}`, `{"apiKey":["${canary}"]}`, `["${canary}"]`, `${canary}`]) {
    it.effect(`is never quoted if it is invalid: ${content.replace(canary, "KEY")}`, () =>
      Effect.gen(function* () {
        const result = yield* settingsIn(content)
        assert.strictEqual(result._tag, "Failure")
        assert.notInclude(JSON.stringify(result), "canary-0123456789")
      })
    )
  }

  it.effect("is used with a warning if it contains a key and others can read it", () =>
    Effect.gen(function* () {
      const open = yield* settingsIn(`{"apiKey":"${canary}"}`, 0o644)
      const closed = yield* settingsIn(`{"apiKey":"${canary}"}`, 0o600)
      const keyless = yield* settingsIn('{"theme":"dark"}', 0o644)
      const warnings = [open, closed, keyless].map((result) =>
        result._tag === "Success" ? result.success.warning?.join(" ") : "failed"
      )
      assert.include(warnings[0], "chmod 600")
      assert.notInclude(warnings[0], "canary")
      assert.deepStrictEqual(warnings.slice(1), [undefined, undefined])
    })
  )
})

describe("the key", () => {
  it.effect("is read from a file or a command, without the line end and without input", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const path = join(folder, "key")
        yield* Effect.promise(() => writeFile(path, `${canary}\n`))
        const fromFile = yield* readApiKey({ kind: "file", value: path, from: "here" }, {})
        const command = `cat; printf '%s\\n' "$SECRET"`
        const fromCommand = yield* readApiKey({ kind: "command", value: command, from: "here" }, { SECRET: canary })
        assert.strictEqual(Redacted.value(fromFile), canary)
        assert.strictEqual(Redacted.value(fromCommand), canary)
      })
    )
  )

  it.effect("causes exit code 3 and names its source if it cannot be read", () =>
    Effect.gen(function* () {
      const failing = {
        kind: "command",
        value: `echo ${canary}; exit 9`,
        from: "PUBLIC_RECORDS_API_KEY_COMMAND"
      } as const
      const failure = yield* Effect.flip(readApiKey(failing, {}))
      const missing = { kind: "file", value: "/nowhere/key", from: "PUBLIC_RECORDS_API_KEY_FILE" } as const
      const missingFile = yield* Effect.flip(readApiKey(missing, {}))
      assert.include(failure.message, "PUBLIC_RECORDS_API_KEY_COMMAND")
      assert.notInclude(failure.message, "canary")
      assert.include(missingFile.message, "/nowhere/key")
      assert.deepStrictEqual([failure.exitCode, missingFile.exitCode], [3, 3])
    })
  )

  it.effect("has at most 1000 characters", () =>
    Effect.gen(function* () {
      const read = (length: number) => readApiKey({ kind: "key", value: "x".repeat(length), from: "here" }, {})
      assert.strictEqual(Redacted.value(yield* read(1000)).length, 1000)
      const { exitCode, message } = yield* Effect.flip(read(1001))
      assert.deepStrictEqual([exitCode, message.includes("is too long for an API key")], [2, true])
    })
  )
})
