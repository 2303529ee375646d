import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cannedService, json, page, wireComplaint } from "./cannedService.ts"
import { start as startProcess } from "./executable.ts"
import { run, start } from "./inProcess.ts"

const withKey = { PUBLIC_RECORDS_API_KEY: "a-key" }
const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const commands = (out: string): ReadonlyArray<ReadonlyArray<string>> => [
  ["complaints", "list"],
  ["complaints", "list", "--all", "--format", "table"],
  ["complaints", "get", "a"],
  ["notices", "list", "--verbose"],
  ["notices", "get", "a"],
  ["export", "complaints", "--out", join(out, "complaints.ndjson")],
  ["export", "notices", "--out", "-"],
  ["check"],
  ["doctor"]
]

const pause = (status: number, seconds: number) => cannedService(json(status, {}, { "retry-after": String(seconds) }))

const until = /Waiting until \d{4}-\d\d-\d\dT[\d:.]+Z; press Ctrl-C to stop\./g

describe("every command that sends requests", () => {
  it.live("prints once why and until when it waits for a pause of the service", () =>
    Effect.gen(function* () {
      const { url } = yield* pause(503, 12)
      for (const command of commands(yield* folder)) {
        const program = yield* start([...command, "--base-url", url, "--allow-http"], withKey)
        yield* program.errorWith("Waiting until")
        yield* program.signal("SIGINT")
        const { code, stderr } = yield* program.end
        assert.isNull(code, command.join(" "))
        assert.match(stderr, /Retry 1 of \d in 12 s: the service returned 503\./)
        assert.strictEqual(stderr.match(until)?.length, 1, `${command.join(" ")}: ${stderr}`)
      }
    })
  )

  it.live("prints once that it waits for the budget", () =>
    Effect.gen(function* () {
      const full = page(...Array.from({ length: 50 }, (_, n) => wireComplaint(`id-${n}`)))
      const { url } = yield* cannedService(full)
      const out = join(yield* folder, "all.ndjson")
      const budget = ["--base-url", url, "--allow-http", "--requests-per-hour", "1"]
      for (const [command, starts, exitCode] of [
        [["complaints", "list", "--all"], startProcess, 130],
        [["export", "complaints", "--out", out], startProcess, 130],
        // Only `main.ts` sets the exit code after a signal.
        [["check"], start, null]
      ] as const) {
        const program = yield* starts([...command, ...budget], withKey)
        yield* program.errorWith("Waiting until")
        yield* program.signal("SIGINT")
        const { code, stderr } = yield* program.end
        assert.strictEqual(code, exitCode, command.join(" "))
        assert.include(stderr, "The API key's requests for this hour are used up.")
        assert.strictEqual(stderr.match(until)?.length, 1, `${command.join(" ")}: ${stderr}`)
      }
    })
  )

  it.effect("exits immediately with code 4 and the time of the next try with --no-wait or a short --max-wait", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* pause(429, 30)
      const out = yield* folder
      for (const flags of [["--no-wait"], ["--max-wait", "29s"]]) {
        for (const command of commands(out)) {
          const asked = [...command, ...flags, "--base-url", url, "--allow-http"]
          const before = requests.length
          const { code, stdout, stderr } = yield* run(asked, withKey)
          assert.strictEqual(code, 4, asked.join(" "))
          assert.match(stdout + stderr, /Try again at \d{4}-\d\d-\d\dT/)
          assert.strictEqual(stdout.includes("✗ quota"), command[0] === "doctor")
          assert.notInclude(stderr, "Waiting")
          assert.strictEqual(requests.length, before + 1)
        }
      }
    })
  )

  it.effect("says that an own key is free, and where, if the limit is that of DEMO_KEY", () =>
    Effect.gen(function* () {
      const { url } = yield* pause(429, 3600)
      const out = yield* folder
      const sync = ["mirror", "sync", "--source", "service", "--yes", "--mirror-file", join(out, "mirror.duckdb")]
      const advice = "Your own key is free: https://api.data.gov/signup/."
      for (const command of [...commands(out), sync]) {
        const asked = [...command, "--max-wait", "0s", "--base-url", url, "--allow-http"]
        const demo = yield* run(asked, { PUBLIC_RECORDS_API_KEY: "DEMO_KEY" })
        assert.strictEqual(demo.code, 4, command.join(" "))
        assert.include(demo.stdout + demo.stderr, advice, command.join(" "))
      }
      const own = yield* run(["complaints", "list", "--base-url", url, "--allow-http"], withKey)
      assert.notInclude(own.stderr, "api.data.gov")
    })
  )

  it.live("says so, too, before it waits for that limit", () =>
    Effect.gen(function* () {
      const { url } = yield* pause(429, 3600)
      const command = ["export", "notices", "--out", "-", "--base-url", url, "--allow-http"]
      const program = yield* start(command, { PUBLIC_RECORDS_API_KEY: "DEMO_KEY" })
      yield* program.errorWith("Waiting until")
      yield* program.signal("SIGINT")
      assert.match(
        (yield* program.end).stderr,
        /Ctrl-C to stop\. .*Your own key is free: https:\/\/api\.data\.gov\/signup\/\./
      )
    })
  )

  it.effect("exits with code 4 and a time if the service refuses every request and never says until when", () =>
    Effect.gen(function* () {
      const { url } = yield* cannedService(json(429, { error: { code: "OVER_RATE_LIMIT" } }))
      const out = yield* folder
      const sync = ["mirror", "sync", "--source", "service", "--yes", "--mirror-file", join(out, "mirror.duckdb")]
      for (const flags of [
        ["--max-wait", "0s"],
        ["--max-wait", "5s"]
      ]) {
        const asked = [...commands(out), sync].map((command) =>
          Effect.map(run([...command, ...flags, "--base-url", url, "--allow-http"], withKey), (result) => ({
            ...result,
            command
          }))
        )
        for (const { code, command, stderr, stdout } of yield* Effect.all(asked, { concurrency: "unbounded" })) {
          assert.strictEqual(code, 4, command.join(" "))
          assert.match(stdout + stderr, /(?:Try again|The next request is possible) at \d{4}-\d\d-\d\dT/)
        }
      }
    })
  )

  it.effect(
    "reports the time of the next try to scripts after the records so far, instead of waiting for the budget",
    () =>
      Effect.gen(function* () {
        const full = page(...Array.from({ length: 50 }, (_, n) => wireComplaint(`id-${n}`)))
        const { url } = yield* cannedService((request, response) => full(request, response))
        const asked = ["complaints", "list", "--all", "--requests-per-hour", "1", "--no-wait"]
        const flags = ["--base-url", url, "--allow-http", "--format", "ndjson"]
        const { code, stdout, stderr } = yield* run([...asked, ...flags], withKey)
        const { error } = JSON.parse(stderr)
        assert.deepStrictEqual([code, error.reason, stdout.split("\n").length], [4, "RateLimited", 51])
        const wait = Date.parse(error.nextTryAt) - Date.now()
        assert.isTrue(wait > 3_590_000 && wait <= 3_600_000, String(wait))
      })
  )

  it.effect("waits at most for --max-wait", () =>
    Effect.gen(function* () {
      let count = 0
      const { url } = yield* cannedService((request, response) =>
        count++ === 0
          ? json(503, {}, { "retry-after": "1" })(request, response)
          : page(wireComplaint("a"))(request, response)
      )
      const asked = ["complaints", "list", "--max-wait", "2s", "--base-url", url, "--allow-http", "--verbose"]
      const { code, stderr } = yield* run(asked, withKey)
      assert.strictEqual(code, 0, stderr)
      assert.match(stderr, /^Retry 1 of 4 in \d+(\.\d)? s: the service returned 503\.$/m)
      assert.notInclude(stderr, "Waiting")
    })
  )

  it.effect("reports a pause of the service if the rate limit is not used up", () =>
    Effect.gen(function* () {
      const { url } = yield* pause(503, 30)
      const flags = ["--base-url", url, "--allow-http", "--no-wait"]
      for (const command of [["complaints", "list"], ["check"], ["doctor"]]) {
        const { code, stdout, stderr } = yield* run([...command, ...flags], withKey)
        assert.strictEqual(code, 4, command.join(" "))
        assert.match(stdout + stderr, /The service requests a pause.*Try again at \d{4}-/)
        assert.notMatch(stdout + stderr, /rate limit|accepts the key/)
      }
    })
  )
})
