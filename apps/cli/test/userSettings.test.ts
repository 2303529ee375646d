import { assert, describe, it } from "@effect/vitest"
import { canaryKey, findCanary } from "@public-records/testing/Canary"
import { Duration, Effect, Option, Redacted } from "effect"
import { unknownVariable } from "../src/settings/environment.ts"
import {
  keySettingOf,
  readDuration,
  readSettings,
  settingNames,
  type SettingName,
  type SettingSources
} from "../src/settings/userSettings.ts"

const file = { path: "/etc/config.json", members: {} }
const nowhere: SettingSources = { flags: {}, environment: {}, file }

const inFile = (members: Readonly<Record<string, unknown>>) => ({ ...nowhere, file: { ...file, members } })

const read = (sources: Partial<SettingSources>) => readSettings({ ...nowhere, ...sources })

const messageOf = (sources: Partial<SettingSources>) =>
  Effect.map(Effect.flip(read(sources)), ({ exitCode, message }) => {
    assert.strictEqual(exitCode, 2)
    return message
  })

const plain = (value: unknown): unknown => {
  if (Redacted.isRedacted(value)) return Redacted.value(value)
  return Duration.isDuration(value) ? Duration.format(value) : value
}

/** A setting with three values, as they are written and as they are read. */
interface Row {
  readonly flag?: string
  readonly variable?: string
  readonly values: ReadonlyArray<readonly [written: unknown, value: unknown]>
  /** Values that are refused in the file, and also in flags and variables if they are strings. */
  readonly refused: ReadonlyArray<unknown>
  readonly expected: string
}

const text = { refused: [7.5, null, [], {}, true, "a\0"], expected: "is not a string without NUL characters." }
const paths = [
  ["~/one", "/home/ada/one"],
  ["~/two", "/home/ada/two"],
  ["~/three", "/home/ada/three"]
] as const
const texts = [
  ["one", "one"],
  ["two", "two"],
  ["three", "three"]
] as const
const durations = {
  values: [
    ["90s", "1m 30s"],
    ["2m", "2m"],
    ["1.5h", "1h 30m"]
  ],
  refused: ["soon", "2 minutes", "-1s", 7.5, null, [], {}, true],
  expected: "is not a duration. Write it as 90s, 2m or 3h, up to 366d."
} as const

const table: Readonly<Record<SettingName, Row>> = {
  apiKey: { variable: "PUBLIC_RECORDS_API_KEY", values: texts, ...text },
  apiKeyFile: { variable: "PUBLIC_RECORDS_API_KEY_FILE", values: paths, ...text },
  apiKeyCommand: { variable: "PUBLIC_RECORDS_API_KEY_COMMAND", values: texts, ...text },
  baseUrl: { flag: "--base-url", variable: "PUBLIC_RECORDS_BASE_URL", values: texts, ...text },
  allowHttp: {
    values: [[true, true]],
    refused: ["yes", "true", 1, null],
    expected: "is not true or false."
  },
  ca: { flag: "--ca", variable: "PUBLIC_RECORDS_CA", values: paths, ...text },
  requestsPerHour: {
    flag: "--requests-per-hour",
    variable: "PUBLIC_RECORDS_REQUESTS_PER_HOUR",
    values: [
      ["1", 1],
      ["1000", 1000],
      ["999999999999999", 999_999_999_999_999]
    ],
    refused: ["0", "05", "x5", "5x", "-5", "1.5", "1e3", "1000000000000000", -1, 1e300, null, [], {}, true],
    expected: "is not an integer of 1 or more."
  },
  maxRetryAfter: {
    flag: "--max-retry-after",
    variable: "PUBLIC_RECORDS_MAX_RETRY_AFTER",
    ...durations,
    refused: [...durations.refused, "0s"]
  },
  maxWait: {
    flag: "--max-wait",
    variable: "PUBLIC_RECORDS_MAX_WAIT",
    ...durations,
    values: [
      ["0s", "0"],
      ["1ms", "1ms"],
      ["366d", "366d"]
    ]
  },
  redisUrl: {
    variable: "PUBLIC_RECORDS_REDIS_URL",
    values: [
      ["redis://localhost", "redis://localhost"],
      ["rediss://user:p%40ss@localhost:6379/12", "rediss://user:p%40ss@localhost:6379/12"],
      ["unix://user:password@/run/redis.sock", "unix://user:password@/run/redis.sock"]
    ],
    refused: [
      "localhost:6379",
      "http://localhost",
      "xredis://localhost",
      "redis://:p%4@localhost",
      "redis://user@",
      "redis://localhost/x1",
      "redis://localhost/1x",
      "unix://redis.sock",
      "xunix:///run/redis.sock",
      7.5,
      null
    ],
    expected:
      "is not the URL of a Redis server. Write it as redis://HOST:PORT, rediss://HOST:PORT for TLS, or unix:///PATH"
  },
  mirror: { flag: "--mirror-file", variable: "PUBLIC_RECORDS_MIRROR", values: paths, ...text },
  theme: { values: [["dark", "dark"]], ...text },
  keys: { values: [[{ quit: "Q" }, { quit: "Q" }]], refused: [7.5, null, [], "q", true], expected: "is not an object." }
}

