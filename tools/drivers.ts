import { fileURLToPath } from "node:url"
import { type Driver } from "@public-records/testing/Driver"
import { executable } from "@public-records/testing/drivers/Executable"
import { inProcess } from "@public-records/testing/drivers/InProcess"
import { promises } from "@public-records/testing/drivers/Promises"
import { engine, rawHttps } from "@public-records/testing/drivers/RawRequests"
import { terminal } from "@public-records/testing/drivers/Terminal"

/** The executable that `pnpm build` creates. */
export const executableFile = fileURLToPath(new URL("../apps/cli/dist/public-records.js", import.meta.url))

/** Returns every driver. The last two run the given executable. */
export const driversWith = (file: string): ReadonlyArray<Driver> => [
  engine,
  inProcess,
  promises,
  rawHttps,
  executable(file),
  terminal(file)
]
