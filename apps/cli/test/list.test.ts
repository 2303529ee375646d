import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cannedService, json, page, wireComplaint } from "./cannedService.ts"
import { run } from "./inProcess.ts"
import { listedService } from "./listedService.ts"
import { header, row } from "./oneDay.ts"

const withKey = { PUBLIC_RECORDS_API_KEY: "a-key" }
const list = ["complaints", "list"]
const sample = "Sample data: four real days of complaints, and notices that are mostly generated.\n"
const unverified = /not verified[^\n]*\n$/
const erase = "\r\u001B[K"

/** A file with five complaints of one day. */
const dataFile = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
).pipe(
  Effect.map((folder) => {
    const path = join(folder, "complaints.csv")
    const rows = [1, 2, 3, 4, 5].map((n) => row(`216555010${n}`, "09:05:00", "Cleveland,Ohio,216", "Y"))
    writeFileSync(path, [header, ...rows, ""].join("\r\n"))
    return path
  })
)

describe("the messages of a list", () => {
  it.effect("name the columns that are hidden, if there are any", () =>
    Effect.gen(function* () {
      const narrow = yield* run([...list, "--demo"], {}, { columns: 60 })
      assert.match(narrow.stderr, /^Hidden columns: id, [^.]*\. Use a wider terminal or --format json to see them\.$/m)
      const wide = yield* run([...list, "--demo"], {}, { columns: 300 })
      assert.notInclude(wide.stderr, "Hidden")
      assert.match(wide.stderr, unverified)
      const json = yield* run([...list, "--demo", "--format", "ndjson"], {}, { columns: 60 })
      assert.notMatch(json.stderr, /Hidden|not verified/)
      assert.isTrue(json.stderr.startsWith(sample), json.stderr)
    })
  )

  it.effect("have no note on notices", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* run(["notices", "list", "--demo", "--limit", "1", "--format", "table"])
      assert.strictEqual(code, 0, stderr)
      assert.isTrue(stderr.startsWith(sample), stderr)
      assert.notInclude(stderr, "not verified")
    })
  )

  it.effect("count the records that the service sent in an invalid format", () =>
    Effect.gen(function* () {
      const invalid = { type: "dnc_complaint", id: 7 }
      for (const [records, message] of [
        [[invalid], "1 record was skipped because the service sent it in an invalid format.\n"],
        [[invalid, invalid], "2 records were skipped because the service sent them in an invalid format.\n"],
        [[], ""]
      ] as const) {
        const { url } = yield* cannedService(page(wireComplaint("a"), ...records))
        const { code, stderr, stdout } = yield* run([...list, "--base-url", url, "--allow-http"], withKey)
        assert.deepStrictEqual([code, stderr, JSON.parse(stdout).id], [0, message, "a"])
      }
    })
  )

  it.effect("have the numbers of records and requests with --verbose", () =>
    Effect.gen(function* () {
      const { flags } = yield* listedService({ "2021-07-01": 70 })
      const verbose = yield* run([...list, "--all", "--verbose", ...flags], withKey)
      assert.include(verbose.stderr, "70 records in 2 requests, 0 duplicates dropped\n")
      const { stderr } = yield* run([...list, "--all", ...flags], withKey)
      assert.strictEqual(stderr, "")
    })
  )

  it.effect("count the records on a terminal while a file is written", () =>
    Effect.gen(function* () {
      const { flags } = yield* listedService({ "2021-07-01": 70 })
      const all = [...list, "--all", ...flags]
      const piped = { columns: 80, isPiped: true }
      const { stderr, stdout } = yield* run(all, withKey, piped)
      assert.include(stderr, `${erase}50 records so far${erase}70 records so far${erase}`)
      assert.strictEqual(stdout.trimEnd().split("\n").length, 70)
      for (const flag of ["--quiet", "--verbose"]) {
        assert.notInclude((yield* run([...all, flag], withKey, piped)).stderr, "so far", flag)
      }
      assert.notInclude((yield* run(all, withKey, { columns: 80 })).stderr, "so far")
    })
  )

  it.effect("begin with a warning about a configuration file with a key that others can read", () =>
    Effect.gen(function* () {
      const { url } = yield* cannedService(page(wireComplaint("a")))
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true }))
      )
      mkdirSync(join(folder, "public-records"))
      const file = join(folder, "public-records", "config.json")
      writeFileSync(file, JSON.stringify({ apiKey: "a-key", baseUrl: url, allowHttp: true }), { mode: 0o644 })
      const { code, stderr } = yield* run(list, { XDG_CONFIG_HOME: folder })
      assert.deepStrictEqual([code, stderr.includes(file)], [0, true], stderr)
    })
  )
})

