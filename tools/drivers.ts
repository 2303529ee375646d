import { type Driver } from "@public-records/testing/Driver"
import type { SiteDriver } from "@public-records/testing/SiteScenario"
import { inProcess } from "@public-records/testing/drivers/InProcess"
import { promises } from "@public-records/testing/drivers/Promises"
import { engine, rawHttps } from "@public-records/testing/drivers/RawRequests"
import { builtExecutable, program, programOverMirror } from "../apps/cli/test/drivers.ts"
import { executablePath } from "../apps/cli/test/executable.ts"
import { terminal } from "../apps/tui/test/terminalDriver.ts"
import { memoryDriver, mirrorDriver, sampleDriver } from "../packages/mirror/test/mirrorDriver.ts"
import { siteDriver } from "../packages/mirror/test/siteDriver.ts"

/**
 * The drivers of each workspace, or why it has none. A new workspace gets a line here, and its tests call `runScenarios` with each of
 * its drivers.
 */
export const driversByWorkspace: Readonly<Record<string, ReadonlyArray<Driver> | string>> = {
  "packages/core": [inProcess, promises],
  "packages/server": [engine, rawHttps],
  "packages/mirror": [mirrorDriver, memoryDriver, sampleDriver],
  "apps/cli": [program, programOverMirror, builtExecutable],
  "apps/tui": [terminal],
  "packages/answers": "it words what a mirror has counted",
  "packages/check": "it sends requests of its own to a service",
  "packages/export": "it writes files, and the command line reads lists",
  "packages/files": "it reads files",
  "packages/redis": "it is the client of core with a shared budget",
  "packages/testing": "it has the scenarios",
  "packages/text": "it formats values"
}

/** The executable that `pnpm build` creates. */
export const executableFile = executablePath

/** Every driver. */
export const drivers: ReadonlyArray<Driver> = Object.values(driversByWorkspace).flatMap((drivers) =>
  typeof drivers === "string" ? [] : drivers
)

/** The drivers that run every scenario of the site. */
export const siteDrivers: ReadonlyArray<SiteDriver> = [siteDriver]
