import { existsSync } from "node:fs"
import { type Driver } from "../Driver.ts"
import { executable } from "../drivers/Executable.ts"
import { inProcess } from "../drivers/InProcess.ts"
import { promises } from "../drivers/Promises.ts"
import { engine, rawHttps } from "../drivers/RawRequests.ts"
import { terminal } from "../drivers/Terminal.ts"

/** Every driver; the two of a program only where the executable is built. */
export const everyDriver = (executableFile: string): ReadonlyArray<Driver> => [
  engine,
  inProcess,
  promises,
  rawHttps,
  ...(existsSync(executableFile) ? [executable(executableFile), terminal(executableFile)] : [])
]
