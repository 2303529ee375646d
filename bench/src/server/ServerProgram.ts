import { setTimeout } from "node:timers/promises"
import { Schema } from "effect"
import { Inquiry, type Ready, type Usage } from "./Conversation.ts"

/** A server that listens. */
export interface Listening {
  readonly url: string
  readonly close: () => Promise<unknown>
}

const tell = (said: Ready | Usage): void => void process.send?.(said)

const collections = 6
const pauseMillis = 50
const bytesInKilobyte = 1_024

/** Memory is given back to the system a while after the collection that freed it. */
const collectGarbage = async (): Promise<void> => {
  for (let i = 0; i < collections; i++) {
    globalThis.gc?.()
    await setTimeout(pauseMillis)
  }
}

const usage = (): Usage => {
  const { user, system } = process.cpuUsage()
  const peakBytes = process.resourceUsage().maxRSS * bytesInKilobyte
  return { cpuMicros: user + system, residentBytes: process.memoryUsage.rss(), peakBytes }
}

const reply = async (inquiry: Inquiry): Promise<void> => {
  if (inquiry === "usage without garbage") await collectGarbage()
  tell(usage())
}

/** Runs a server for the program that started this one: says where it listens and what it used, ends when that one goes. */
export const runServer = async (start: () => Promise<Listening>): Promise<void> => {
  const startedAt = performance.now()
  const { cpuMicros } = usage()
  const { url, close } = await start()
  const loadMillis = performance.now() - startedAt
  const loadCpuMillis = (usage().cpuMicros - cpuMicros) / 1_000
  process.on("message", (message) => void reply(Schema.decodeUnknownSync(Inquiry)(message)))
  process.once("disconnect", () => void close().finally(() => process.exit()))
  tell({ url, loadMillis, loadCpuMillis })
}
