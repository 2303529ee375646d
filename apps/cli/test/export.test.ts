import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
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
