import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { benchKey } from "../client/walkedService.ts"
import { met, type Table } from "../Table.ts"
import { builtExecutable } from "./builtExecutable.ts"

const records = 1_000_000
const mostMegabytes = 250

/** Says at the end how much memory the process had at most, in KiB. */
const peakMemory =
  "data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS))"

const textOf = (child: ChildProcess, stream: "stderr" | "stdout"): (() => string) => {
  let text = ""
  child[stream]?.setEncoding("utf8").on("data", (more: string) => (text += more))
  return () => text
}

/** Serves the records from a process of its own. */
const serve = async (executable: string) => {
  const generated = ["--synthetic", String(records), "--rate-limit", "off", "--api-key", benchKey]
  const args = [executable, "serve", "--port", "0", "--tls", "off", "--allow-http", ...generated]
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  const said = textOf(child, "stdout")
  const ended = once(child, "close")
  while (!said().includes("\n")) await Promise.race([once(child.stdout, "data"), ended])
  return {
    url: said().trim().replace("Listening on ", ""),
    close: async () => {
      child.kill()
      await ended
    }
  }
}

interface Exported {
  readonly seconds: number
  readonly megabytes: number
  readonly bytes: number
}

const exportTo = async (executable: string, url: string, file: string): Promise<Exported> => {
  const source = ["--base-url", url, "--allow-http", "--requests-per-hour", "100000000"]
  const args = ["--import", peakMemory, executable, "export", "complaints", ...source, "--out", file, "--quiet"]
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PUBLIC_RECORDS_API_KEY: benchKey },
    stdio: ["ignore", "ignore", "pipe"]
  })
  const said = textOf(child, "stderr")
  const [code]: Array<unknown> = await once(child, "close")
  const seconds = (performance.now() - startedAt) / 1000
  const [, peak] = /peak (\d+)$/.exec(said()) ?? []
  if (code !== 0 || peak === undefined) throw new Error(`The export ended with ${String(code)}: ${said()}`)
  return { seconds, megabytes: (Number(peak) * 1024) / 1_000_000, bytes: (await stat(file)).size }
}

const lineOf = (format: string, { bytes, megabytes, seconds }: Exported): ReadonlyArray<string> => [
  format,
  Math.round(records / seconds).toLocaleString("en-US"),
  `${Math.round(megabytes)} MB`,
  `at most ${mostMegabytes} MB`,
  met(megabytes <= mostMegabytes),
  `${Math.round(bytes / 1_000_000)} MB`
]

/** A million complaints of a server in a process of its own, over loopback, to files, with their checkpoints. */
export const exportTable = async (): Promise<Table> => {
  const executable = await builtExecutable()
  const folder = await mkdtemp(join(tmpdir(), "public-records-"))
  const { close, url } = await serve(executable)
  try {
    const lines: Array<ReadonlyArray<string>> = []
    for (const format of ["ndjson", "parquet"]) {
      lines.push(lineOf(format, await exportTo(executable, url, join(folder, `all.${format}`))))
    }
    return {
      title: `Export of ${records.toLocaleString("en-US")} complaints: speed, and memory of the exporting process at its peak`,
      columns: ["format", "records a second", "peak memory", "goal", "met", "file"],
      lines
    }
  } finally {
    await close()
    await rm(folder, { recursive: true })
  }
}
