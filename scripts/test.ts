/**
 * Builds, checks and tests every workspace. Prints the total `N passed, N failed` of the reports of the test runners.
 *
 * A workspace with tests but without a report counts as one failure. Skipped tests, which need a missing program, are named before
 * the total.
 */
import { spawnSync } from "node:child_process"
import { existsSync, globSync, readFileSync, rmSync } from "node:fs"
import { findOptionalPrograms } from "./OptionalPrograms.ts"

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numFailedTestSuites: number
}

const workspaces = globSync(["{packages,apps}/*/package.json", "{examples,tools}/package.json"]).map((manifest) =>
  manifest.replace("/package.json", "")
)
const reportOf = (workspace: string): string => `${workspace}/reports/tests.json`

for (const workspace of workspaces) rmSync(reportOf(workspace), { force: true })

const { present, missing } = findOptionalPrograms()

const runTasks = (...tasks: ReadonlyArray<string>): boolean => {
  // Many tests wait for other processes, so more tasks than processors run at once. With eight, switching between them costs a tenth.
  const options = ["--continue", "--output-logs=new-only", "--log-order=grouped", "--concurrency=4"]
  const { status } = spawnSync("turbo", ["run", ...tasks, ...options], {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      TURBO_TELEMETRY_DISABLED: "1",
      // The compiler is a Go program. With four times the default memory, it needs a quarter less time.
      GOGC: "400",
      PUBLIC_RECORDS_TEST_PROGRAMS: present.map(({ program }) => program).join(",")
    }
  })
  return status === 0
}

// Builds run first: the tests of the executable take longest and need every build.
const isBuilt = runTasks("build")
const isChecked = runTasks("test", "//#types", "//#lint", "//#format", "//#unused", "//#check-packages")
const hasSucceeded = isBuilt && isChecked

let passed = 0
let failed = 0
for (const workspace of workspaces) {
  const file = reportOf(workspace)
  if (!existsSync(file)) {
    process.stdout.write(`${workspace} has no report of its tests.\n`)
    failed += 1
    continue
  }
  const report: Report = JSON.parse(readFileSync(file, "utf8"))
  passed += report.numPassedTests
  // A file that cannot be loaded counts as one failure, and so does a test that did not run.
  failed += Math.max(report.numFailedTests, Math.min(report.numFailedTestSuites, 1)) + report.numPendingTests
}

const isBroken = !hasSucceeded || failed > 0
if (!hasSucceeded && failed === 0) {
  process.stdout.write("The tests passed, but the build or a check failed. See above.\n")
}
for (const { subject, program } of missing) process.stdout.write(`not run: ${subject} (no ${program})\n`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = isBroken ? 1 : 0
