import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { folder, namesIn } from "./exportFolder.ts"
import { run } from "./inProcess.ts"

const demo = ["export", "complaints", "--demo", "--area-code", "614"]
const day = ["--created-from", "2021-07-07", "--created-to", "2021-07-07"]
const byDay = [...demo, ...day, "--partition-by", "created-date"]

/** Runs an export and returns its exit code and its error. */
const refusal = (args: ReadonlyArray<string>) =>
  Effect.map(run([...args, "--quiet"]), ({ code, stderr, stdout }) => {
    assert.strictEqual(stdout, "")
    return [code, stderr] as const
  })

describe("an export to one file", () => {
  it.live("requires --out, except for a dry run", () =>
    Effect.gen(function* () {
      const [code, message] = yield* refusal(demo)
      assert.strictEqual(code, 2)
      assert.match(message, /^--out /)
      assert.strictEqual((yield* refusal([...demo, "--dry-run"]))[0], 0)
    })
  )

  it.live("requires a format from --format or the file extension, and uses NDJSON for standard output", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const [code, message] = yield* refusal([...demo, "--out", join(path, "all.txt")])
      assert.strictEqual(code, 2)
      assert.include(message, join(path, "all.txt"))
      const given = join(path, "given.parquet")
      assert.deepStrictEqual(yield* refusal([...demo, "--out", given, "--format", "csv"]), [0, ""])
      assert.match(readFileSync(given, "utf8"), /^Company_Phone_Number,/)
      for (const name of ["a.ndjson", "a.jsonl", "a.csv", "a.parquet"]) {
        assert.deepStrictEqual(yield* refusal([...demo, "--out", join(path, name)]), [0, ""])
      }
      const { stdout } = yield* run([...demo, "--out", "-", "--quiet", "--limit", "1"])
      assert.match(stdout, /^\{"id":/)
      const [refused, reason] = yield* refusal([...demo, "--out", "-", "--format", "parquet"])
      assert.deepStrictEqual([refused, reason.startsWith("Parquet cannot be written to ")], [2, true])
    })
  )

  it.live("accepts --spreadsheet-safe only for CSV", () =>
    Effect.gen(function* () {
      const path = yield* folder
      for (const [name, code] of [
        ["a.csv", 0],
        ["a.ndjson", 2],
        ["a.parquet", 2]
      ] as const) {
        const result = yield* refusal([...demo, "--out", join(path, name), "--spreadsheet-safe"])
        assert.strictEqual(result[0], code)
        assert.strictEqual(result[1].startsWith("--spreadsheet-safe"), code === 2)
      }
    })
  )

  it.live("accepts --manifest and --restart only for a file, and names the refused flag", () =>
    Effect.gen(function* () {
      const path = yield* folder
      for (const flag of ["--manifest", "--restart"]) {
        assert.strictEqual((yield* refusal([...demo, "--out", join(path, "a.csv"), flag]))[0], 0)
        for (const stream of [["--out", "-"], ["--out", "-", "--dry-run"], ["--dry-run"]]) {
          const [code, message] = yield* refusal([...demo, ...stream, flag])
          assert.strictEqual(code, 2)
          assert.match(message, new RegExp(`^${flag} `))
        }
      }
    })
  )

  it.live("refuses a folder, unless it is a dry run", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const [code, message] = yield* refusal([...demo, "--out", path, "--format", "csv"])
      assert.deepStrictEqual([code, message.includes(path)], [2, true])
      assert.strictEqual((yield* refusal([...demo, "--out", path, "--format", "csv", "--dry-run"]))[0], 0)
    })
  )

  it.live("accepts --report json, except with standard output or a dry run", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "a.csv")
      const { code, stdout } = yield* run([...demo, "--out", file, "--report", "json", "--quiet"])
      assert.deepStrictEqual([code, JSON.parse(stdout).path], [0, file])
      for (const flags of [["--out", "-"], ["--out", file, "--dry-run"], ["--dry-run"]]) {
        const [code, message] = yield* refusal([...demo, ...flags, "--report", "json"])
        assert.strictEqual(code, 2)
        assert.match(message, /^--report json /)
      }
    })
  )

  it.live("accepts --limit with 1 to 15 digits", () =>
    Effect.gen(function* () {
      for (const max of ["0", "1.5", "1000000000000000"]) {
        assert.strictEqual((yield* refusal([...demo, "--out", "-", "--limit", max]))[0], 2, max)
      }
      assert.strictEqual((yield* run([...demo, "--out", "-", "--limit", "999999999999999", "--quiet"])).code, 0)
    })
  )
})

