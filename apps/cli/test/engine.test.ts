import { assert, describe, it } from "@effect/vitest"
import { temporaryFolder } from "@public-records/testing/drivers/SampleService"
import { Effect } from "effect"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run, start } from "./executable.ts"
import { header, row } from "./oneDay.ts"

const unavailable = `import { registerHooks } from "node:module"
  registerHooks({
    resolve: (name, context, next) => {
      if (name.startsWith("@duckdb/")) throw new Error("no binary for this machine\\nRequire stack:")
      return next(name, context)
    }
  })`

/** The environment of a machine for which DuckDB has no binary. */
const withoutDuckDb = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(unavailable)}` }

describe("the executable on a machine without DuckDB", () => {
  it.effect("works without a mirror and without Parquet", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFolder
      for (const line of [
        ["--version"],
        ["--help"],
        ["complaints", "list", "--demo", "--limit", "1", "--quiet"],
        ["export", "complaints", "--demo", "--limit", "1", "--out", join(path, "one.csv"), "--quiet"]
      ]) {
        const { code, stderr } = yield* run(line, withoutDuckDb)
        assert.deepStrictEqual([code, stderr], [0, ""], line.join(" "))
      }
    })
  )

  it.effect("serves without a mirror", () =>
    Effect.gen(function* () {
      const server = yield* start(["serve", "--port", "0", "--tls", "off"], withoutDuckDb)
      assert.match(yield* server.firstLine, /^Listening on /)
    }).pipe(Effect.scoped)
  )

  it.effect("says in one sentence why it cannot write Parquet, and requests nothing", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "july.parquet")
      const { code, stderr } = yield* run(["export", "complaints", "--demo", "--out", file, "--quiet"], withoutDuckDb)
      assert.strictEqual(code, 1)
      assert.strictEqual(
        stderr,
        `${file} cannot be written: DuckDB, which writes Parquet, cannot be loaded here (no binary for this machine); choose NDJSON or CSV.\n`
      )
      assert.isFalse(existsSync(file))
    })
  )

  it.effect("says in one sentence why it cannot use a mirror", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFolder
      const file = join(path, "day.csv")
      writeFileSync(file, `${header}\n${row("2165550100", "10:00:00", "Akron,Ohio,330", "Y")}\n`)
      const line = ["mirror", "import", file, "--mirror-file", join(path, "mirror.duckdb")]
      const { code, stderr } = yield* run(line, withoutDuckDb)
      assert.strictEqual(code, 2)
      assert.match(
        stderr,
        /^The mirror .*: its engine, DuckDB, cannot be loaded here: .*no binary for this machine\.\n$/
      )
    })
  )
})
