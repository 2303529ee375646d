/** Builds the executable if its sources have changed. Is silent unless it fails. */
import { spawnSync } from "node:child_process"

const turbo = spawnSync("turbo", ["run", "build", "--filter=public-records", "--output-logs=errors-only"], {
  encoding: "utf8",
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" }
})

if (turbo.status !== 0)
  process.stderr.write(`${turbo.stdout}${turbo.stderr}The executable could not be built. See above.\n`)
process.exitCode = turbo.status ?? 1
