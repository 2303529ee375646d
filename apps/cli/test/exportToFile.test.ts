import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { runCommandLine as runProgram } from "../src/commandLine.ts"
import { cannedService, json, wireComplaint } from "./cannedService.ts"
import { folder, namesIn } from "./exportFolder.ts"
import { hostIn, run } from "./inProcess.ts"
import { listedService } from "./listedService.ts"

const environment = { PUBLIC_RECORDS_API_KEY: "a-key" }
const range = (from: string, to: string) => ["--created-from", from, "--created-to", to]
const days = { "2021-07-01": 20, "2021-07-02": 120 }

/** Runs a command line until standard error has a text, and then interrupts it. */
const interruptedAt = (text: string, args: ReadonlyArray<string>, variables = environment) =>
  Effect.promise(async () => {
    const host = hostIn({ environment: variables })
    const interrupt = new AbortController()
    const ended = Effect.runPromise(runProgram(args).pipe(Effect.provide(host.layer)), {
      signal: interrupt.signal
    }).then(
      (code) => String(code),
      () => "interrupted"
    )
    const isLate = AbortSignal.timeout(30_000)
    while (!host.written().stderr.includes(text) && !isLate.aborted) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    interrupt.abort()
    return { end: await ended, ...host.written() }
  })

/** Runs a command line an hour after the complaints of 13 July 2021, a Tuesday, are published. */
const runOnWednesday = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const clock = yield* Clock.Clock
  const ahead = Date.parse("2021-07-14T17:00:00Z") - clock.currentTimeMillisUnsafe()
  const now = () => clock.currentTimeMillisUnsafe() + ahead
  const shifted: typeof clock = Object.create(clock, {
    currentTimeMillisUnsafe: { value: now },
    currentTimeMillis: { value: Effect.sync(now) }
  })
  const host = hostIn({ environment })
  const program = runProgram(args).pipe(Effect.provide(host.layer), Effect.provideService(Clock.Clock, shifted))
  return { code: yield* program, ...host.written() }
})

/** A service that asks for a pause with every response. **Units** seconds. */
const pausing = (seconds: number) =>
  cannedService(json(429, { error: { code: "OVER_RATE_LIMIT", message: "Later." } }, { "retry-after": `${seconds}` }))

