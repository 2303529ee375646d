import { assert, describe, it } from "@effect/vitest"
import { temporaryFolder } from "@public-records/testing/drivers/SampleService"
import { Effect } from "effect"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { cannedService, page, wireComplaint } from "./cannedService.ts"
import { run, start } from "./executable.ts"
import { header, row } from "./oneDay.ts"

const unavailable = `import { registerHooks } from "node:module"
  registerHooks({
    resolve: (name, context, next) => {
      if (name.startsWith("@duckdb/")) throw new Error("no binary for this machine\\nRequire stack:")
      return next(name, context)
    }
  })`

const withKey = { PUBLIC_RECORDS_API_KEY: "a-key" }

/** The environment of a machine for which DuckDB has no binary. */
const withoutDuckDb = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(unavailable)}` }

describe("the executable on a machine without DuckDB", () => {
  it.effect("reads the service", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFolder
      const { url } = yield* cannedService(page(wireComplaint("a")))
      const service = ["--base-url", url, "--allow-http", "--quiet"]
      for (const line of [
        ["--version"],
        ["--help"],
        ["complaints", "list", ...service],
        ["export", "complaints", "--limit", "1", "--out", join(path, "one.csv"), ...service]
      ]) {
        const { code, stderr } = yield* run(line, { ...withoutDuckDb, ...withKey })
        assert.deepStrictEqual([code, stderr], [0, ""], line.join(" "))
      }
    }).pipe(Effect.scoped)
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
      const { requests, url } = yield* cannedService(page(wireComplaint("a")))
      const line = ["export", "complaints", "--base-url", url, "--allow-http", "--out", file, "--quiet"]
      const { code, stderr } = yield* run(line, { ...withoutDuckDb, ...withKey })
      assert.deepStrictEqual(requests, [])
      assert.strictEqual(code, 1)
      assert.strictEqual(
        stderr,
        `${file} cannot be written: DuckDB, which writes Parquet, cannot be loaded here (no binary for this machine); choose NDJSON or CSV.\n`
      )
      assert.isFalse(existsSync(file))
    }).pipe(Effect.scoped)
  )

  for (const source of [["--demo"], ["--data", "FILE"], ["--mirror-file", "MIRROR"]]) {
    it.effect(`says why it cannot read local records, and what needs no engine: ${source.join(" ")}`, () =>
      Effect.gen(function* () {
        const path = yield* temporaryFolder
        const [file, mirror] = [join(path, "day.csv"), join(path, "mirror.duckdb")]
        writeFileSync(file, `${header}\n${row("2165550100", "10:00:00", "Akron,Ohio,330", "Y")}\n`)
        writeFileSync(mirror, "12345678DUCK")
        const named = source.map((word) => word.replace("FILE", file).replace("MIRROR", mirror))
        const { code, stderr } = yield* run(["complaints", "list", ...named], withoutDuckDb)
        assert.deepStrictEqual(
          [code, stderr],
          [
            1,
            'DuckDB, which reads local records, cannot be loaded here: no binary for this machine. The service and "public-records serve" need no DuckDB: set a key, and leave out --demo, --data and --mirror.\n'
          ]
        )
      }).pipe(Effect.scoped)
    )
  }
})
