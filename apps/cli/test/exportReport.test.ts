import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { cannedService, json, wireComplaint } from "./cannedService.ts"
import { folder, lines, namesIn, textOf } from "./exportFolder.ts"
import { run } from "./inProcess.ts"

const environment = { PUBLIC_RECORDS_API_KEY: "a-key" }
const partitioned = ["--partition-by", "created-date"]
const demo = ["export", "complaints", "--demo", "--area-code", "614"]
const sampleDay = ["--created-from", "2021-07-07", "--created-to", "2021-07-07"]
const emptyDay = ["--created-from", "2021-07-08", "--created-to", "2021-07-08"]
const lastLine = (stderr: string): string | undefined => lines(stderr).at(-1)

describe("the last line of an export", () => {
  it.live("states days and records, for a file, standard output, a folder, and notices", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const [file, calls] = [join(path, "all.ndjson"), join(path, "calls")]
      const toFile = yield* run([...demo, ...sampleDay, "--out", file])
      const count = lines(yield* textOf(file)).length
      const days = "Done: 1 day added, 0 days already complete, 0 days not yet published, "
      assert.strictEqual(lastLine(toFile.stderr), `${days}${count} complaints written to ${file}.`)
      const printed = yield* run([...demo, ...sampleDay, "--out", "-"])
      assert.strictEqual(lastLine(printed.stderr), `${days}${count} complaints written to standard output.`)
      const range = ["--created-from", "2021-07-06", "--created-to", "2399-01-01"]
      const toFolder = yield* run([...demo, ...range, "--out", calls, ...partitioned])
      assert.strictEqual(lastLine(toFolder.stderr), `${days}${count} complaints written to ${calls}.`)
      const again = yield* run([...demo, ...sampleDay, "--out", calls, ...partitioned])
      assert.strictEqual(
        lastLine(again.stderr),
        `Done: 0 days added, 1 day already complete, 0 days not yet published, 0 complaints written to ${calls}.`
      )
      const notices = yield* run(["export", "notices", "--demo", "--limit", "7", "--out", join(path, "n.csv")])
      assert.strictEqual(lastLine(notices.stderr), `Done: 7 notices written to ${join(path, "n.csv")}.`)
    })
  )

  it.live("counts the days of local data by records, not by the calendar", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const [data, out] = [join(path, "data.json"), join(path, "out.ndjson")]
      const complaint = wireComplaint("a", { "created-date": "2398-01-02 12:00:00" })
      yield* Effect.promise(() => writeFile(data, JSON.stringify([complaint])))
      // Complaints of a file cannot be newer than the file and the clock.
      const later = new Date("2399-01-01")
      yield* Effect.promise(() => utimes(data, later, later))
      const asked = [
        "export",
        "complaints",
        "--data",
        data,
        "--created-from",
        "2398-01-01",
        "--created-to",
        "2398-01-03"
      ]
      const toFile = yield* run([...asked, "--out", out])
      const done = "Done: 1 day added, 0 days already complete, 0 days not yet published, 1 complaint written to "
      assert.strictEqual(lastLine(toFile.stderr), `${done}${out}.`)
      const toFolder = yield* run([...asked, "--out", join(path, "calls"), ...partitioned])
      assert.strictEqual(lastLine(toFolder.stderr), `${done}${join(path, "calls")}.`)
      const day = ["export", "complaints", "--data", data, "--created-date", "2398-01-02"]
      const { stderr } = yield* run([...day, "--out", out])
      assert.notInclude(stderr, "not published yet:")
    })
  )

  it.live("omits the days with --limit or --offset, and is not printed with --quiet", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "some.ndjson")
      const some = yield* run([...demo, ...sampleDay, "--limit", "3", "--out", file])
      assert.strictEqual(lastLine(some.stderr), `Done: 3 complaints written to ${file}.`)
      const rest = yield* run([...demo, ...sampleDay, "--offset", "3", "--out", file])
      assert.match(lastLine(rest.stderr) ?? "", /^Done: \d+ complaints written to /)
      const quiet = yield* run([...demo, ...sampleDay, "--out", file, "--quiet"])
      assert.strictEqual(quiet.stderr, "")
    })
  )
})

