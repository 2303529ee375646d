import { assert, describe, it } from "@effect/vitest"
import { latestPublishedDay } from "@public-records/core"
import { Effect } from "effect"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run, wrongClock } from "./inProcess.ts"
import { listedService } from "./listedService.ts"

const dayMillis = 86_400_000

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cli-clock-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** A service with 3 complaints of the last published day, whose `Date` can be wrong, and a command line with a clock of its own. */
const start = Effect.gen(function* () {
  const day = yield* latestPublishedDay
  const headers: Record<string, string> = {}
  const service = yield* listedService({ [day]: 3 }, { headers })
  const path = yield* folder
  const file = join(path, "mirror.duckdb")
  const asked = Effect.fnUntraced(function* (line: string, daysAhead = 0) {
    const clock = yield* wrongClock(daysAhead * dayMillis)
    return yield* run(line.split(" "), { PUBLIC_RECORDS_API_KEY: "some-key" }, { clock })
  })
  return {
    day,
    file,
    path,
    service,
    list: (line: string, daysAhead: number) => asked([line, ...service.flags].join(" "), daysAhead),
    mirror: (line: string, daysAhead?: number) => asked(`${line} --mirror-file ${file}`, daysAhead),
    sync: (daysAhead: number, flags = "") =>
      asked(
        ["mirror sync --source service --yes --format ndjson --mirror-file", file, ...service.flags].join(" ") + flags,
        daysAhead
      ),
    /** Reads with a clock that is ahead, from a service that agrees with it. */
    serviceIsAhead: (daysAhead: number) => {
      if (daysAhead === 0) delete headers["date"]
      else headers["date"] = new Date(Date.now() + daysAhead * dayMillis).toUTCString()
    }
  }
})

const recordsOf = (stdout: string): unknown => JSON.parse(stdout.trim().split("\n").at(-1) ?? "").records

describe("a sync by a wrong clock", () => {
  it.live.each([
    [20, "", / 20d ahead of the service's\./],
    [1, "", / 1d ahead of the service's\./],
    [-20, "", / 20d behind the service's\./],
    [-20_900, "", /clock is wrong: it says 19/],
    [-20_900, " --dry-run", /clock is wrong: it says 19/]
  ] as const)("%d days ahead%s ends with exit code 1, and stores nothing", ([daysAhead, flags, says]) =>
    Effect.gen(function* () {
      const { file, sync } = yield* start
      const { code, stderr, stdout } = yield* sync(daysAhead, flags)
      assert.deepStrictEqual([code, stdout, existsSync(file)], [1, "", false], stderr)
      assert.match(stderr, says)
      assert.include(stderr, "Correct the clock and sync again")
      assert.strictEqual((yield* sync(0)).code, 0)
    }).pipe(Effect.scoped)
  )

  it.live("leaves a mirror as it was, also the second time", () =>
    Effect.gen(function* () {
      const { mirror, sync } = yield* start
      assert.strictEqual(recordsOf((yield* sync(0)).stdout), 3)
      const status = Effect.map(mirror("mirror status --format json"), ({ stdout }) => {
        const { ahead, from, sync: trace, to } = JSON.parse(stdout)
        return { ahead, from, lastFailure: trace.lastFailure, to }
      })
      const before = yield* status
      for (const daysAhead of [20, -20, 0, 40]) {
        assert.strictEqual((yield* sync(daysAhead)).code, daysAhead === 0 ? 0 : 1)
        assert.deepStrictEqual(yield* status, before)
      }
    }).pipe(Effect.scoped)
  )
})

describe("days that a clock stored that was ahead", () => {
  it.live("are named by status and doctor, and read again, each time", () =>
    Effect.gen(function* () {
      const { day, mirror, serviceIsAhead, sync } = yield* start
      const statusOf = Effect.map(mirror("mirror status --format json"), ({ stdout }) => JSON.parse(stdout))
      for (const daysAhead of [20, 40]) {
        serviceIsAhead(daysAhead)
        yield* sync(daysAhead)
        serviceIsAhead(0)
        const { ahead, newestComplete, sync: trace } = yield* statusOf
        assert.isAbove(ahead.days.filter((one: string) => one > day).length, 6)
        assert.isTrue(ahead.notices)
        assert.isTrue(newestComplete === null || newestComplete <= day, newestComplete)
        if (daysAhead === 20) assert.isNull(trace.lastSuccess)
        for (const line of ["mirror status --format table", "doctor"]) {
          const text = (yield* mirror(line)).stdout.replaceAll(/\s+/g, " ")
          assert.match(text, /Read by a clock that was ahead: \d+ days \(.*\) and the notices/)
        }
        const { code, stdout } = yield* sync(0)
        assert.deepStrictEqual([code, stdout.includes('"list":"notices"')], [0, true])
        const after = yield* statusOf
        assert.deepStrictEqual(
          [after.ahead, after.to, after.records, after.newestComplete],
          [{ days: [], notices: false }, day, 3, day]
        )
        const [plan] = (yield* sync(0)).stderr.split("\n")
        assert.notMatch(plan ?? "", /new day|not read yet|notices/)
      }
    }).pipe(Effect.scoped)
  )
})

describe("dates that a wrong clock determines", () => {
  it.live.each(["latest", "yesterday", "Latest"])("%s: an empty list says so, with exit code 1", (word) =>
    Effect.gen(function* () {
      const { list, path, service } = yield* start
      const lines = [
        `complaints list --created-date ${word}`,
        `export complaints --created-date ${word} --out ${join(path, "calls.csv")}`
      ]
      for (const line of lines) {
        const { code, stderr } = yield* list(line, 20)
        assert.strictEqual(code, 1, stderr)
        assert.include(stderr, "This machine's clock is 20d ahead of the service's.")
        assert.notInclude(stderr, "match")
      }
      assert.isAbove(service.requests.length, 1)
      const named = yield* list("complaints list --created-date 2021-07-07", 20)
      assert.deepStrictEqual([named.code, named.stderr], [0, "No complaints match.\n"])
    }).pipe(Effect.scoped)
  )
})
