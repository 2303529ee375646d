import { setTimeout } from "node:timers/promises"
import { Schema } from "effect"
import { type Ready, type Usage, UsageRequest } from "./ServerProcess.ts"

/** A server that listens. */
export interface Listening {
  readonly url: string
  readonly close: () => Promise<unknown>
}

/** Collects garbage several times, because memory returns to the system some time after a collection. */
const collectGarbage = async (): Promise<void> => {
  for (let collection = 0; collection < 6; collection++) {
    globalThis.gc?.()
    await setTimeout(50)
  }
}

const usage = (): Usage => {
  const { system, user } = process.cpuUsage()
  const { external, heapUsed, rss } = process.memoryUsage()
  const peakBytes = process.resourceUsage().maxRSS * 1_024
  return { cpuMicros: user + system, liveBytes: heapUsed + external, residentBytes: rss, peakBytes }
}

const send = (message: Ready | Usage): void => void process.send?.(message)

const respond = async (message: unknown): Promise<void> => {
  if (Schema.decodeUnknownSync(UsageRequest)(message) === "usage after garbage collection") await collectGarbage()
  send(usage())
}

/** Runs a server for the process that started this one, with the data file in its arguments, and ends with that process. */
export const runServer = async (start: (dataFile: string) => Promise<Listening>): Promise<void> => {
  const startedAt = performance.now()
  const { cpuMicros } = usage()
  const { close, url } = await start(process.argv[2] ?? "")
  const loadCpuMillis = (usage().cpuMicros - cpuMicros) / 1_000
  process.on("message", (message) => void respond(message))
  process.once("disconnect", () => void close().finally(() => process.exit()))
  send({ url, loadMillis: performance.now() - startedAt, loadCpuMillis })
}
