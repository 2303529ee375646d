import { spawnSync } from "node:child_process"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"

const root = fileURLToPath(new URL("../../", import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), "utf8")

/** Creates a workspace of one package, with the report of an earlier run, whose build tool is a script, with other programs on the PATH. */
const workspace = (programs: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), "public-records-"))
      for (const part of ["bin", "packages/one/reports"]) mkdirSync(join(folder, part), { recursive: true })
      writeFileSync(join(folder, "packages/one/package.json"), "{}")
      const earlier = { numPassedTests: 99, numFailedTests: 0, numPendingTests: 0, numFailedTestSuites: 0 }
      writeFileSync(join(folder, "packages/one/reports/tests.json"), JSON.stringify(earlier))
      for (const [name, script] of Object.entries(programs)) {
        writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
      }
      return folder
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )

const report = (passed: number, failed: number, skipped = 0, failedFiles = failed): string =>
  `echo '${JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped, numFailedTestSuites: failedFiles })}' > packages/one/reports/tests.json`

/** Runs the script that runs all tests, with a shell script instead of the build tool. */
const allTests = Effect.fnUntraced(function* (turbo: string, programs: Readonly<Record<string, string>>) {
  const folder = yield* workspace({ turbo, ...programs })
  const { status, stdout } = spawnSync(process.execPath, [join(root, "scripts/test.ts")], {
    cwd: folder,
    env: { PATH: join(folder, "bin") },
    encoding: "utf8"
  })
  return { status, lines: stdout.trimEnd().split("\n") }
})

describe("the run of all tests", () => {
  it.effect("names missing programs and the tests that need them before the total", () =>
    Effect.gen(function* () {
      const { status, lines } = yield* allTests(report(7, 0), { bun: "exit 0" })
      assert.deepStrictEqual(lines, [
        "not run: Redis (no redis-server)",
        "not run: Deno (no deno)",
        "not run: the docs page (no chromium)",
        "not run: CSV in Python (no python3)",
        "not run: the recipes of the mirror (no sqlite3)",
        "7 passed, 0 failed"
      ])
      assert.strictEqual(status, 0)
    })
  )

  it.effect("passes the available programs to the tests, without those that cannot run", () =>
    Effect.gen(function* () {
      const { lines } = yield* allTests(`echo "$2: $PUBLIC_RECORDS_TEST_PROGRAMS"; ${report(7, 0)}`, {
        "redis-server": "exit 0",
        bun: "exit 1",
        deno: "exit 0",
        chromium: "exit 0",
        python3: "exit 0",
        sqlite3: "exit 0"
      })
      assert.deepStrictEqual(lines, [
        "build: redis-server,deno,chromium,python3,sqlite3",
        "test: redis-server,deno,chromium,python3,sqlite3",
        "not run: Bun (no bun)",
        "7 passed, 0 failed"
      ])
    })
  )

  it.effect("fails if a test fails or a workspace writes no report, whatever its earlier report says", () =>
    Effect.gen(function* () {
      const failed = yield* allTests(`${report(7, 2)}; exit 1`, {})
      assert.deepStrictEqual([failed.status, failed.lines.at(-1)], [1, "7 passed, 2 failed"])
      const silent = yield* allTests("exit 0", {})
      assert.deepStrictEqual([silent.status, silent.lines.at(-1)], [1, "0 passed, 1 failed"])
    })
  )

  it.effect("counts each skipped test, and a file that cannot be loaded, as a failure", () =>
    Effect.gen(function* () {
      const skipped = yield* allTests(report(7, 0, 2), {})
      assert.deepStrictEqual([skipped.status, skipped.lines.at(-1)], [1, "7 passed, 2 failed"])
      const unloaded = yield* allTests(`${report(7, 0, 0, 3)}; exit 1`, {})
      assert.deepStrictEqual([unloaded.status, unloaded.lines.at(-1)], [1, "7 passed, 1 failed"])
    })
  )

  it.effect("fails if the build or a check fails, although all tests pass", () =>
    Effect.gen(function* () {
      for (const failing of ["build", "test"]) {
        const { lines, status } = yield* allTests(`${report(7, 0)}; test "$2" != ${failing}`, {})
        assert.strictEqual(status, 1, failing)
        assert.strictEqual(lines[0], "The tests passed, but the build or a check failed. See above.")
        assert.strictEqual(lines.at(-1), "7 passed, 0 failed")
      }
    })
  )
})

describe("the build tool", () => {
  const Manifest = Schema.fromJsonString(Schema.Struct({ scripts: Schema.Record(Schema.String, Schema.String) }))
  const Pipeline = Schema.fromJsonString(
    Schema.Struct({
      tasks: Schema.Record(
        Schema.String,
        Schema.Struct({ outputs: Schema.Array(Schema.String), env: Schema.optionalKey(Schema.Array(Schema.String)) })
      )
    })
  )

  it("is always started without telemetry", () => {
    const { scripts } = Schema.decodeUnknownSync(Manifest)(read("package.json"))
    const lines = Object.values(scripts).filter((line) => /\bturbo\b/.test(line))
    assert.isNotEmpty(lines)
    for (const line of lines) assert.include(line, "TURBO_TELEMETRY_DISABLED=1")
    const programs = globSync("scripts/*.ts", { cwd: root })
      .map(read)
      .filter((text) => text.includes('"turbo"'))
    assert.isNotEmpty(programs)
    for (const text of programs) assert.include(text, 'TURBO_TELEMETRY_DISABLED: "1"')
  })

  it("has the outputs of each task, and the available programs as an input of tests", () => {
    const { tasks } = Schema.decodeUnknownSync(Pipeline)(read("turbo.json"))
    assert.include(tasks["test"]?.env ?? [], "PUBLIC_RECORDS_TEST_PROGRAMS")
  })
})
