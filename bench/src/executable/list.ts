import { deepStrictEqual } from "node:assert"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { transform } from "esbuild"
import { type Measure, interleave, timed } from "../Measure.ts"
import { executable, freshEnvironment, runProgram, temporaryFolder } from "../processes.ts"
import { benchKey, startServer } from "../server/ServerProcess.ts"

/** Writes the script as JavaScript, so that it need not strip types. */
const writeScript = async (): Promise<string> => {
  const source = await readFile(new URL("listScript.ts", import.meta.url), "utf8")
  const file = join(temporaryFolder(), "list.mjs")
  await writeFile(file, (await transform(source, { loader: "ts" })).code)
  return file
}

export const measures: ReadonlyArray<Measure> = [
  {
    name: "complaints list --all, 10,000 complaints / a script with fetch",
    unit: "×",
    goal: 1.5,
    run: async () => {
      const { url } = await startServer("referenceServer", "10000")
      const list = ["complaints", "list", "--all", "--format", "ndjson", "--base-url", url, "--allow-http"]
      const ours = [executable, ...list]
      const script = [await writeScript(), url, benchKey]
      const environment = { ...freshEnvironment(), PUBLIC_RECORDS_API_KEY: benchKey }
      const printed = async (args: ReadonlyArray<string>) => (await runProgram(args, environment)).stdout
      deepStrictEqual(await printed(ours), await printed(script))
      return interleave(
        timed(() => printed(ours)),
        timed(() => printed(script)),
        { rounds: 12, warmUp: 1 }
      )
    }
  }
]