describe("export --report json", () => {
  it.live("prints one object to standard output, with null for unknown members", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const [file, calls, notices] = [join(path, "all.ndjson"), join(path, "calls"), join(path, "notices.csv")]
      const toFile = yield* run([...demo, ...sampleDay, "--out", file, "--report", "json", "--quiet"])
      const records = lines(yield* textOf(file)).length
      const requests = Math.floor(records / 50) + 1
      const common = { records, requests, duplicates: 0, rejected: 0, daysAdded: 1, daysComplete: 0 }
      const outcome = { ...common, daysNotPublished: 0, path: file, agrees: true }
      assert.strictEqual(toFile.stdout, `${JSON.stringify(outcome)}\n`)
      assert.strictEqual(toFile.stderr, "")
      const toFolder = yield* run([...demo, ...sampleDay, "--out", calls, ...partitioned, "--report", "json"])
      assert.deepStrictEqual(JSON.parse(toFolder.stdout), { ...outcome, requests: 0, path: calls, agrees: null })
      const again = yield* run([...demo, ...sampleDay, "--out", calls, ...partitioned, "--report", "json"])
      assert.deepStrictEqual(JSON.parse(again.stdout), {
        ...outcome,
        records: 0,
        requests: 0,
        daysAdded: 0,
        daysComplete: 1,
        path: calls,
        agrees: null
      })
      const some = ["export", "notices", "--demo", "--limit", "7", "--out", notices, "--report", "json"]
      assert.deepStrictEqual(JSON.parse((yield* run(some)).stdout), {
        records: 7,
        requests: 1,
        duplicates: 0,
        rejected: 0,
        daysAdded: null,
        daysComplete: null,
        daysNotPublished: null,
        path: notices,
        agrees: null
      })
    })
  )

  it.live("prints the object before a strict export fails, and nothing if an export fails", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const data = [wireComplaint("a"), { type: "dnc_complaint", id: "b", attributes: {} }]
      const service = yield* cannedService((request, response) =>
        json(200, {
          data: data.slice(Number(/offset=(\d+)/.exec(request.url ?? "")?.[1] ?? 0)),
          meta: { "records-total": 9 }
        })(request, response)
      )
      const asked = ["export", "complaints", "--base-url", service.url, "--allow-http", "--report", "json"]
      const strict = yield* run([...asked, "--out", join(path, "all.ndjson"), "--strict"], environment)
      const { agrees, rejected } = JSON.parse(strict.stdout)
      assert.deepStrictEqual([strict.code, agrees, rejected], [6, false, 1])
      assert.include(lastLine(strict.stderr), "--strict does not allow")
      const refusing = yield* cannedService(json(403, { error: { code: "API_KEY_INVALID" } }))
      const failed = yield* run(
        [
          "export",
          "complaints",
          "--base-url",
          refusing.url,
          "--allow-http",
          "--report",
          "json",
          "--out",
          join(path, "b.csv")
        ],
        environment
      )
      assert.deepStrictEqual([failed.code, failed.stdout], [3, ""])
      assert.isFalse(failed.stderr.includes("{"))
    })
  )
})

describe("an export without records", () => {
  it.live("writes the file, prints a message, and exits with code 7 with --fail-if-empty", () =>
    Effect.gen(function* () {
      const path = yield* folder
      for (const [name, flags] of [
        ["none.ndjson", []],
        ["none.csv", []],
        ["none.parquet", []],
        ["calls", partitioned]
      ] as const) {
        const asked = [...demo, ...emptyDay, "--out", join(path, name), ...flags]
        const { code, stderr } = yield* run(asked)
        assert.strictEqual(code, 0)
        assert.match(stderr, /No complaints match\..*\nDone: /)
        const strict = yield* run([...asked, "--fail-if-empty"])
        assert.strictEqual(strict.code, 7)
        assert.strictEqual(
          lastLine(strict.stderr),
          `${join(path, name)} contains no records, which --fail-if-empty does not allow.`
        )
      }
      assert.deepStrictEqual(yield* namesIn(path), ["none.csv", "none.ndjson", "none.parquet"])
      const printed = yield* run([...demo, ...emptyDay, "--out", "-", "--fail-if-empty", "--format", "csv"])
      assert.strictEqual(printed.code, 7)
      assert.include(printed.stderr, "No complaints match.")
      assert.strictEqual(lines(printed.stdout).length, 1)
      const dry = yield* run([...demo, ...emptyDay, "--fail-if-empty", "--dry-run"])
      assert.strictEqual(dry.code, 7)
      assert.strictEqual(lastLine(dry.stderr), "No complaints match, which --fail-if-empty does not allow.")
    })
  )
})
