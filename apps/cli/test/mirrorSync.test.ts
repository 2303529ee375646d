import { assert, describe, it } from "@effect/vitest"
import { latestPublishedDay } from "@public-records/core"
import { startReferenceServer } from "@public-records/server"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cannedService, json, wireComplaint } from "./cannedService.ts"
import { run, start } from "./inProcess.ts"
import { listedService } from "./listedService.ts"

const header =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cli-sync-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** A service with 120 complaints of the last published day, and a function that syncs a mirror with it. */
const startService = Effect.gen(function* () {
  yield* TestClock.setTime(Date.now())
  const day = yield* latestPublishedDay
  const path = yield* folder
  const data = join(path, "data.csv")
  const rows = Array.from(
    { length: 120 },
    (_, index) => `${2_165_550_000 + index},${day} 10:00:00,${day} 09:00:00,A,Ohio,216,Other,Y`
  )
  writeFileSync(data, [header, ...rows, ""].join("\r\n"))
  const server = yield* Effect.acquireRelease(
    Effect.promise(() => startReferenceServer({ data: [data] })),
    ({ close }) => Effect.promise(close)
  )
  // The first sync creates the folder.
  const mirror = join(path, "new", "mirror.duckdb")
  const target = ["--mirror-file", mirror, "--base-url", server.url, "--allow-http"]
  const key = { PUBLIC_RECORDS_API_KEY: "DEMO_KEY" }
  return {
    day,
    server,
    sync: (flags: string, environment: Record<string, string> = key) =>
      run(["mirror", "sync", "--source", "service", ...flags.split(" "), ...target], environment),
    party: run(["party", "blockbuster", "--mirror-file", mirror, "--format", "csv", "--strict"]),
    status: run(["mirror", "status", "--mirror-file", mirror, "--format", "json"])
  }
})

describe("mirror sync", () => {
  it.effect("prints the price, stops without waiting, continues, and reports everything as JSON", () =>
    Effect.gen(function* () {
      const { day, party, server, status, sync } = yield* startService
      const plan = yield* sync(`--from ${day} --dry-run --format table`)
      assert.deepStrictEqual([plan.code, server.faults.history().length], [0, 0])
      assert.match(plan.stderr, /^Plan: 1 new day, notices, from .*: about \d+ requests, within an hour/)
      const first = yield* sync(`--from ${day} --spend 1 --no-wait --format ndjson --quiet`)
      assert.deepStrictEqual([first.code, first.stderr], [0, ""])
      const { left, requests } = JSON.parse(first.stdout)
      assert.deepStrictEqual([requests, left.days], [1, 1])
      assert.isAbove(Date.parse(left.nextTryAt), Date.now())
      const limited = yield* sync("--spend 1 --max-wait 1s --yes --quiet")
      assert.deepStrictEqual([limited.code, limited.stderr.includes("The next request is possible at")], [4, true])
      const { code, stdout } = yield* sync("--format json --quiet")
      assert.strictEqual(code, 0)
      const { events, report } = JSON.parse(stdout)
      assert.deepStrictEqual(
        events.map((event: { list?: string; outcome?: string }) => event.outcome ?? event.list),
        ["stored", "notices"]
      )
      assert.deepInclude(report, { report: true, records: 120, left: { days: 0, requests: 0, nextTryAt: null } })
      assert.deepInclude(JSON.parse((yield* status).stdout), { records: 120, complete: 1, missing: [] })
      const csv = yield* sync("--format csv --quiet")
      assert.match(csv.stdout, /^day,state,records,duplicates,setAside,source,origin,outcome,why\r\n/)
      const notices = yield* party
      assert.strictEqual(
        notices.stderr,
        'No notice names "blockbuster".\nBased on 0 notices. These are all that the service had when they were read.\n'
      )
    }).pipe(Effect.scoped)
  )

  const refused: ReadonlyArray<readonly [flags: string, code: number, message: string]> = [
    ["--from 2026-02-30", 2, '--from: "2026-02-30" is not a date.'],
    ["--spend 0", 2, '--spend: "0" is not an integer of 1 or more.'],
    ["--no-wait --max-wait 1m", 2, "--no-wait and --max-wait cannot be used together."],
    ["--mirror-file sample", 2, "--mirror-file can be given only once."]
  ]

  it.effect("refuses bad flags, a missing key and a rejected one with their exit codes", () =>
    Effect.gen(function* () {
      const { server, sync } = yield* startService
      for (const [flags, code, message] of refused) {
        const result = yield* sync(flags)
        assert.deepStrictEqual([result.code, result.stderr.includes(message)], [code, true], result.stderr)
      }
      const keyless = yield* sync("--quiet", {})
      assert.strictEqual(keyless.code, 3)
      assert.match(keyless.stderr, /^There is no API key\. Get one at \S+ and set PUBLIC_RECORDS_API_KEY\.\n$/)
      assert.strictEqual((yield* sync("--quiet --yes", { PUBLIC_RECORDS_API_KEY: "another-key" })).code, 3)
      assert.strictEqual(server.faults.history().length, 0)
    }).pipe(Effect.scoped)
  )
})

