import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { folder, lines, namesIn } from "./exportFolder.ts"
import { run, start } from "./inProcess.ts"
import { listedService } from "./listedService.ts"

const environment = { PUBLIC_RECORDS_API_KEY: "a-key" }

/** Returns the number of requests in the plan of a run. */
const planned = (stderr: string): number =>
  Number(/Plan.*?: .* ([\d,]+) requests?[,.]/.exec(stderr)?.[1]?.replaceAll(",", "") ?? Number.NaN)

// `plan.test.ts` of the package compares more numbers of records and pages.
describe("the plan of an export", () => {
  it.live("predicts every request, with a dry run or without", () =>
    Effect.gen(function* () {
      const path = yield* folder
      for (const [flags, requests] of [
        [[], 3],
        [["--limit", "51"], 2],
        [["--offset", "60"], 1]
      ] as const) {
        const service = yield* listedService({ "2021-07-07": 100 })
        const file = join(path, `${flags.join("")}.ndjson`)
        const asked = ["export", "complaints", ...service.flags, ...flags, "--out", file]
        const dry = yield* run([...asked, "--dry-run"], environment)
        assert.deepStrictEqual([planned(dry.stderr), service.requests.length], [requests, 1], flags.join(" "))
        const { stderr } = yield* run(asked, environment)
        assert.deepStrictEqual([planned(stderr), service.requests.length], [requests, 1 + requests], stderr)
      }
    })
  )

  it.live("is printed after the first page, even if the second one has to wait for the budget", () =>
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
})

describe("an export that fails and resumes", () => {
  it.live("says what is saved and planned, in these lines and no others", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const file = join(path, "all.ndjson")
      const service = yield* listedService({ "2021-07-07": 230 }, { refusesFrom: 3 })
      const asked = ["export", "complaints", ...service.flags, "--out", file]
      const failed = yield* run(asked, environment)
      assert.strictEqual(failed.code, 6)
      assert.match(
        failed.stderr,
        /^Plan: 230 complaints, 5 pages, 5 requests, .*\n99 complaints are saved\. Run the same/
      )
      service.recover()
      const names = yield* namesIn(path)
      const dry = yield* run([...asked, "--dry-run"], environment)
      assert.match(dry.stderr, /^Plan for the rest: 131 complaints, 3 pages, 3 requests, [^\n]*\n$/)
      assert.deepStrictEqual(yield* namesIn(path), names)
      const { code, stderr } = yield* run(asked, environment)
      assert.strictEqual(code, 0)
      const size = /[\d,]+ bytes/.exec(stderr)?.[0]
      assert.deepStrictEqual(
        lines(stderr).map((line) => line.replace(/^(Plan.* requests, ).*/, "$1…")),
        [
          "Resuming an interrupted export: 99 complaints are already written.",
          "Plan for the rest: 131 complaints, 3 pages, 3 requests, …",
          `230 complaints in 5 requests, 131 of them in this run: ${file}, ${size}.`,
          "0 duplicates dropped, 0 rejected. The service reports 230, and all were received.",
          "Complaints are reported by consumers and are not verified.",
          `Done: 230 complaints written to ${file}.`
        ]
      )
    })
  )

  it.live("says that the list changed, and where the first records come from", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "all.ndjson")
      const first = yield* listedService({ "2021-07-07": 120 }, { refusesFrom: 2 })
      yield* run(["export", "complaints", ...first.flags, "--out", file], environment)
      const second = yield* listedService({ "2021-07-07": 120, "2021-07-08": 1 })
      const { stderr } = yield* run(["export", "complaints", ...second.flags, "--out", file], environment)
      assert.match(stderr, /^Resuming .*: 50 complaints are already written, from http:\S+\.\n/)
      assert.include(stderr, "\nThe list changed since the last run.")
    })
  )
})
