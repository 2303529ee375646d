import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { join } from "node:path"
import { planOf } from "@public-records/export/plan"
import { planText, progressText } from "../src/export/text.ts"
import { initialProgress } from "@public-records/export/ExportEvent"
import { folder, lines, namesIn } from "./exportFolder.ts"
import { run, start } from "./inProcess.ts"
import { listedService } from "./listedService.ts"

const environment = { PUBLIC_RECORDS_API_KEY: "a-key" }
const partitioned = ["--partition-by", "created-date"]
const names = { one: "complaint", many: "complaints" }

/** Returns the number of requests in the plan of a run. */
const planned = (stderr: string): number =>
  Number(/Plan.*?: .* ([\d,]+) requests?[,.]/.exec(stderr)?.[1]?.replaceAll(",", "") ?? Number.NaN)

/** Returns the number of requests that a plan predicts for the remaining pages. */
const requestsOf = (pages: Parameters<typeof planOf>[1]) =>
  Effect.map(planOf({ timeFor: () => Effect.succeed(Option.none()) }, pages), (plan) =>
    Option.getOrNull(Option.map(plan, ({ requests }) => requests))
  )

describe("the plan of an export", () => {
  it.live("predicts every request: the closing one after a full page, and none after --limit", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const cases = [
        { total: 98, flags: [], requests: 2 },
        { total: 99, flags: [], requests: 3 },
        { total: 100, flags: [], requests: 3 },
        { total: 0, flags: [], requests: 1 },
        { total: 100, flags: ["--limit", "99"], requests: 2 },
        { total: 100, flags: ["--limit", "100"], requests: 3 },
        { total: 100, flags: ["--limit", "50"], requests: 1 },
        { total: 100, flags: ["--limit", "51"], requests: 2 },
        { total: 100, flags: ["--limit", "101"], requests: 3 },
        { total: 100, flags: ["--offset", "50"], requests: 2 },
        { total: 100, flags: ["--offset", "60"], requests: 1 }
      ]
      for (const [index, { flags, requests, total }] of cases.entries()) {
        const service = yield* listedService({ "2021-07-07": total })
        const asked = ["export", "complaints", ...service.flags, ...flags, "--out", join(path, `${index}.ndjson`)]
        const dry = yield* run([...asked, "--dry-run"], environment)
        assert.strictEqual(planned(dry.stderr), requests, `--dry-run of ${total} with ${flags.join(" ")}`)
        const before = service.requests.length
        const { stderr } = yield* run(asked, environment)
        assert.strictEqual(planned(stderr), requests, `${total} with ${flags.join(" ")}`)
        assert.strictEqual(service.requests.length - before, requests)
      }
    })
  )

  it.live("predicts the rest of an interrupted export, even with --dry-run", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const file = join(path, "all.ndjson")
      const service = yield* listedService({ "2021-07-07": 230 }, { refusesFrom: 3 })
      const asked = ["export", "complaints", ...service.flags, "--out", file]
      assert.strictEqual((yield* run(asked, environment)).code, 6)
      service.recover()
      const names = yield* namesIn(path)
      const dry = yield* run([...asked, "--dry-run"], environment)
      assert.include(dry.stderr, "Plan for the rest: 131 complaints, 3 pages, 3 requests, ")
      assert.deepStrictEqual(yield* namesIn(path), names)
      const before = service.requests.length
      const { code, stderr } = yield* run(asked, environment)
      assert.strictEqual(code, 0)
      assert.include(stderr, "Plan for the rest: 131 complaints, 3 pages, 3 requests, ")
      assert.strictEqual(service.requests.length - before, 3)
    })
  )

  it.live("is printed after the second response, which has the latency of an open connection", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "all.ndjson")
      const service = yield* listedService({ "2021-07-07": 120 })
      const asked = ["export", "complaints", ...service.flags, "--out", file, "--verbose"]
      const { stderr } = yield* run(asked, environment)
      assert.deepStrictEqual(
        lines(stderr)
          .slice(0, 4)
          .map((line) => line.slice(0, 4)),
        ["GET ", "GET ", "Plan", "GET "]
      )
    })
  )

  it.live("is printed after the first response if the second request has to wait for the budget", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "all.ndjson")
      const service = yield* listedService({ "2021-07-07": 120 })
      const asked = ["export", "complaints", ...service.flags, "--out", file, "--requests-per-hour", "1"]
      const program = yield* start(asked, environment)
      yield* program.errorWith("Plan: 120 complaints, 3 pages, 3 requests, about 2 h 0 min.")
      yield* program.signal("SIGINT")
      assert.isNull((yield* program.end).code)
      assert.strictEqual(service.requests.length, 1)
    })
  )

  it.live("estimates the time from the remaining budget", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const timeOf = (requestsPerHour: number, total: number, flags: ReadonlyArray<string> = ["--dry-run"]) =>
        Effect.gen(function* () {
          const service = yield* listedService({ "2021-07-07": total })
          const asked = ["export", "complaints", ...service.flags, "--requests-per-hour", String(requestsPerHour)]
          const { stderr } = yield* run([...asked, ...flags], environment)
          return /requests?, (.*)\./.exec(stderr)?.[1]
        })
      // The dry run sends one request, so one of the 3 is used up.
      assert.strictEqual(yield* timeOf(3, 98), "less than 1 s")
      assert.strictEqual(yield* timeOf(3, 99), "about 1 h 0 min")
      assert.strictEqual(yield* timeOf(3, 250), "about 2 h 0 min")
      // The first request of an export is part of its plan.
      assert.strictEqual(yield* timeOf(3, 147, ["--out", join(path, "all.ndjson")]), "less than 1 s")
    })
  )

  it.live("follows the quota that the service reports", () =>
    Effect.gen(function* () {
      const service = yield* listedService(
        { "2021-07-07": 140 },
        {
          headers: { "x-ratelimit-limit": "1000", "x-ratelimit-remaining": "2" }
        }
      )
      const { stderr } = yield* run(["export", "complaints", ...service.flags, "--dry-run"], environment)
      assert.include(stderr, "3 requests, about 1 h 0 min.")
    })
  )

  it.effect("is at most one request per day too high", () =>
    Effect.gen(function* () {
      const days = (records: number, days: number) => Option.some({ records, pageSize: 50, days })
      // Three days of 49, of 50, and of 60, 50 and 40 records.
      assert.strictEqual(yield* requestsOf(days(147, 3)), 6)
      assert.strictEqual(yield* requestsOf(days(150, 3)), 6)
      assert.isNull(yield* requestsOf(Option.none()))
    })
  )

  it.effect("has no time if nothing is to be requested, and is short if the total is unknown", () =>
    Effect.gen(function* () {
      const service = { timeFor: () => Effect.succeed(Option.none()) }
      const unknown = yield* planOf(service, Option.none())
      assert.include(planText(unknown, names, true), "the service does not report the number of complaints")
    })
  )
})