describe("an export by days", () => {
  const calls = Effect.map(folder, (path) => join(path, "calls"))

  it.live("refuses --spreadsheet-safe, --limit and --offset", () =>
    Effect.gen(function* () {
      const path = yield* calls
      for (const [flags, named] of [
        [["--spreadsheet-safe"], "--spreadsheet-safe"],
        [["--limit", "7"], "--limit"],
        [["--offset", "7"], "--offset"],
        [["--limit", "7", "--offset", "7"], "--limit"]
      ] as const) {
        const [code, message] = yield* refusal([...byDay, "--out", path, ...flags])
        assert.strictEqual(code, 2, named)
        assert.include(message.replace("--partition-by", ""), named)
      }
      assert.strictEqual((yield* refusal([...byDay, "--out", path, "--format", "parquet"]))[0], 0)
    })
  )

  it.live("requires a folder that exists or can be created, except for a dry run", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const file = join(path, "file")
      writeFileSync(file, "precious")
      for (const [out, message] of [
        [["--out", "-"], "--partition-by created-date writes a folder."],
        [["--out", file], `--partition-by created-date writes a folder, but ${file} is not a folder.`],
        [["--out", "/dev/null"], `--partition-by created-date writes a folder, but /dev/null is not a folder.`],
        [[], "--partition-by created-date writes a folder."]
      ] as const) {
        const [code, reason] = yield* refusal([...byDay, ...out])
        assert.deepStrictEqual([code, reason.slice(0, message.length)], [2, message])
      }
      mkdirSync(join(path, "there"))
      for (const out of [["--out", join(path, "there")], ["--out", join(path, "new")], ["--dry-run"]]) {
        assert.strictEqual((yield* refusal([...byDay, ...out]))[0], 0, out.join(" "))
      }
      assert.notInclude(yield* namesIn(path), "calls")
    })
  )

  it.live("requires full days, with an end or without", () =>
    Effect.gen(function* () {
      const rest = ["--dry-run", "--partition-by", "created-date"]
      for (const [query, code] of [
        [["--created-from", "2021-07-07", "--created-to", "2021-07-07 11:00"], 2],
        [["--created-from", "2021-07-07 10:00"], 2],
        [["--created-from", "latest", "--created-to", "2021-07-07 23:00"], 2],
        [["--created-from", "2021-07-07"], 0],
        [["--created-date", "2021-07-07"], 0],
        [[], 0]
      ] as const) {
        const [found, message] = yield* refusal(["export", "complaints", "--demo", ...query, ...rest])
        assert.deepStrictEqual([found, message.includes("YYYY-MM-DD")], [code, code === 2], query.join(" "))
      }
    })
  )

  it.live("says which two commands do it for the service, before a key is needed", () =>
    Effect.gen(function* () {
      const out = ["--out", "july", "--partition-by", "created-date"]
      for (const [query, sync] of [
        [["--created-from", "2021-07-01", "--created-to", "latest"], "mirror sync --from 2021-07-01"],
        [["--created-date", "2021-07-07"], "mirror sync --from 2021-07-07"],
        [["--created-date", "yesterday"], "mirror sync"],
        [["--subject", "Other"], "mirror sync"]
      ] as const) {
        const [code, message] = yield* refusal(["export", "complaints", ...query, ...out])
        assert.strictEqual(code, 2)
        assert.include(message, `Run "public-records ${sync}", and then "public-records export complaints --mirror" `)
      }
    })
  )
})
