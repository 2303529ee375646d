import { join } from "node:path"
import { type Measure, measureOf } from "../Measure.ts"
import { executable, freshEnvironment, runProgram, temporaryFolder } from "../processes.ts"
import { benchKey, startServer } from "../server/ServerProcess.ts"

const records = 1_000_000
const { url } = await startServer("referenceServer", String(records))

/** Prints how much memory the process had at most, in KiB, when it ends. */
const printPeak =
  "data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS))"

const exportTo = async (format: string) => {
  const source = ["--base-url", url, "--allow-http", "--requests-per-hour", "100000000"]
  const out = ["--out", join(temporaryFolder(), `all.${format}`), "--quiet"]
  const args = ["--import", printPeak, executable, "export", "complaints", ...source, ...out]
  const startedAt = performance.now()
  const { stderr } = await runProgram(args, { ...freshEnvironment(), PUBLIC_RECORDS_API_KEY: benchKey })
  const seconds = (performance.now() - startedAt) / 1000
  const [, peak = ""] = /peak (\d+)$/.exec(stderr) ?? []
  return { seconds, megabytes: (Number(peak) * 1024) / 1e6 }
}

/** Measures an export with checkpoints: its duration and the peak memory of the process. */
const measuresOf = async (format: string): Promise<ReadonlyArray<Measure>> => {
  const { megabytes, seconds } = await exportTo(format)
  return [
    measureOf(`export of 1,000,000 complaints, ${format}`, "s", () => seconds),
    measureOf(`its peak memory, ${format}`, "MB", () => megabytes, 250)
  ]
}

export const measures: ReadonlyArray<Measure> = [...(await measuresOf("ndjson")), ...(await measuresOf("parquet"))]
