import { spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, describe, it } from "vitest"

const root = mkdtempSync(join(tmpdir(), "public-records-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

interface Report {
  readonly passed: number
  readonly failed?: number
  readonly pending?: number
  readonly failedSuites?: number
}

/** A workspace for a script: the reports that its tests write, and the exit codes of its builds and its checks. */
interface Setup {
  readonly reports: Readonly<Record<string, Report>>
  readonly build?: number
  readonly check?: number
  /** Programs that are installed, with their exit codes. */
  readonly programs?: Readonly<Record<string, number>>
  /** Workspaces without a report. */
  readonly silent?: ReadonlyArray<string>
}

let folders = 0

/** Runs a script in a workspace, with a stand-in for turbo. Returns its exit code, its lines, and the calls of turbo. */
const runIn = (script: string, { build = 0, check = 0, programs = {}, reports, silent = [] }: Setup) => {
  const folder = join(root, String(++folders))
  const bin = join(folder, "bin")
  mkdirSync(bin, { recursive: true })
  const executable = (name: string, lines: ReadonlyArray<string>) => {
    writeFileSync(join(bin, name), ["#!/bin/sh", ...lines, ""].join("\n"))
    chmodSync(join(bin, name), 0o755)
  }
  for (const workspace of [...Object.keys(reports), ...silent]) {
    mkdirSync(join(folder, workspace, "reports"), { recursive: true })
    writeFileSync(join(folder, workspace, "package.json"), "{}")
    // A report of an earlier run.
    writeFileSync(join(folder, workspace, "reports/tests.json"), '{"numPassedTests":1000}')
  }
  const written = Object.entries(reports).map(([workspace, { failed = 0, failedSuites = 0, passed, pending = 0 }]) => {
    const report = {
      numPassedTests: passed,
      numFailedTests: failed,
      numPendingTests: pending,
      numFailedTestSuites: failedSuites
    }
    return `echo '${JSON.stringify(report)}' > ${workspace}/reports/tests.json`
  })
  executable("turbo", [
    `echo "$* [$PUBLIC_RECORDS_TEST_PROGRAMS] telemetry=\${TURBO_TELEMETRY_DISABLED:-on}" >> ${folder}/calls`,
    `if [ "$2" = build ]; then echo "built"; echo "warned" >&2; exit ${build}; fi`,
    ...written,
    `exit ${check}`
  ])
  for (const [program, code] of Object.entries(programs)) executable(program, [`exit ${code}`])
  const file = fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url))
  const { status, stderr, stdout } = spawnSync(process.execPath, [file], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: bin }
  })
  const calls = readFileSync(join(folder, "calls"), "utf8").trimEnd().split("\n")
  return { code: status, stderr, lines: stdout.trimEnd().split("\n"), calls }
}

const missing = (...present: ReadonlyArray<string>): ReadonlyArray<string> =>
  [
    ["Redis", "redis-server"],
    ["Bun", "bun"],
    ["Deno", "deno"],
    ["the docs page", "chromium"],
    ["CSV in Python", "python3"]
  ].flatMap(([subject, program = ""]) => (present.includes(program) ? [] : [`not run: ${subject} (no ${program})`]))

describe("pnpm test", () => {
  it("adds up the tests of every workspace, and exits with 0 if all have passed", () => {
    const reports = {
      "packages/a": { passed: 5 },
      "apps/b": { passed: 7 },
      examples: { passed: 1 },
      tools: { passed: 2 }
    }
    const { calls, code, lines } = runIn("test", { reports })
    assert.deepStrictEqual([code, lines], [0, ["built", ...missing(), "15 passed, 0 failed"]])
    assert.strictEqual(calls.length, 2)
    assert.match(calls[0] ?? "", /^run build /)
    const checks = ["types", "lint", "format", "unused", "check-packages"].map((name) => `//#${name}`)
    assert.isTrue(calls[1]?.startsWith(`run test ${checks.join(" ")} --continue `), calls[1])
  })

  it("names the programs that run for its tests, and those that are missing or broken", () => {
    const programs = { "redis-server": 0, python3: 0, bun: 1 }
    const { calls, code, lines } = runIn("test", { reports: { "packages/a": { passed: 5 } }, programs })
    assert.deepStrictEqual([code, lines.slice(1, -1)], [0, missing("redis-server", "python3")])
    assert.isTrue(calls[1]?.endsWith(" [redis-server,python3] telemetry=1"), calls[1])
  })

  for (const [name, setup, last] of [
    [
      "a test has failed",
      { reports: { tools: { passed: 5, failed: 2, failedSuites: 1 } }, check: 1 },
      "5 passed, 2 failed"
    ],
    [
      "a test of the first workspace has failed",
      { reports: { "apps/a": { passed: 1, failed: 1 }, tools: { passed: 1 } } },
      "2 passed, 1 failed"
    ],
    ["a test did not run", { reports: { tools: { passed: 5, pending: 1 } } }, "5 passed, 1 failed"],
    ["a file cannot be loaded", { reports: { tools: { passed: 5, failedSuites: 3 } } }, "5 passed, 1 failed"],
    ["a workspace has no report", { reports: { tools: { passed: 5 } }, silent: ["packages/a"] }, "5 passed, 1 failed"],
    ["a check has failed", { reports: { tools: { passed: 5 } }, check: 1 }, "5 passed, 0 failed"],
    ["a build has failed", { reports: { tools: { passed: 5 } }, build: 1 }, "5 passed, 0 failed"]
  ] as const) {
    it(`exits with 1 if ${name}`, () => {
      const { calls, code, lines } = runIn("test", setup)
      assert.deepStrictEqual([code, lines.at(-1)], [1, last])
      // The tests run even if a build has failed.
      assert.strictEqual(calls.length, 2)
      const text = lines.join("\n")
      const isNamed = text.includes("The tests passed, but the build or a check failed. See above.")
      assert.strictEqual(isNamed, last === "5 passed, 0 failed")
      assert.strictEqual(text.includes("packages/a has no report of its tests."), "silent" in setup)
    })
  }
})

describe("the build before another script", () => {
  it("is silent if it succeeds", () => {
    const { calls, code, lines, stderr } = runIn("build", { reports: {} })
    assert.deepStrictEqual([code, lines, stderr], [0, [""], ""])
    assert.deepStrictEqual(calls, ["run build --filter=public-records --output-logs=errors-only [] telemetry=1"])
  })

  it("shows its output and ends with its exit code if it fails", () => {
    const { code, lines, stderr } = runIn("build", { reports: {}, build: 3 })
    assert.deepStrictEqual([code, lines], [3, [""]])
    assert.strictEqual(stderr, "built\nwarned\nThe executable could not be built. See above.\n")
  })
})