describe("an interrupted sync", () => {
  it.effect("says that nothing is lost", () =>
    Effect.gen(function* () {
      const asked = Promise.withResolvers<void>()
      const { url } = yield* cannedService(() => asked.resolve())
      const mirror = join(yield* folder, "mirror.duckdb")
      const line = [
        "mirror",
        "sync",
        "--source",
        "service",
        "--yes",
        "--from",
        "2021-07-01",
        "--mirror-file",
        mirror,
        "--base-url",
        url,
        "--allow-http"
      ]
      const session = start(line, { PUBLIC_RECORDS_API_KEY: "some-key" })
      const { written } = yield* Effect.scoped(
        Effect.tap(
          session,
          Effect.promise(() => asked.promise)
        )
      )
      assert.match(written().stderr, /^Plan: .*\nStopped\. What was read is stored; run the same command to /)
    })
  )
})

describe("a sync of a service with a problem", () => {
  const environment = { PUBLIC_RECORDS_API_KEY: "some-key" }
  const erase = "\r\u001B[K"

  it.live(
    "names what failed, does not say that it was stopped, and continues from the base URL of the environment",
    () =>
      Effect.gen(function* () {
        const day = yield* latestPublishedDay
        const service = yield* listedService({ [day]: 120 }, { refusesFrom: 2 })
        const [, url = ""] = service.flags
        const asked = [
          "mirror",
          "sync",
          "--source",
          "service",
          "--mirror-file",
          join(yield* folder, "mirror.duckdb"),
          "--allow-http"
        ]
        const sync = (...flags: ReadonlyArray<string>) =>
          run([...asked, "--format", "ndjson", ...flags], { ...environment, PUBLIC_RECORDS_BASE_URL: url })
        const failed = yield* sync("--from", day)
        assert.strictEqual(failed.code, 6)
        assert.include(failed.stderr, `\n${day}: The service refused the request with status 400.`)
        assert.notInclude(failed.stderr, "Stopped")
        service.recover()
        const { code, stdout } = yield* sync("--from", day)
        const [stored] = stdout.split("\n").map((line) => JSON.parse(line || "{}"))
        assert.deepStrictEqual([code, stored.records, stored.origin, stored.outcome], [0, 120, url, "stored"])
      })
  )

  it.live("ends without a rest of its progress if the key is rejected between two pages", () =>
    Effect.gen(function* () {
      const day = yield* latestPublishedDay
      const data = Array.from({ length: 50 }, (_, n) => wireComplaint(`${n}`, { "created-date": `${day} 10:00:00` }))
      let received = 0
      const { url } = yield* cannedService((request, response) =>
        (received++ === 0
          ? json(200, { data, meta: { "records-total": 120 } })
          : json(403, { error: { code: "API_KEY_INVALID" } }))(request, response)
      )
      const target = ["--mirror-file", join(yield* folder, "mirror.duckdb"), "--base-url", url, "--allow-http"]
      const asked = ["mirror", "sync", "--source", "service", "--from", day, ...target, "--format", "csv"]
      const { code, stderr } = yield* run(asked, environment, { columns: 120, isPiped: true })
      assert.strictEqual(code, 3)
      assert.match(stderr, /\r\u001B\[K[\d-]+: 50 of 120 records, request 1 of about \d+\r\u001B\[K/)
      assert.match(stderr.slice(stderr.lastIndexOf(erase)), /^\r\u001B\[K[^\n]*API key/)
    })
  )

  it.live("waits for a pause of two hours, but not for one of four", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const asked = Effect.fnUntraced(function* (seconds: number) {
        const { url } = yield* cannedService(json(429, {}, { "retry-after": String(seconds) }))
        const target = ["--mirror-file", join(path, `${seconds}.db`), "--base-url", url, "--allow-http"]
        return ["mirror", "sync", "--source", "service", "--from", yield* latestPublishedDay, ...target]
      })
      const program = yield* start(yield* asked(7200), environment)
      yield* program.errorWith("Waiting until")
      yield* program.signal("SIGINT")
      const { code, stderr } = yield* program.end
      assert.strictEqual(code, 130, stderr)
      const refused = yield* run(yield* asked(14_400), environment)
      assert.strictEqual(refused.code, 4, refused.stderr)
    })
  )
})
