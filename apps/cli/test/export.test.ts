import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { cannedService, json, wireComplaint } from "./cannedService.ts"
import { folder, lines, namesIn, textOf } from "./exportFolder.ts"
import { run, start } from "./inProcess.ts"

const anHour = ["--created-from", "2021-07-07 09:00:00", "--created-to", "2021-07-07 09:59:59"]
const sample = ["export", "complaints", "--demo", ...anHour]

describe("export to a file", () => {
  it.live("prints the plan and the result, and writes a manifest", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "nine.ndjson")
      const { code, stderr, stdout } = yield* run([...sample, "--out", file, "--manifest"])
      const records = lines(yield* textOf(file))
      const manifest = JSON.parse(yield* textOf(`${file}.manifest.json`))
      assert.strictEqual(code, 0)
      assert.strictEqual(stdout, "")
      assert.include(stderr, `Plan: ${records.length} complaints, ${Math.ceil(records.length / 50)} pages`)
      assert.include(stderr, `The service reports ${records.length}, and all were received.`)
      assert.include(stderr, "not verified")
      assert.strictEqual(manifest.records, records.length)
      assert.match(manifest.sha256, /^[0-9a-f]{64}$/)
      assert.isTrue(records.every((line) => JSON.parse(line).createdDate.startsWith("2021-07-07 09:")))
    })
  )

  it.live("prints only the plan with --dry-run", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const { code, stderr } = yield* run([
        ...sample,
        "--out",
        join(path, "nine.parquet"),
        "--dry-run",
        "--limit",
        "60"
      ])
      assert.strictEqual(code, 0)
      assert.include(stderr, "Plan: 60 complaints, 2 pages, 2 requests, ")
      assert.deepStrictEqual(yield* namesIn(path), [])
    })
  )

  it.live("prints only complete records to standard output with --out -", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* run([...sample, "--out", "-", "--limit", "70", "--quiet"])
      assert.strictEqual(code, 0)
      assert.strictEqual(lines(stdout).map((line) => JSON.parse(line).id).length, 70)
    })
  )

  it.live("refuses invalid targets before a request is sent", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const refused = [
        [[], "--out is missing"],
        [["--out", join(path, "nine.txt")], "the format cannot be inferred"],
        [["--out", path], "is a folder"],
        [["--out", path, "--format", "csv"], "is a folder"],
        [["--out", "/dev/stderr", "--format", "parquet"], "Parquet cannot be written to standard output, a device"],
        [["--out", "-", "--format", "parquet"], "Parquet cannot be written to standard output"],
        [["--out", join(path, "a.csv"), "--limit", "0"], "--limit"],
        [["--out", join(path, "a.ndjson"), "--spreadsheet-safe"], "--spreadsheet-safe"],
        [["--out", join(path, "calls"), "--partition-by", "created-date"], "full days"]
      ] as const
      for (const [flags, sentence] of refused) {
        const { code, stderr } = yield* run([...sample, ...flags])
        assert.strictEqual(code, 2, stderr)
        assert.include(stderr, sentence)
      }
      const { code, stderr } = yield* run([...sample, "--out", join(path, "no", "nine.csv")])
      assert.strictEqual(code, 1)
      assert.include(stderr, "its folder does not exist")
    })
  )
})

describe("export of a service that reports a different total", () => {
  const complaints = [wireComplaint("a"), wireComplaint("b"), { type: "dnc_complaint", id: "c", attributes: {} }]
  const environment = { PUBLIC_RECORDS_API_KEY: "a-key" }

  it.live("exits with code 6 with --strict, and names the rejected records", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const service = yield* cannedService((request, response) =>
        json(200, {
          data: complaints.slice(Number(/offset=(\d+)/.exec(request.url ?? "")?.[1] ?? 0)),
          meta: { "records-total": 9 }
        })(request, response)
      )
      const file = join(path, "all.ndjson")
      const asked = ["export", "complaints", "--base-url", service.url, "--allow-http", "--out", file]
      const lenient = yield* run(asked, environment)
      assert.strictEqual(lenient.code, 0)
      assert.include(lenient.stderr, "1 rejected")
      assert.strictEqual(lines(yield* textOf(file)).length, 2)
      assert.strictEqual(JSON.parse(yield* textOf(`${file}.rejected.ndjson`)).raw.id, "c")
      const strict = yield* run([...asked, "--strict"], environment)
      assert.strictEqual(strict.code, 6)
      assert.include(strict.stderr, "--strict does not allow")
    })
  )
})

describe("export if the service requests a pause", () => {
  const refusing = (seconds: number) =>
    cannedService(
      json(429, { error: { code: "OVER_RATE_LIMIT", message: "Too many." } }, { "retry-after": String(seconds) })
    )
  const environment = { PUBLIC_RECORDS_API_KEY: "a-key" }

  it.live("waits for two hours, and prints until when", () =>
    Effect.gen(function* () {
      const service = yield* refusing(7200)
      const file = join(yield* folder, "all.ndjson")
      const asked = ["export", "complaints", "--base-url", service.url, "--allow-http", "--out", file]
      const program = yield* start(asked, environment)
      yield* program.errorWith("Waiting until")
      yield* program.signal("SIGINT")
      const { code, stderr } = yield* program.end
      assert.isNull(code)
      assert.match(stderr, /Waiting until \d{4}-/)
      assert.strictEqual(service.requests.length, 1)
    })
  )

  it.live("does not wait for four hours, but exits with code 4 and the time of the next try", () =>
    Effect.gen(function* () {
      const service = yield* refusing(14_400)
      const file = join(yield* folder, "all.ndjson")
      const asked = ["export", "complaints", "--base-url", service.url, "--allow-http", "--out", file]
      const { code, stderr } = yield* run([...asked, "--format", "ndjson"], environment)
      assert.strictEqual(code, 4)
      assert.isString(JSON.parse(lines(stderr).at(-1) ?? "").error.nextTryAt)
    })
  )
})

describe("export to a partitioned folder", () => {
  it.live("writes one part per day, with its manifest, and skips complete days", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "calls")
      yield* Effect.promise(() => mkdir(path))
      const asked = ["export", "complaints", "--demo", "--out", path, "--partition-by", "created-date"]
      const first = yield* run([
        ...asked,
        "--created-from",
        "2021-07-06",
        "--created-to",
        "2021-07-07",
        "--area-code",
        "614"
      ])
      assert.strictEqual(first.code, 0, first.stderr)
      assert.deepStrictEqual(yield* namesIn(path), [
        "_manifest.json",
        "created_date=2021-07-07",
        "created_date=2021-07-07/_part-0.parquet.manifest.json",
        "created_date=2021-07-07/part-0.parquet"
      ])
      const again = yield* run([
        ...asked,
        "--created-from",
        "2021-07-06",
        "--created-to",
        "2021-07-07",
        "--area-code",
        "614"
      ])
      assert.include(again.stderr, "0 days added, 1 day already complete")
      const other = yield* run([...asked, "--created-date", "2021-07-07"])
      assert.strictEqual(other.code, 2)
      assert.include(other.stderr, "belongs to a different query")
    })
  )

  it.live("skips and names a day that is not published yet", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "calls")
      const asked = ["export", "complaints", "--demo", "--out", path, "--partition-by", "created-date"]
      const { code, stderr } = yield* run([...asked, "--created-date", "2999-01-01"])
      assert.strictEqual(code, 0)
      assert.include(stderr, "Not published yet and skipped: 2999-01-01.")
    })
  )
})