describe("the plan of a partitioned export", () => {
  const week = ["--created-from", "2021-07-01", "--created-to", "2021-07-05"]
  const days = { "2021-07-01": 50, "2021-07-02": 49, "2021-07-04": 120, "2021-07-05": 7 }

  it.live("predicts the requests to within one per day, from one request for all days", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "calls")
      const service = yield* listedService(days)
      const asked = ["export", "complaints", ...service.flags, "--out", path, ...partitioned, ...week]
      const dry = yield* run([...asked, "--dry-run"], environment)
      assert.strictEqual(service.requests.length, 1)
      const before = service.requests.length
      const { code, stderr } = yield* run(asked, environment)
      assert.strictEqual(code, 0, stderr)
      const sent = service.requests.length - before
      assert.include(dry.stderr, "Plan: 226 complaints, 5 pages, 9 requests, ")
      assert.strictEqual(planned(stderr), 9)
      assert.isAtMost(Math.abs(planned(stderr) - sent), 5)
    })
  )

  it.live("ignores complete days and unpublished days, which need no requests", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "calls")
      const service = yield* listedService(days)
      const asked = ["export", "complaints", ...service.flags, "--out", path, ...partitioned]
      yield* run([...asked, "--created-from", "2021-07-02", "--created-to", "2021-07-04"], environment)
      const dry = yield* run([...asked, ...week, "--dry-run"], environment)
      // 50 records and 7 records are left, on two days.
      assert.include(dry.stderr, "Plan for the rest: 57 complaints, 2 pages, 3 requests, ")
      yield* run([...asked, ...week], environment)
      const before = service.requests.length
      const again = yield* run([...asked, ...week], environment)
      assert.include(again.stderr, "0 complaints, 0 pages, 0 requests.")
      const late = yield* run([...asked, "--created-from", "2999-01-01", "--created-to", "2999-01-02"], environment)
      assert.include(late.stderr, "0 complaints, 0 pages, 0 requests.")
      assert.strictEqual(service.requests.length, before)
    })
  )

  it.live("predicts the rest of an interrupted day", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "calls")
      const service = yield* listedService({ "2021-07-03": 20, "2021-07-04": 230 }, { refusesFrom: 4 })
      const two = ["--created-from", "2021-07-03", "--created-to", "2021-07-04", ...partitioned]
      const asked = ["export", "complaints", ...service.flags, "--out", path, ...two]
      // One request for the plan, and two pages of the first day.
      assert.strictEqual((yield* run(asked, environment)).code, 6)
      service.recover()
      const dry = yield* run([...asked, "--dry-run"], environment)
      assert.include(dry.stderr, "Plan for the rest: 151 complaints, 4 pages, 5 requests, ")
      const before = service.requests.length
      const { code, stderr } = yield* run(asked, environment)
      assert.strictEqual(code, 0, stderr)
      assert.isAtMost(Math.abs(planned(dry.stderr) - (service.requests.length - before)), 2)
      assert.match(stderr, /Done: 2 days added, .* 250 complaints written/)
    })
  )

  it.live("is based on the pages of a single day, and needs no extra request", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "calls")
      const service = yield* listedService(days)
      const asked = ["export", "complaints", ...service.flags, "--out", path, ...partitioned]
      const { stderr } = yield* run([...asked, "--created-date", "2021-07-04"], environment)
      assert.include(stderr, "Plan: 120 complaints, 3 pages, 3 requests, ")
      assert.strictEqual(service.requests.length, 3)
    })
  )

  it.live("includes only days with records in local data", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "calls")
      const asked = ["export", "complaints", "--demo", "--out", path, ...partitioned, "--area-code", "614"]
      const { code, stderr } = yield* run([...asked, "--created-from", "2021-07-01", "--created-to", "2026-06-30"])
      assert.strictEqual(code, 0, stderr)
      assert.deepStrictEqual(
        (yield* namesIn(path)).filter((name) => !name.includes("/")),
        ["_manifest.json", "created_date=2021-07-07"]
      )
      assert.strictEqual(planned(stderr), Number(/complaints in (\d+) requests?, /.exec(stderr)?.[1]))
      assert.include(stderr, "No folder was written for 1,825 days without complaints in the data.")
    })
  )
})

describe("progress", () => {
  it("counts towards the total number of records in the file", () => {
    const quota = {
      limit: Option.none(),
      remaining: Option.none(),
      requestsThisHour: 0,
      nextRequestAt: Option.none(),
      waiting: 0
    }
    const progress = { ...initialProgress, written: 50, writtenNow: 50 }
    const how = { many: "complaints", one: "complaint", seconds: 1, left: Option.none(), quota }
    assert.strictEqual(
      progressText(progress, { ...how, total: Option.some(200) }),
      "50 of 200 (25%) complaints, 50 per second"
    )
    assert.strictEqual(progressText(progress, { ...how, total: Option.none() }), "50 complaints, 50 per second")
  })
})
