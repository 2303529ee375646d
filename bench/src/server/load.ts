import { Client } from "undici"
import { type ServerProcess } from "./ServerProcess.ts"
import { benchKey } from "./urls.ts"

/** A server and a function that returns the next path to request. */
export interface Side {
  readonly server: ServerProcess
  readonly nextPath: () => string
}

/** The results of a load. */
export interface Figures {
  readonly requestsPerSecond: number
  /** The server's processor time for a request, of all its threads. */
  readonly cpuMicros: number
}

const connections = 8
const roundMillis = 200

/** Sends requests over one connection, one after the other. Returns their number. */
const sendUntil = async (client: Client, nextPath: () => string, end: number): Promise<number> => {
  let requests = 0
  for (; performance.now() < end; requests++) {
    const path = nextPath()
    const { body, statusCode } = await client.request({ path, method: "GET", headers: { "x-api-key": benchKey } })
    await body.arrayBuffer()
    if (statusCode !== 200) throw new Error(`The response to ${path} has the status ${statusCode}.`)
  }
  return requests
}

/** Measures a server under the load of eight connections. */
export const underLoad = async ({ nextPath, server }: Side): Promise<Figures> => {
  const clients = Array.from({ length: connections }, () => new Client(server.url))
  const before = await server.usage()
  const startedAt = performance.now()
  const sent = await Promise.all(clients.map((client) => sendUntil(client, nextPath, startedAt + roundMillis)))
  const seconds = (performance.now() - startedAt) / 1_000
  const after = await server.usage()
  await Promise.all(clients.map((client) => client.close()))
  const requests = sent.reduce((sum, one) => sum + one, 0)
  return { requestsPerSecond: requests / seconds, cpuMicros: (after.cpuMicros - before.cpuMicros) / requests }
}