/** The member of the flags for a flag: `--base-url` is `baseUrl`. */
const flagsWith = (flag: string, value: unknown) => ({
  [flag.slice(2).replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())]: value
})

describe("a setting", () => {
  for (const name of settingNames) {
    const { expected, flag, refused, values, variable } = table[name]

    it.effect(`is read from a flag, a variable or the file, the strongest first: ${name}`, () =>
      Effect.gen(function* () {
        const [first, second = first, third = second] = values
        const sources = [
          { from: flag, flags: flag === undefined ? {} : flagsWith(flag, first?.[0]), value: first?.[1] },
          { from: variable, value: second?.[1] },
          { from: `"${name}" in /etc/config.json`, value: third?.[1] }
        ].filter(({ from }) => from !== undefined)
        const environment = variable === undefined ? {} : { [variable]: String(second?.[0]) }
        for (const [index, { from, value }] of sources.entries()) {
          // Leaves out the stronger ones, or empties them.
          const isStronger = (source: string | undefined) => sources.findIndex((one) => one.from === source) < index
          const settings = yield* read({
            flags: isStronger(flag) || flag === undefined ? {} : flagsWith(flag, first?.[0]),
            environment: {
              HOME: "/home/ada",
              ...environment,
              ...(variable !== undefined && isStronger(variable) ? { [variable]: "" } : {})
            },
            file: { ...file, members: { [name]: third?.[0] } }
          })
          assert.deepStrictEqual([settings(name)?.from, plain(settings(name)?.value)], [from, value])
          assert.strictEqual(settings(name)?.isInFile === true, from?.startsWith('"'))
        }
        assert.isUndefined((yield* read({}))(name))
      })
    )

    it.effect(`is refused with its name, what is expected, and no secret: ${name}`, () =>
      Effect.gen(function* () {
        const isSecret = /^(?:apiKey|redis)/.test(name)
        for (const value of refused) {
          const ofFile = yield* messageOf(inFile({ [name]: value }))
          const quoted = isSecret ? "" : `: ${JSON.stringify(value)}`
          assert.include(ofFile, `"${name}" in /etc/config.json${quoted} ${expected}`)
          if (typeof value !== "string" || value.includes("\0")) continue
          if (variable !== undefined) {
            assert.include(yield* messageOf({ environment: { [variable]: value } }), `${variable}${quoted} ${expected}`)
          }
          if (flag !== undefined) {
            assert.include(yield* messageOf({ flags: flagsWith(flag, value) }), `${flag}${quoted} ${expected}`)
          }
        }
        if (!isSecret) return
        const secret = yield* messageOf(inFile({ [name]: [canaryKey] }))
        assert.deepStrictEqual(findCanary(secret), [])
      })
    )
  }

  it.effect("is one of several that are refused at once", () =>
    Effect.gen(function* () {
      const message = yield* messageOf({
        flags: { noWait: true, maxWait: "1h", requestsPerHour: "x" },
        environment: { PUBLIC_RECORDS_MAX_RETRY_AFTER: "y" }
      })
      assert.match(
        message,
        /^--no-wait and --max-wait cannot be used together\. .*--requests-per-hour: "x" .*_AFTER: "y" /
      )
    })
  )

  it.effect("that may be secret is redacted", () =>
    Effect.gen(function* () {
      const url = `redis://:${encodeURIComponent(canaryKey)}@file.test`
      const settings = yield* read(inFile({ redisUrl: url }))
      assert.notInclude(JSON.stringify(settings("redisUrl")) + String(settings("redisUrl")?.value), "canary")
    })
  )

  it.effect("that is a relative path in the file counts from its folder, but not the name of the sample", () =>
    Effect.gen(function* () {
      const settings = yield* read(inFile({ ca: "ca.pem", apiKeyFile: "../key", mirror: "sample" }))
      assert.deepStrictEqual(
        (["ca", "apiKeyFile", "mirror"] as const).map((name) => settings(name)?.value),
        ["/etc/ca.pem", "/key", "sample"]
      )
      const elsewhere = yield* read({ flags: { ca: "a.pem" }, environment: { PUBLIC_RECORDS_MIRROR: "m.db" } })
      assert.deepStrictEqual([elsewhere("ca")?.value, elsewhere("mirror")?.value], ["a.pem", "m.db"])
    })
  )
})

