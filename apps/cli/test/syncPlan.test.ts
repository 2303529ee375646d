import { assert, describe, it } from "@effect/vitest"
import { latestPublishedDay } from "@public-records/core"
import { Effect } from "effect"
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from "node:fs"
import { type ReadStream } from "node:tty"
import { PassThrough } from "node:stream"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cannedService, json } from "./cannedService.ts"
import { run } from "./inProcess.ts"
import { listedService } from "./listedService.ts"

const key = { PUBLIC_RECORDS_API_KEY: "some-key" }

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cli-plan-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const isReadStream = (_input: unknown): _input is ReadStream => true

/** A keyboard on which a line was typed. */
const typed = (line: string): ReadStream => {
  const keys = Object.assign(new PassThrough(), { isTTY: true })
  keys.write(line)
  if (!isReadStream(keys)) throw new Error("not a keyboard")
  return keys
}

/** A service that has 120 complaints of the newest day, and a mirror that does not exist yet. */
const start = Effect.gen(function* () {
  const path = yield* folder
  const day = yield* latestPublishedDay
  const service = yield* listedService({ [day]: 120 })
  const mirror = ["--mirror-file", join(path, "mirror.duckdb")]
  const sync = (flags: string, environment: Readonly<Record<string, string>> = key, stdin?: ReadStream) =>
    run(
      ["mirror", "sync", "--source", "service", ...mirror, ...service.flags, ...flags.split(" ")],
      environment,
      stdin === undefined ? {} : { stdin, columns: 100 }
    )
  return { day, path, service, sync, on: (line: string) => run([...line.split(" "), ...mirror]) }
})

describe("the plan of a sync", () => {
  it.live("is printed without a key, and without creating a file", () =>
    Effect.gen(function* () {
      const { day, path, service, sync } = yield* start
      const { code, stderr } = yield* sync(`--dry-run --from ${day}`, {})
      assert.deepStrictEqual([code, readdirSync(path), service.requests.length], [0, [], 0])
      assert.match(stderr, /^Plan: .*notices/)
    }).pipe(Effect.scoped)
  )

  it.live.each(["2072-01-01", "0221-07-05"])("does not begin on %s", (date) =>
    Effect.gen(function* () {
      const { path, service, sync } = yield* start
      const { code, stderr } = yield* sync(`--from ${date}`)
      assert.deepStrictEqual([code, readdirSync(path), service.requests.length], [2, [], 0])
      assert.include(stderr, `--from: ${date} is `)
    }).pipe(Effect.scoped)
  )

  it.live.each([
    { flags: "--requests-per-hour 3", code: 2, says: "Add --yes", reads: false },
    { flags: "--requests-per-hour 3 --yes --max-wait 1s", code: 4, says: "Left: ", reads: true },
    { flags: "--requests-per-hour 3 --no-wait", code: 0, says: "Plan: ", reads: true },
    {
      flags: "--requests-per-hour 3 --max-wait 1s",
      answer: "y\n",
      code: 4,
      says: "Read all of it? [y/N] ",
      reads: true
    },
    { flags: "--requests-per-hour 3", answer: "\n", code: 0, says: "Nothing was read.", reads: false },
    { flags: "--requests-per-hour 3000", code: 0, says: "Plan: ", reads: true }
  ])("that takes more than an hour needs consent: $flags, $answer", ({ answer, code, flags, reads, says }) =>
    Effect.gen(function* () {
      const { day, path, service, sync } = yield* start
      const result = yield* sync(`--from ${day} ${flags}`, key, answer === undefined ? undefined : typed(answer))
      assert.strictEqual(result.code, code, result.stderr)
      assert.include(result.stderr, says)
      assert.deepStrictEqual([service.requests.length > 0, existsSync(join(path, "mirror.duckdb"))], [reads, reads])
    }).pipe(Effect.scoped)
  )
})

