import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { cannedService, json, page, wireComplaint } from "./cannedService.ts"
import { run } from "./inProcess.ts"
import { omittedText } from "../src/output/omittedRecords.ts"

interface Received {
  readonly offset?: number
  readonly received?: number
  readonly rejected?: number
  readonly total: number | undefined
  readonly limit?: number
  readonly max?: number
}

const textOf = ({
  offset = 0,
  received = 50,
  rejected = 0,
  total,
  limit = 50,
  max = Number.POSITIVE_INFINITY
}: Received) =>
  omittedText(
    { records: Array.from({ length: received - rejected }), offset, received, total: total ?? null },
    { limit, max }
  )

const cases: ReadonlyArray<readonly [string, Received, string | undefined]> = [
  ["the first of many pages", { total: 231 }, "50 of 231 shown; --all prints the rest (4 more requests)."],
  ["one that leaves a last page", { total: 81 }, "50 of 81 shown; --all prints the rest (1 more request)."],
  ["one that leaves a full page", { total: 100 }, "50 of 100 shown; --all prints the rest (2 more requests)."],
  [
    "one that leaves as many as another page adds",
    { total: 99 },
    "50 of 99 shown; --all prints the rest (2 more requests)."
  ],
  ["one that leaves a single record", { total: 51 }, "50 of 51 shown; --all prints the rest (1 more request)."],
  ["a large total", { total: 14_034 }, "50 of 14,034 shown; --all prints the rest (286 more requests)."],
  [
    "a small page",
    { total: 231, limit: 10, received: 10 },
    "10 of 231 shown; --all prints the rest (23 more requests)."
  ],
  [
    "a small page whose last one reaches the limit",
    { total: 19, limit: 10, received: 10 },
    "10 of 19 shown; --all prints the rest (2 more requests)."
  ],
  [
    "a small page whose last one does not reach the limit",
    { total: 18, limit: 10, received: 10 },
    "10 of 18 shown; --all prints the rest (1 more request)."
  ],
  [
    "a page of 49 whose last one reaches the limit",
    { total: 97, limit: 49, received: 49 },
    "49 of 97 shown; --all prints the rest (2 more requests)."
  ],
  [
    "a small page whose last one reaches the limit, after another one",
    { total: 29, limit: 10, received: 10 },
    "10 of 29 shown; --all prints the rest (2 more requests)."
  ],
  [
    "a page in the middle",
    { total: 231, offset: 100 },
    "50 of 231 shown (100 skipped); --all prints the rest (2 more requests)."
  ],
  ["the last page", { total: 231, offset: 200, received: 31 }, undefined],
  ["a last page that is full", { total: 50 }, undefined],
  ["an empty list", { total: 0, received: 0 }, undefined],
  ["a page behind the end", { total: 231, offset: 500, received: 0 }, undefined],
  [
    "a page with rejected records",
    { total: 231, rejected: 2 },
    "48 of 231 shown; --all prints the rest (4 more requests)."
  ],
  ["a last page with rejected records", { total: 50, rejected: 2 }, undefined],
  [
    "a page that the service limited to 20",
    { total: 50, received: 20 },
    "20 of 50 shown; --all prints the rest (2 more requests)."
  ],
  [
    "a page that the service limited to 20, of more",
    { total: 60, received: 20 },
    "20 of 60 shown; --all prints the rest (3 more requests)."
  ],
  [
    "an empty page before the end",
    { total: 231, offset: 100, received: 0 },
    "0 of 231 shown (100 skipped); --all prints the rest (3 more requests)."
  ],
  [
    "a full page without a total",
    { total: undefined },
    "50 shown; the service does not report a total. --all prints the rest, if there is more."
  ],
  ["a short page without a total", { total: undefined, received: 49 }, undefined],
  [
    "a full page with a total that is too small",
    { total: 30 },
    "50 shown; the service reports only 30, so more may match. --all prints the rest, if there is more."
  ],
  ["a short page with a total that is too small", { total: 30, received: 49 }, undefined],
  [
    "records beyond --max",
    { total: 231, max: 10 },
    "10 of 231 shown; --all without --max prints the rest (4 more requests)."
  ],
  [
    "records beyond --max on the only page",
    { total: 40, received: 40, max: 10 },
    "10 of 40 shown; remove --max to print the rest."
  ],
  [
    "records beyond --max on a page without a total",
    { total: undefined, received: 3, max: 1 },
    "1 shown; remove --max to print the rest."
  ],
  [
    "records beyond --max on a full page without a total",
    { total: undefined, max: 1 },
    "1 shown; the service does not report a total. --all without --max prints the rest."
  ],
  ["a --max that cuts nothing", { total: 40, received: 40, max: 40 }, undefined]
]

