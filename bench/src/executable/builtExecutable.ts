import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

const at = (path: string): string => fileURLToPath(new URL(`../../../apps/cli/${path}`, import.meta.url))

/** The executable, built now, so that nothing older is measured. */
export const builtExecutable = async (): Promise<string> => {
  const child = spawn(process.execPath, ["build.ts"], { cwd: at(""), stdio: ["ignore", "ignore", "inherit"] })
  const [code]: Array<unknown> = await once(child, "close")
  if (code !== 0) throw new Error("The executable could not be built; what the build says stands above.")
  return at("dist/public-records.js")
}