describe("a sync that reads nothing", () => {
  it.live("ends with 4 although it does not wait", () =>
    Effect.gen(function* () {
      const { day, sync } = yield* start
      const limited = yield* cannedService(json(429, {}))
      const { code, stderr } = yield* run(
        [
          "mirror",
          "sync",
          "--source",
          "service",
          "--from",
          day,
          "--no-wait",
          "--base-url",
          limited.url,
          "--allow-http"
        ].concat("--mirror-file", join(yield* folder, "mirror.duckdb")),
        key
      )
      assert.strictEqual(code, 4, stderr)
      assert.include(stderr, "The next request is possible at")
      assert.strictEqual((yield* sync(`--from ${day}`)).code, 0)
    }).pipe(Effect.scoped)
  )

  it.live("because of its key ends after one request, and creates no mirror", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const service = yield* cannedService(json(403, { error: { code: "API_KEY_INVALID", message: "Invalid." } }))
      const asked = [
        "mirror",
        "sync",
        "--source",
        "service",
        "--base-url",
        service.url,
        "--allow-http",
        "--mirror-file",
        join(path, "a.db")
      ]
      assert.strictEqual((yield* run(asked, key)).code, 2)
      assert.strictEqual((yield* run([...asked, "--yes"], key)).code, 3)
      assert.deepStrictEqual([service.requests.length, readdirSync(path)], [1, []])
    }).pipe(Effect.scoped)
  )
})

describe("the age of a mirror", () => {
  it.live("is that of its newest complete day and of its last sync", () =>
    Effect.gen(function* () {
      const { day, on, sync } = yield* start
      yield* sync(`--from ${day}`)
      const fresh = yield* on("mirror status --max-age 2d --format table")
      assert.strictEqual(fresh.code, 0, fresh.stderr)
      assert.match(fresh.stdout, /^ {2}Last synced at \d{4}-\S+Z\.$/m)
      const old = yield* on("mirror status --max-age 0s")
      assert.deepStrictEqual([old.code, old.stderr.includes("The last sync that succeeded was at")], [9, true])
      assert.strictEqual((yield* on("mirror status --max-age soon")).code, 2)
      const cache = { XDG_CACHE_HOME: yield* folder }
      const sample = yield* run(["mirror", "status", "--max-age", "2d", "--mirror-file", "sample"], cache)
      assert.include(sample.stderr, "The newest complete day is 2021-07-07")
      assert.strictEqual(sample.code, 9)
    }).pipe(Effect.scoped)
  )

  it.live("is shown with the reason of the last failure, by status and by doctor", () =>
    Effect.gen(function* () {
      const { day, on, path } = yield* start
      const file = join(path, "mirror.duckdb")
      const service = yield* listedService({ [day]: 120 }, { refusesFrom: 5 })
      const sync = ["mirror", "sync", "--source", "service", "--mirror-file", file, ...service.flags]
      yield* run([...sync, "--from", day], key)
      const failed = yield* run([...sync, "--from", "2021-07-06", "--yes"], key)
      assert.notStrictEqual(failed.code, 0)
      const { stdout } = yield* on("mirror status --format table")
      assert.match(stdout, /^ {2}The last sync that failed was at \S+Z: The service refused/m)
      const doctor = yield* run(["doctor", ...service.flags, "--mirror-file", file], key)
      assert.include(doctor.stdout, "The last sync that failed was at")
    }).pipe(Effect.scoped)
  )
})

describe("a mirror file that was cut off", () => {
  it.live("is damaged for verify, which names its days", () =>
    Effect.gen(function* () {
      const { day, on, path, sync } = yield* start
      yield* sync(`--from ${day}`)
      const file = join(path, "mirror.duckdb")
      truncateSync(file, statSync(file).size / 2)
      const { code, stderr } = yield* on("mirror verify")
      assert.strictEqual(code, 6, stderr)
      assert.include(stderr, "The mirror is damaged")
      assert.notInclude(stderr, "mirror verify")
    }).pipe(Effect.scoped)
  )
})