describe("the message about omitted records", () => {
  for (const [name, received, expected] of cases) {
    it(`is ${expected === undefined ? "not returned" : "returned"} for ${name}`, () => {
      assert.strictEqual(textOf(received), expected)
    })
  }

  for (const format of ["table", "json", "ndjson", "csv"]) {
    for (const [collection, expected] of [
      ["complaints", "20 of 14,034 shown; --all prints the rest (701 more requests)."],
      ["notices", "20 shown; the service does not report a total. --all prints the rest, if there is more."]
    ] as const) {
      it.effect(`is printed to standard error for ${collection} as ${format}, but not with --quiet`, () =>
        Effect.gen(function* () {
          const asked = [collection, "list", "--demo", "--limit", "20", "--format", format]
          const piped = yield* run(asked)
          const onTerminal = yield* run(asked, {}, { columns: 120 })
          const quiet = yield* run([...asked, "--quiet"])
          for (const { stdout, stderr } of [piped, onTerminal]) {
            assert.include(stderr.split("\n"), expected)
            assert.notInclude(stdout, "shown")
          }
          assert.strictEqual(quiet.stderr, "")
        })
      )
    }
  }

  it.effect("is not printed with --all or on the last page", () =>
    Effect.gen(function* () {
      const list = ["complaints", "list", "--demo", "--state", "Alaska", "--format", "csv"]
      const runs = yield* Effect.all([run([...list, "--all"]), run(list)])
      assert.deepStrictEqual(
        runs.map(({ stderr }) => stderr),
        ["", ""]
      )
    })
  )

  it.effect("states the exact number of requests", () =>
    Effect.gen(function* () {
      const listed = (...more: ReadonlyArray<string>) =>
        run(["complaints", "list", "--demo", "--state", "Ohio", "--verbose", ...more])
      const requestsOf = (stderr: string) => stderr.split("\n").filter((line) => line.startsWith("GET ")).length
      const total = Number(/ of (\d+) shown/.exec((yield* listed()).stderr)?.[1])
      // How many records are left after the first page.
      for (const [limit, rest] of [
        [20, total - 60],
        ...[18, 19, 20, 38, 39, 40].map((left) => [20, left] as const),
        ...[1, 2].map((left) => [2, left] as const),
        ...[47, 48, 49, 98].map((left) => [49, left] as const),
        ...[48, 49, 50, 98].map((left) => [50, left] as const)
      ] as const) {
        const asked = ["--limit", String(limit), "--offset", String(total - rest - limit)]
        const [one, all] = [yield* listed(...asked), yield* listed(...asked, "--all")]
        const more = Number(/\((\d+) more requests?\)/.exec(one.stderr)?.[1])
        assert.strictEqual(requestsOf(all.stderr), 1 + more, `${rest} after ${limit}`)
      }
    })
  )

  it.effect("has no number of requests if the service reports no total", () =>
    Effect.gen(function* () {
      const data = Array.from({ length: 50 }, (_, n) => wireComplaint(`id-${n}`))
      const { url } = yield* cannedService(json(200, { data }))
      const list = ["complaints", "list", "--allow-http", "--base-url", url]
      const { stderr } = yield* run(list, { PUBLIC_RECORDS_API_KEY: "a-key" })
      assert.strictEqual(stderr, `${textOf({ total: undefined })}\n`)
      const short = yield* cannedService(page(...data.slice(0, 3)))
      const { stderr: nothing } = yield* run(["complaints", "list", "--allow-http", "--base-url", short.url], {
        PUBLIC_RECORDS_API_KEY: "a-key"
      })
      assert.strictEqual(nothing, "")
    })
  )
})
