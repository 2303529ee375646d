/**
 * Builds, checks and tests every workspace, and ends with `N passed, N failed`, added up from the runners' own reports.
 *
 * A workspace that has tests and left no report counts as one that failed. Tests that need a program which is missing here
 * are named before the sum.
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
  const options = ["--continue", "--output-logs=new-only", "--log-order=grouped"]
  const { status } = spawnSync("turbo", ["run", ...tasks, ...options], {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      TURBO_TELEMETRY_DISABLED: "1",
      PUBLIC_RECORDS_TEST_PROGRAMS: present.map(({ program }) => program).join(",")
    }
  })
  return status === 0
}

// The tests of the executable take longest and need every build, so nothing competes with the builds.
const isBuilt = runTasks("build")
const isChecked = runTasks("test", "check", "//#types", "//#lint", "//#format", "//#unused", "//#packed")
const hasSucceeded = isBuilt && isChecked

let passed = 0
let failed = 0
for (const workspace of workspaces) {
  const file = reportOf(workspace)
  if (!existsSync(file)) {
    process.stdout.write(`${workspace} left no report of its tests.\n`)
    failed += 1
    continue
  }
  const report: Report = JSON.parse(readFileSync(file, "utf8"))
  passed += report.numPassedTests
  // A file that cannot be loaded fails without a test of its own; a test that did not run is a defect.
  failed += Math.max(report.numFailedTests, Math.min(report.numFailedTestSuites, 1)) + report.numPendingTests
}

const isBroken = !hasSucceeded || failed > 0
if (!hasSucceeded && failed === 0) {
  process.stdout.write("The tests passed, but the build or a check did not: see above.\n")
}
for (const { subject, program } of missing) process.stdout.write(`not run: ${subject} (no ${program})\n`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = isBroken ? 1 : 0
