import { fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"

/** The resources that a server process has used. */
export const Usage = Schema.Struct({
  /** User and system time of all threads. */
  cpuMicros: Schema.Number,
  /** Heap and buffers in use. */
  liveBytes: Schema.Number,
  residentBytes: Schema.Number,
  /** The largest resident size so far. */
  peakBytes: Schema.Number
})
export type Usage = typeof Usage.Type

/** The message of a server that listens. */
export const Ready = Schema.Struct({ url: Schema.String, loadMillis: Schema.Number, loadCpuMillis: Schema.Number })
export type Ready = typeof Ready.Type

/** A request for the usage of a server. */
export const UsageRequest = Schema.Literals(["usage", "usage after garbage collection"])

/** A server in a process of its own. */
export interface ServerProcess extends Ready {
  readonly usage: (request?: typeof UsageRequest.Type) => Promise<Usage>
  readonly close: () => Promise<void>
}

/**
 * Starts one of `programs/` with a data file and waits until it listens.
 *
 * **Fails with** a rejection if the process ends. The reason is on standard error.
 */
export const startServer = async (
  name: "reference" | "fastify" | "jsonServer",
  dataFile: string
): Promise<ServerProcess> => {
  process.stderr.write(`Starting ${name} with ${dataFile}\n`)
  const program = fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url))
  const child = fork(program, [dataFile], { execArgv: ["--expose-gc"] })
  const ended = once(child, "exit").then(() => [])
  const nextMessage = async <A>(schema: Schema.Codec<A, unknown>): Promise<A> => {
    const [message]: ReadonlyArray<unknown> = await Promise.race([once(child, "message"), ended])
    if (message === undefined) throw new Error(`The ${name} server ended.`)
    return Schema.decodeUnknownSync(schema)(message)
  }
  return {
    ...(await nextMessage(Ready)),
    usage: (request = "usage") => {
      child.send(request)
      return nextMessage(Usage)
    },
    close: async () => {
      if (child.connected) child.disconnect()
      await ended
    }
  }
}
