import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { runCommandLine as run } from "../src/commandLine.ts"
import { connect } from "../src/source/openService.ts"
import { openSource, type SourceOptions } from "../src/source/openSource.ts"
import { folder } from "./exportFolder.ts"
import { hostIn, hurriedClock } from "./inProcess.ts"
import { noFlags } from "./noFlags.ts"
import { header, row } from "./oneDay.ts"

const key = { PUBLIC_RECORDS_API_KEY: "a-key" }

/** Opens a source. Without a key, that is the sample. */
const open = (
  flags: Partial<typeof noFlags>,
  environment: Readonly<Record<string, string>> = {},
  options: SourceOptions = {}
) =>
  Effect.provide(
    openSource({ ...noFlags, ...flags }, { samplesWithoutKey: true, ...options }),
    hostIn({ environment }).layer
  )

/** A daily file. */
const dailyFile = (rows: number) =>
  Effect.map(folder, (path) => {
    const file = join(path, "july.csv")
    const lines = Array.from({ length: rows }, () => row("2165550100", "10:00:00", "Akron,Ohio,330", "Y"))
    writeFileSync(file, [header, ...lines, ""].join("\r\n"))
    return file
  })

describe("the source of the records", () => {
  it.live("is local if a flag says so, even with a key, and the sample without a key", () =>
    Effect.gen(function* () {
      const file = yield* dailyFile(1)
      for (const [flags, environment, noun, name, complaints] of [
        [{ demo: true }, key, "sample", "bundled sample data", 34_566],
        [{}, {}, "sample", "bundled sample data", 34_566],
        [{ mirrorFile: "sample" }, key, "sample", "bundled sample data", 34_566],
        [{ data: [file] }, key, "data", file, 1]
      ] as const) {
        const source = yield* open(flags, environment)
        if (source._tag !== "Local") return assert.fail(name)
        const { total } = yield* source.records.complaints.page({})
        assert.deepStrictEqual([source.noun, source.name, total], [noun, name, complaints])
      }
    })
  )

  it.effect("is the service with a key, whose source it names", () =>
    Effect.gen(function* () {
      for (const [options, keySource] of [
        [{}, "PUBLIC_RECORDS_API_KEY"],
        [{ typedKey: "typed" }, "typed in"]
      ] as const) {
        const source = yield* open({}, key, options)
        if (source._tag !== "Service") return assert.fail(source.name)
        assert.deepStrictEqual(
          [source.name, source.keySource, source.keyAdvice],
          ["https://api.ftc.gov", keySource, ""]
        )
      }
    })
  )

  for (const [flags, message] of [
    [{ demo: true, data: ["a.csv"] }, "--demo and --data cannot be used together."],
    [{ demo: true, mirror: true }, "A mirror and --demo cannot be used together."],
    [{ data: ["a.csv"], baseUrl: "https://a.test" }, "--data and --base-url cannot be used together."]
  ] as const) {
    it.effect(`is only one: ${message}`, () =>
      Effect.gen(function* () {
        const failure = yield* Effect.flip(open(flags, key))
        assert.deepStrictEqual([failure.exitCode, failure.summary], [2, message])
      })
    )
  }
})

describe("the budget of the service", () => {
  const connection = (flags: Partial<typeof noFlags>, environment: object, options?: SourceOptions) =>
    Effect.provide(connect({ ...noFlags, ...flags }, options), hostIn({ environment: { ...environment } }).layer)

  for (const [flag, spend, budget, limit] of [
    [undefined, undefined, 1000, undefined],
    ["5", undefined, 5, 5],
    [undefined, 10, 10, 10],
    ["5", 10, 5, 5],
    ["20", 10, 10, 10]
  ] as const) {
    it.effect(`is ${budget} requests for a setting of ${flag} and a maximum of ${spend}`, () =>
      Effect.gen(function* () {
        const { options, requestsPerHour } = yield* connection({ requestsPerHour: flag }, key, { spend })
        assert.deepStrictEqual([requestsPerHour, options.requestsPerHour], [budget, limit])
      })
    )
  }

  it.effect("allows a pause of two minutes and every wait, unless a setting or the command says otherwise", () =>
    Effect.gen(function* () {
      const waitsOf = (...asked: Parameters<typeof connection>) =>
        Effect.map(connection(...asked), ({ options }) => [options.maxRetryAfter, options.maxWait])
      assert.deepStrictEqual(yield* waitsOf({}, key), [Duration.minutes(2), Duration.infinity])
      const longer = { maxRetryAfter: Duration.hours(3) }
      assert.deepStrictEqual(yield* waitsOf({}, key, longer), [Duration.hours(3), Duration.infinity])
      assert.deepStrictEqual(yield* waitsOf({ maxWait: "5h" }, key, longer), [Duration.hours(5), Duration.hours(5)])
      const set = { ...key, PUBLIC_RECORDS_MAX_RETRY_AFTER: "1h" }
      assert.deepStrictEqual(yield* waitsOf({ maxWait: "5h" }, set), [Duration.hours(1), Duration.hours(5)])
    })
  )
})

describe("reading files", () => {
  it.live("shows its progress on a terminal, unless --quiet hides it", () =>
    Effect.gen(function* () {
      const file = yield* dailyFile(2000)
      for (const [flags, isShown] of [
        [[], true],
        [["--quiet"], false]
      ] as const) {
        const { layer, written } = hostIn({ columns: 80, isPiped: true })
        const clock = yield* hurriedClock
        const line = ["complaints", "list", "--data", file, "--format", "ndjson", ...flags]
        yield* run(line).pipe(Effect.provide(layer), Effect.provideService(Clock.Clock, clock))
        assert.strictEqual(written().stderr.includes(" %"), isShown, flags.join())
      }
    })
  )
})
