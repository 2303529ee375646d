import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { cannedService, json, page, wireComplaint } from "./cannedService.ts"
import { run } from "./inProcess.ts"
import { omittedText } from "../src/output/omittedRecords.ts"

interface Printed {
  readonly count?: number
  readonly limit?: number
  readonly offset?: number
  readonly received?: number
  readonly total: number | null
}

const textOf = ({ limit = 50, offset = 0, received = limit, count = received, total }: Printed) =>
  omittedText({ count, limit, offset, received, total })

const ofDay = ["--demo", "--created-date", "2021-07-07"]

const noTotal = "the service does not report a total. --all prints the rest, if there is more."

const basis = "Based on 1 day, 2021-07-07. Duplicates: 1, counted once in reports.\n"

describe("the message about omitted records", () => {
  const cases: ReadonlyArray<readonly [string, Printed, string | undefined]> = [
    ["the first of many pages", { total: 231 }, "50 of 231 shown; --all prints the rest."],
    ["one that leaves a single record", { total: 51 }, "50 of 51 shown; --all prints the rest."],
    ["several pages", { total: 14_034, limit: 1200 }, "1,200 of 14,034 shown; --all prints the rest."],
    ["a page in the middle", { total: 231, offset: 100 }, "50 of 231 shown (100 skipped); --all prints the rest."],
    ["a page with rejected records", { total: 231, count: 48 }, "48 of 231 shown; --all prints the rest."],
    ["a page that the service limited", { total: 50, received: 20 }, "20 of 50 shown; --all prints the rest."],
    ["the last page", { total: 231, offset: 200, received: 31 }, undefined],
    ["a last page that is full", { total: 50, count: 48 }, undefined],
    ["a page behind the end", { total: 231, offset: 500, received: 0 }, undefined],
    ["a full page without a total", { total: null }, `50 shown; ${noTotal}`],
    ["a short page without a total", { total: null, received: 49 }, undefined],
    [
      "a full page with a total that is too small",
      { total: 30 },
      "50 shown; the service reports only 30, so more may match. --all prints the rest, if there is more."
    ],
    ["a short page with a total that is too small", { total: 30, received: 49 }, undefined]
  ]
  for (const [name, printed, expected] of cases) {
    it(`is ${expected === undefined ? "not returned" : "returned"} for ${name}`, () => {
      assert.strictEqual(textOf(printed), expected)
    })
  }

  it.effect("is printed to standard error in every format, but not with --quiet, --all or on the last page", () =>
    Effect.gen(function* () {
      const list = ["complaints", "list", ...ofDay]
      for (const format of ["table", "json", "ndjson", "csv"]) {
        const { stdout, stderr } = yield* run([...list, "--limit", "20", "--format", format], {}, { columns: 120 })
        assert.include(stderr.split("\n"), "20 of 14,034 shown; --all prints the rest.", format)
        assert.notInclude(stdout, "shown")
      }
      const alaska = [...list, "--state", "Alaska"]
      for (const silent of [[...list, "--quiet"], [...alaska, "--all"], alaska]) {
        assert.notInclude((yield* run(silent)).stderr, "shown", silent.join(" "))
      }
    })
  )

  it.effect("is printed if --limit ends a list after several requests, with what the service reports", () =>
    Effect.gen(function* () {
      const some = yield* run(["complaints", "list", ...ofDay, "--limit", "60", "--offset", "7"])
      assert.strictEqual(some.stderr, `60 of 14,034 shown (7 skipped); --all prints the rest.\n${basis}`)
      const all = yield* run(["complaints", "list", ...ofDay, "--state", "Ohio", "--limit", "100000"])
      assert.strictEqual(all.stderr, basis)
      const data = Array.from({ length: 50 }, (_, n) => wireComplaint(`id-${n}`))
      for (const [response, expected] of [
        [json(200, { data }), `50 shown; ${noTotal}\n`],
        [page(...data.slice(0, 3)), ""]
      ] as const) {
        const { url } = yield* cannedService(response)
        const asked = ["complaints", "list", "--allow-http", "--base-url", url]
        assert.strictEqual((yield* run(asked, { PUBLIC_RECORDS_API_KEY: "a-key" })).stderr, expected)
      }
    })
  )
})
