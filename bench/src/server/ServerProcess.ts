import { fork } from "node:child_process"
import { once } from "node:events"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"

/** The only key that measured servers accept. */
export const benchKey = "bench-key-0123456789"

/** The resources that a server process has used. */
const Usage = Schema.Struct({
  /** User and system time of all threads. */
  cpuMicros: Schema.Number,
  /** Heap and buffers in use. */
  liveBytes: Schema.Number,
  residentBytes: Schema.Number
})
export type Usage = typeof Usage.Type

/** The message of a server that listens. */
const Ready = Schema.Struct({ url: Schema.String, loadCpuMillis: Schema.Number })

/** Server in a separate process. */
export interface ServerProcess {
  readonly url: string
  /** How much processor time it took until the server listened. */
  readonly loadCpuMillis: number
  /** Returns the resources used so far. "live" collects garbage first. */
  readonly usage: (of: "now" | "live") => Promise<Usage>
}

/**
 * Starts the program `NAME.ts` beside this file and waits until its server listens. It ends with this process.
 *
 * **Fails with** a rejection if the program ends. The reason is on standard error.
 */
export const startServer = async (name: "fastifyServer" | "referenceServer", data: string): Promise<ServerProcess> => {
  const program = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const child = fork(program, [data], { execArgv: ["--expose-gc"], stdio: ["ignore", "ignore", "inherit", "ipc"] })
  const ended = once(child, "exit").then(() => [])
  const nextMessage = async <A>(schema: Schema.Codec<A, unknown>): Promise<A> => {
    const [message]: ReadonlyArray<unknown> = await Promise.race([once(child, "message"), ended])
    if (message === undefined) throw new Error(`The ${name} ended.`)
    return Schema.decodeUnknownSync(schema)(message)
  }
  const usage: ServerProcess["usage"] = (of) => {
    child.send(of)
    return nextMessage(Usage)
  }
  return { ...(await nextMessage(Ready)), usage }
}

const usageOfThisProcess = (): Usage => {
  const { system, user } = process.cpuUsage()
  const { external, heapUsed, rss } = process.memoryUsage()
  return { cpuMicros: user + system, liveBytes: heapUsed + external, residentBytes: rss }
}

/** Collects garbage several times, because memory returns to the system some time after a collection. */
export const collectGarbage = async (): Promise<void> => {
  for (let collection = 0; collection < 6; collection++) {
    globalThis.gc?.()
    await setTimeout(50)
  }
}

const answer = async (of: unknown): Promise<void> => {
  if (of === "live") await collectGarbage()
  process.send?.(usageOfThisProcess())
}

/** Runs a server for the process that started this one, with the data that it named. `start` returns the server's URL. */
export const runServer = async (start: (data: string) => Promise<string>): Promise<void> => {
  const { cpuMicros } = usageOfThisProcess()
  const url = await start(process.argv[2] ?? "")
  const loadCpuMillis = (usageOfThisProcess().cpuMicros - cpuMicros) / 1_000
  process.on("message", (of) => void answer(of))
  process.once("disconnect", () => process.exit())
  process.send?.({ url, loadCpuMillis })
}
