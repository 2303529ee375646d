import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { runCommandLine as run } from "../src/commandLine.ts"
import { noFlags } from "./noFlags.ts"
import { openSource } from "../src/source/openSource.ts"
import { type SourceOptions } from "../src/source/Source.ts"
import { folder } from "./exportFolder.ts"
import { hostIn } from "./inProcess.ts"

const key = { PUBLIC_RECORDS_API_KEY: "a-key" }

/** Opens a source without a key unless the environment has one. */
const open = (
  flags: Partial<typeof noFlags>,
  environment: Readonly<Record<string, string>> = {},
  options: Partial<SourceOptions> = {}
) =>
  Effect.provide(
    openSource({ ...noFlags, ...flags }, { sampleWithoutKey: true, ...options }),
    hostIn({ environment }).layer
  )

const service = {
  baseUrl: "https://api.ftc.gov",
  isSample: false,
  sampleNote: "",
  keySource: "PUBLIC_RECORDS_API_KEY",
  keyAdvice: "",
  hasLimit: true
}
const sample = {
  baseUrl: "bundled sample data",
  isSample: true,
  sampleNote: "sample of 7 July 2021",
  keySource: "none",
  keyAdvice: "",
  hasLimit: false
}

describe("the origin of the records", () => {
  for (const [name, flags, environment, typedKey, origin] of [
    ["the service with a key", {}, key, undefined, service],
    ["the service with a typed key", {}, key, "typed", { ...service, keySource: "typed in" }],
    ["the sample with --demo", { demo: true }, key, undefined, sample],
    ["the sample without a key", {}, {}, undefined, { ...sample, sampleNote: "sample of 7 July 2021, no API key set" }],
    ["the sample with a budget", { demo: true, requestsPerHour: "5" }, {}, undefined, { ...sample, hasLimit: true }],
    [
      "files",
      { data: ["a.csv", "b.csv"] },
      key,
      undefined,
      { ...sample, baseUrl: "a.csv, b.csv", isSample: false, sampleNote: "" }
    ],
    [
      "a mirror",
      { mirrorFile: "a.db" },
      key,
      undefined,
      { ...sample, baseUrl: "mirror a.db", isSample: false, sampleNote: "" }
    ]
  ] as const) {
    it.effect(`is ${name}`, () =>
      Effect.gen(function* () {
        const source = yield* open(flags, environment, typedKey === undefined ? {} : { typedKey })
        assert.deepStrictEqual(source.origin, origin)
      })
    )
  }
})

describe("the budget of a source", () => {
  for (const [flag, spend, budget, limit] of [
    [undefined, undefined, 1000, undefined],
    ["5", undefined, 5, 5],
    [undefined, 10, 10, 10],
    ["5", 10, 5, 5],
    ["20", 10, 10, 10]
  ] as const) {
    it.effect(`is ${budget} requests for a setting of ${flag} and a maximum of ${spend}`, () =>
      Effect.gen(function* () {
        const { connection, requestsPerHour } = yield* open({ requestsPerHour: flag }, key, { spend })
        const { options } = yield* Effect.scoped(connection)
        assert.deepStrictEqual([requestsPerHour, options.requestsPerHour], [budget, limit])
      })
    )
  }

  it.effect("allows a pause of two minutes and every wait, unless a setting or the command says otherwise", () =>
    Effect.gen(function* () {
      const waitsOf = Effect.fnUntraced(function* (...asked: Parameters<typeof open>) {
        const { options } = yield* Effect.scoped((yield* open(...asked)).connection)
        return [options.maxRetryAfter, options.maxWait]
      })
      assert.deepStrictEqual(yield* waitsOf({}, key), [Duration.minutes(2), Duration.infinity])
      const longer = { maxRetryAfter: Duration.hours(3) }
      assert.deepStrictEqual(yield* waitsOf({}, key, longer), [Duration.hours(3), Duration.infinity])
      assert.deepStrictEqual(yield* waitsOf({ maxWait: "5h" }, key, longer), [Duration.hours(5), Duration.hours(5)])
      const set = { ...key, PUBLIC_RECORDS_MAX_RETRY_AFTER: "1h" }
      assert.deepStrictEqual(yield* waitsOf({ maxWait: "5h" }, set), [Duration.hours(1), Duration.hours(5)])
    })
  )
})

describe("the progress of loading files", () => {
  /** A clock that is a second later each time. */
  const slowClock = Effect.map(Clock.Clock, (clock) => {
    let seconds = 0
    const slow: typeof clock = Object.create(clock, {
      currentTimeMillisUnsafe: { value: () => ++seconds * 1000 }
    })
    return slow
  })

  /** Connects to files and returns the text on the terminal. */
  const loaded = Effect.fnUntraced(function* (data: ReadonlyArray<string>, options: Partial<SourceOptions> = {}) {
    const slow = yield* slowClock
    const { layer, written } = hostIn({ columns: 80 })
    const source = openSource({ ...noFlags, data }, { sampleWithoutKey: true, ...options })
    yield* source.pipe(
      Effect.flatMap(({ connection }) => Effect.exit(Effect.scoped(connection))),
      Effect.provide(layer),
      Effect.provideService(Clock.Clock, slow)
    )
    return written().stderr
  })
  const erase = "\r\u001B[K"
  const header =
    "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall"

  it.live("is shown on a terminal until they are loaded or cannot be read, unless the command hides it", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const [good, bad] = [join(path, "good.csv"), join(path, "bad.csv")]
      writeFileSync(good, `${header}\r\n2165550100,2021-07-07 10:00:00,2021-07-06 09:00:00,Akron,Ohio,330,Other,Y\r\n`)
      writeFileSync(bad, `${header}\r\nnonsense\r\n`)
      assert.strictEqual(yield* loaded([good]), `${erase}Indexing 1 record${erase}`)
      assert.strictEqual(yield* loaded([good], { showsLoading: false }), "")
      assert.match(yield* loaded([good, bad]), /^\r\u001B\[KLoading: 1 record,[^\r]*\r\u001B\[K$/)
    })
  )

  for (const command of ["complaints list", "complaints get 1", "export complaints --out -"]) {
    it.live(`is not shown by "${command}" with --quiet or --verbose`, () =>
      Effect.gen(function* () {
        const file = join(yield* folder, "good.csv")
        writeFileSync(
          file,
          `${header}\r\n2165550100,2021-07-07 10:00:00,2021-07-06 09:00:00,Akron,Ohio,330,Other,Y\r\n`
        )
        for (const [flags, isShown] of [
          [[], true],
          [["--quiet"], false],
          [["--verbose"], false]
        ] as const) {
          const { layer, written } = hostIn({ columns: 80, isPiped: true })
          yield* run([...command.split(" "), "--data", file, ...flags]).pipe(
            Effect.provide(layer),
            Effect.provideService(Clock.Clock, yield* slowClock)
          )
          assert.strictEqual(written().stderr.includes("Indexing"), isShown, flags.join())
        }
      })
    )
  }
})