describe("an export to one file", () => {
  it.live("waits for two hours if the service asks for it, but not for more than three", () =>
    Effect.gen(function* () {
      const out = ["--out", join(yield* folder, "all.csv")]
      const service = yield* pausing(7200)
      const asked = ["export", "complaints", "--base-url", service.url, "--allow-http", ...out]
      const { end } = yield* interruptedAt("Waiting until", asked)
      assert.strictEqual(end, "interrupted")
      const longer = yield* pausing(3 * 3600 + 60)
      const refused = ["export", "complaints", "--base-url", longer.url, "--allow-http", ...out]
      assert.strictEqual((yield* run(refused, environment)).code, 4)
    })
  )

  it.live("names the day that is not published yet, if the query is for one day of the service", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "all.ndjson")
      const service = yield* listedService(days)
      const namesIt = (source: ReadonlyArray<string>, ...query: ReadonlyArray<string>) =>
        Effect.map(run(["export", ...source, ...query, "--out", file], environment), ({ stderr }) =>
          /^The complaints of 2999-01-01 are not published yet/m.test(stderr)
        )
      const complaints = ["complaints", ...service.flags]
      assert.isTrue(yield* namesIt(complaints, "--created-date", "2999-01-01"))
      assert.isFalse(yield* namesIt(complaints, "--created-date", "2021-07-01"))
      assert.isTrue(yield* namesIt(complaints, ...range("2999-01-01", "2999-01-01")))
      assert.isFalse(yield* namesIt(complaints, "--violation-date", "2999-01-01"))
      assert.isFalse(yield* namesIt(["complaints", "--demo"], "--created-date", "2999-01-01"))
      assert.isFalse(yield* namesIt(["notices", "--demo"], "--date", "2999-01-01"))
    })
  )

  it.live("has an empty plan after all pages, even if the file is not finished", () =>
    Effect.gen(function* () {
      for (const [data, code] of [
        [[wireComplaint("a")], 0],
        [[], 7]
      ] as const) {
        const file = join(yield* folder, "all.ndjson")
        // The file's name is taken by a folder while the last page is read.
        const service = yield* cannedService((request, response) => {
          mkdirSync(file, { recursive: true })
          json(200, { data, meta: { "records-total": data.length } })(request, response)
        })
        const asked = ["export", "complaints", "--base-url", service.url, "--allow-http", "--out", file]
        assert.strictEqual((yield* run(asked, environment)).code, 1)
        const before = service.requests.length
        const dry = yield* run([...asked, "--format", "ndjson", "--dry-run", "--fail-if-empty"], environment)
        assert.match(dry.stderr, /^Plan for the rest: 0 complaints, 0 pages, 0 requests\.$/m)
        assert.deepStrictEqual([dry.code, service.requests.length], [code, before])
      }
    })
  )

  it.live("is not empty in a dry run if an interrupted run has records", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "all.ndjson")
      const service = yield* listedService({ "2021-07-02": 120 }, { refusesFrom: 2 })
      assert.strictEqual((yield* run(["export", "complaints", ...service.flags, "--out", file], environment)).code, 6)
      const gone = yield* listedService({})
      const codeOf = (out: ReadonlyArray<string>) =>
        Effect.map(
          run(["export", "complaints", ...gone.flags, ...out, "--dry-run", "--fail-if-empty"], environment),
          ({ code }) => code
        )
      assert.strictEqual(yield* codeOf(["--out", file]), 0)
      assert.strictEqual(yield* codeOf([]), 7)
      assert.deepStrictEqual(
        (yield* namesIn(join(file, ".."))).map((name) => name.replace("all.ndjson", "")),
        [".checkpoint", ".partial"]
      )
    })
  )

  it.live("is refused by --strict if every record was rejected, also with --fail-if-empty", () =>
    Effect.gen(function* () {
      const out = ["--out", join(yield* folder, "day.ndjson")]
      const broken = { type: "dnc_complaint", id: "b", attributes: {} }
      const service = yield* cannedService(json(200, { data: [broken], meta: { "records-total": 1 } }))
      const asked = ["export", "complaints", "--base-url", service.url, "--allow-http", ...out]
      const codeOf = (...flags: ReadonlyArray<string>) =>
        Effect.map(run([...asked, "--restart", ...flags], environment), ({ code }) => code)
      const usual = yield* run(asked, environment)
      assert.include(usual.stderr, "No complaint was written: 1 complaint was rejected.\nDone: ")
      assert.deepStrictEqual([usual.code, yield* codeOf("--fail-if-empty")], [0, 7])
      assert.deepStrictEqual([yield* codeOf("--strict"), yield* codeOf("--strict", "--fail-if-empty")], [6, 6])
    })
  )

  it.live(
    "adds a day with records, even if all were rejected, but not an empty day within a day of its publication",
    () =>
      Effect.gen(function* () {
        const path = yield* folder
        const broken = { type: "dnc_complaint", id: "b", attributes: {} }
        for (const [data, day, daysAdded] of [
          [[wireComplaint("a")], "2021-07-13", 1],
          [[], "2021-07-12", 1],
          [[], "2021-07-13", 0],
          [[broken], "2021-07-13", 1],
          [[broken], "2021-07-14", 0]
        ] as const) {
          const service = yield* cannedService(json(200, { data, meta: { "records-total": data.length } }))
          const asked = ["export", "complaints", "--base-url", service.url, "--allow-http", "--report", "json"]
          const { stdout } = yield* runOnWednesday([...asked, "--out", join(path, "day.ndjson"), "--created-date", day])
          assert.strictEqual(JSON.parse(stdout).daysAdded, daysAdded, day)
        }
      })
  )
})