describe("the records of a list", () => {
  it.effect("are one JSON array, even if they are read in several requests", () =>
    Effect.gen(function* () {
      const { flags } = yield* listedService({ "2021-07-01": 120 })
      const { stdout } = yield* run([...list, "--all", "--format", "json", ...flags], withKey)
      assert.strictEqual(JSON.parse(stdout).length, 120)
      const none = yield* run([...list, "--demo", "--created-date", "1999-01-01", "--format", "json"])
      assert.strictEqual(none.stdout, "[]\n")
      const table = yield* run([...list, "--demo", "--created-date", "1999-01-01", "--format", "table"])
      assert.match(table.stdout, /^id .*isRobocall\n$/)
    })
  )

  it.effect("are as many as --limit, which excludes --all and is checked before the key is read", () =>
    Effect.gen(function* () {
      const { flags } = yield* listedService({ "2021-07-01": 120 })
      for (const limit of [7, 50, 51, 99]) {
        const { stdout } = yield* run([...list, "--limit", String(limit), ...flags], withKey)
        assert.strictEqual(stdout.trimEnd().split("\n").length, limit)
      }
      for (const [wrong, message] of [
        [["--limit", "0"], '--limit: "0" is not an integer of 1 or more.\n'],
        [["--limit", "5", "--all"], "--all and --limit cannot be used together. Remove one of them.\n"]
      ] as const) {
        assert.deepStrictEqual(yield* run([...list, ...wrong]), { code: 2, stdout: "", stderr: message })
      }
    })
  )

  it.effect("end with the last one: after it there is a message, and exit code 7 with --fail-if-empty", () =>
    Effect.gen(function* () {
      const data = yield* dataFile
      const beyond = ["--data", data, "--offset", "5"]
      const none =
        "Based on 1 day, 2021-07-07. Partial: 2021-07-07.\n" +
        "No complaints match from offset 5. The data contains complaints created on 2021-07-07.\n"
      for (const flags of [[], ["--all"]]) {
        const usual = yield* run([...list, ...beyond, ...flags])
        assert.deepStrictEqual([usual.code, usual.stdout, usual.stderr], [0, "", none])
        const strict = yield* run([...list, ...beyond, ...flags, "--fail-if-empty"])
        assert.deepStrictEqual([strict.code, strict.stderr], [7, none])
      }
      // The service claims records, but each is invalid.
      const { url } = yield* cannedService(json(200, { data: [{ id: 7 }], meta: { "records-total": 3 } }))
      const rejected = yield* run([...list, "--base-url", url, "--allow-http", "--fail-if-empty"], withKey)
      assert.deepStrictEqual([rejected.code, rejected.stdout], [7, ""])
      assert.include(rejected.stderr, "1 record was skipped")
    })
  )

  it.effect("are those until the first problem, whose message replaces the progress", () =>
    Effect.gen(function* () {
      const { flags } = yield* listedService({ "2021-07-01": 120 }, { refusesFrom: 2 })
      const { code, stderr, stdout } = yield* run([...list, "--all", ...flags], withKey, { columns: 80, isPiped: true })
      assert.deepStrictEqual([code, stdout.trimEnd().split("\n").length], [6, 50])
      assert.match(stderr, /^\r\u001B\[K50 records so far\r\u001B\[KList complaints: [^\r]*\n$/)
    })
  )
})

describe("a flag that says what another one says", () => {
  for (const line of [
    "complaints list --max 5",
    "export complaints --max 5",
    "complaints list --max-retry-after 1m",
    "complaints list --no-progress",
    "top numbers --mirror",
    "blocklist --form e164"
  ]) {
    it.effect(`does not exist: ${line}`, () =>
      Effect.gen(function* () {
        const { code, stderr, stdout } = yield* run([...line.split(" "), "--demo"])
        assert.deepStrictEqual([code, stdout], [2, ""], stderr)
        assert.match(stderr, new RegExp(`(?:Unknown flag|does not take) ${/--\S+/.exec(line)?.[0]}\\.`))
      })
    )
  }
})

describe("a record", () => {
  it.effect("is said to be a sample below a table and on a terminal", () =>
    Effect.gen(function* () {
      const { id } = JSON.parse((yield* run(["notices", "list", "--demo", "--limit", "1"])).stdout)
      const get = ["notices", "get", id, "--demo", "--format"]
      const runs = yield* Effect.all([
        run([...get, "table"]),
        run([...get, "ndjson"]),
        run([...get, "ndjson"], {}, { columns: 80 })
      ])
      assert.deepStrictEqual(
        runs.map(({ code, stderr }) => [code, stderr]),
        [
          [0, sample],
          [0, ""],
          [0, sample]
        ]
      )
    })
  )
})

describe("the source of the records", () => {
  for (const [flags, message] of [
    ["--mirror-file a.db --demo", "A mirror and --demo cannot be used together. Remove one of them."],
    ["--mirror-file a.db --data a.csv", "A mirror and --data cannot be used together. Remove one of them."],
    [
      "--mirror-file a.db --base-url https://a.test",
      "A mirror and --base-url cannot be used together. Remove one of them."
    ],
    ["--demo --data a.csv", "--demo and --data cannot be used together. Remove one of them."],
    ["--demo --base-url https://a.test", "--demo and --base-url cannot be used together. Remove one of them."],
    ["--data a.csv --base-url https://a.test", "--data and --base-url cannot be used together. Remove one of them."]
  ] as const) {
    it.effect(`cannot be ${flags}`, () =>
      Effect.gen(function* () {
        const { code, stderr } = yield* run([...list, ...flags.split(" ")])
        assert.deepStrictEqual([code, stderr], [2, `${message}\n`])
      })
    )
  }
})
