import { Client } from "undici"
import { median, quantile } from "../median.ts"
import { benchKey } from "./serviceUrl.ts"
import { type ServerProcess } from "./ServerProcess.ts"

/** A server, and the paths that it is asked for: each call makes the next one. */
export interface Side {
  readonly server: ServerProcess
  readonly path: () => string
  /** Whether it may answer with what it kept of an answer before. */
  readonly mayKeep?: boolean
}

/** How hard a server is asked, and for how long. */
export interface Load {
  /** Each has one request under way. */
  readonly connections: number
  readonly milliseconds: number
}

/** What came out of a load. */
export interface Figures {
  readonly requestsPerSecond: number
  /** The server's processor time for a request, all its threads together. */
  readonly cpuMicros: number
  /** The length of a body, on average. */
  readonly bytes: number
  readonly p50Millis: number
  readonly p99Millis: number
}

const keyHeader = ["x-api-key", benchKey]

/** A tag that no answer has: the reference server keeps nothing of an answer to such a request. */
const newlyMade = [...keyHeader, "if-none-match", '"none"']

/** Sends one request and reads its body away. */
const ask = (client: Client, path: string, headers: Array<string>): Promise<number> =>
  new Promise((resolve, reject) => {
    let bytes = 0
    client.dispatch(
      { path, method: "GET", headers },
      {
        onRequestStart: () => {},
        onResponseStart: (_, status) => {
          if (status !== 200) reject(new Error(`${path} was answered with ${status}.`))
        },
        onResponseData: (_, chunk) => {
          bytes += chunk.length
        },
        onResponseEnd: () => resolve(bytes),
        onResponseError: (_, error) => reject(error)
      }
    )
  })

const headersFor = ({ mayKeep }: Side): Array<string> => (mayKeep === true ? keyHeader : newlyMade)

interface Tally {
  bytes: number
  readonly latencies: Array<number>
}

const keepAsking = async (client: Client, side: Side, until: number, tally: Tally): Promise<void> => {
  const headers = headersFor(side)
  for (let now = performance.now(); now < until;) {
    const bytes = await ask(client, side.path(), headers)
    tally.bytes += bytes
    const answeredAt = performance.now()
    tally.latencies.push(answeredAt - now)
    now = answeredAt
  }
}

/** Asks a server over connections that are open already, each one question after the other. */
export const underLoad = async (side: Side, { connections, milliseconds }: Load): Promise<Figures> => {
  const { path, server } = side
  const clients = Array.from({ length: connections }, () => new Client(server.url))
  await Promise.all(clients.map((client) => ask(client, path(), headersFor(side))))
  const tally: Tally = { bytes: 0, latencies: [] }
  const before = await server.usage()
  const startedAt = performance.now()
  await Promise.all(clients.map((client) => keepAsking(client, side, startedAt + milliseconds, tally)))
  const seconds = (performance.now() - startedAt) / 1_000
  const after = await server.usage()
  await Promise.all(clients.map((client) => client.close()))
  const requests = tally.latencies.length
  return {
    requestsPerSecond: requests / seconds,
    cpuMicros: (after.cpuMicros - before.cpuMicros) / requests,
    bytes: tally.bytes / requests,
    p50Millis: median(tally.latencies),
    p99Millis: quantile(tally.latencies, 0.99)
  }
}

/** The medians of rounds, figure by figure. */
export const medianFigures = (rounds: ReadonlyArray<Figures>): Figures => ({
  requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
  cpuMicros: median(rounds.map(({ cpuMicros }) => cpuMicros)),
  bytes: median(rounds.map(({ bytes }) => bytes)),
  p50Millis: median(rounds.map(({ p50Millis }) => p50Millis)),
  p99Millis: median(rounds.map(({ p99Millis }) => p99Millis))
})