it.effect("--no-wait overrides every maximum wait, and --allow-http a refusal in the file", () =>
  Effect.gen(function* () {
    const environment = { PUBLIC_RECORDS_MAX_WAIT: "1h" }
    const settings = yield* read({
      ...inFile({ maxWait: "90s", allowHttp: false }),
      flags: { noWait: true, allowHttp: true },
      environment
    })
    assert.deepStrictEqual(settings("maxWait"), { value: Duration.zero, from: "--no-wait" })
    assert.strictEqual(settings("allowHttp")?.from, "--allow-http")
    const others = yield* read({
      ...inFile({ allowHttp: false }),
      flags: { noWait: false, allowHttp: false },
      environment
    })
    assert.deepStrictEqual([others("maxWait")?.from, others("allowHttp")?.value], ["PUBLIC_RECORDS_MAX_WAIT", false])
  })
)

it.effect("a key in the environment overrides one in the file, and a key overrides a key file or command", () =>
  Effect.gen(function* () {
    const variables = [
      ["PUBLIC_RECORDS_API_KEY", "key"],
      ["PUBLIC_RECORDS_API_KEY_FILE", "/file"],
      ["PUBLIC_RECORDS_API_KEY_COMMAND", "command"]
    ] as const
    const members = [
      ["apiKey", "key"],
      ["apiKeyFile", "/file"],
      ["apiKeyCommand", "command"]
    ] as const
    const strongestFirst = [...variables, ...members]
    for (const [index, [name, value]] of strongestFirst.entries()) {
      const settings = yield* read({
        environment: Object.fromEntries(variables.slice(index)),
        file: { ...file, members: Object.fromEntries(members.slice(Math.max(0, index - variables.length))) }
      })
      const key = keySettingOf(settings)
      assert.deepStrictEqual([key?.from.includes(name), key?.value, key?.kind], [true, value, value.replace("/", "")])
    }
    assert.isUndefined(keySettingOf(yield* read({})))
  })
)

it("a duration is a number and a unit, up to 366 days", () => {
  const millis = (text: string) => Option.getOrUndefined(Option.map(readDuration(text), Duration.toMillis))
  assert.deepStrictEqual(
    ["0s", "90s", "2m", "3h", "250ms", "1.25h", "366d"].map(millis),
    [0, 90_000, 120_000, 10_800_000, 250, 4_500_000, 31_622_400_000]
  )
  for (const text of ["", "2", "m", "2 m", "2 minutes", "2minutes", "2m\n", "-2m", "2m3s", "367d", "99999999999999d"]) {
    assert.isUndefined(millis(text), text)
  }
})

it("a variable that is no setting is named with the setting that is meant", () => {
  for (const [name, value, fix] of [
    ["PUBLIC_RECORDS_API_KY", "1", "Did you mean PUBLIC_RECORDS_API_KEY?"],
    ["PUBLIC_RECORDS_XQZJVWPFGHKLM", "1", "Unset it."],
    ["PUBLIC_RECORDS_ALLOW_HTTP", "1", "Unset it."],
    ["PUBLIC_RECORDS_API_KY", "", undefined],
    ["PUBLIC_RECORDS_TEST_API", "1", undefined],
    ["PUBLIC_RECORDS_SERVER_API_KEYS", "1", undefined],
    ["OTHER_PUBLIC_RECORDS_API", "1", undefined]
  ] as const) {
    const warning = unknownVariable({ PUBLIC_RECORDS_API_KEY: "1", [name]: value })
    assert.deepStrictEqual(warning, fix === undefined ? undefined : [`${name} is not a known setting.`, fix])
  }
})
