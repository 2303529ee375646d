import { startReferenceServer } from "../../src/startReferenceServer.ts"
import type { FuzzReport } from "./FuzzReport.ts"
import { checkResponse } from "./checkResponse.ts"
import { canaryKey, oddRequest } from "./oddRequest.ts"
import { RawClient } from "./RawClient.ts"

/** A server on a socket, and functions that send requests to it. */
export interface FuzzedSocket {
  /** Sends the requests of these seeds over several connections concurrently and adds the results to a report. */
  readonly fuzz: (first: number, count: number, report: FuzzReport) => Promise<void>
  /** Returns pages to compare before and after a fuzz run, to check that the server still responds as before. */
  readonly referencePages: () => Promise<ReadonlyArray<string>>
  readonly close: () => Promise<void>
}

const connections = 8

/** Starts a server on a socket. Requests bypass HTTP clients, which would normalize or reject them. */
export const fuzzedSocket = async (): Promise<FuzzedSocket> => {
  const server = await startReferenceServer({ apiKeys: [canaryKey], rateLimit: "off" })
  const port = Number(new URL(server.url).port)
  const clients = Array.from({ length: connections }, () => new RawClient(port))

  const sendOne = async (client: RawClient, seed: number, report: FuzzReport) => {
    const request = oddRequest(seed)
    const startedAt = performance.now()
    const response = await client.send(request)
    const milliseconds = performance.now() - startedAt
    if (typeof response === "string") report.add(request, 0, milliseconds, [`no response: ${response}`])
    else report.add(request, response.status, milliseconds, checkResponse(request, response))
  }

  return {
    fuzz: async (first, count, report) => {
      let next = first
      const worker = async (client: RawClient) => {
        while (next < first + count) await sendOne(client, next++, report)
      }
      await Promise.all(clients.map(worker))
    },
    referencePages: () =>
      Promise.all(
        ["/v0/dnc-complaints?offset=7", "/v0/hsr-early-termination-notices?page[offset]=7"].map(async (path) => {
          const response = await server.fetch(server.url + path, { headers: { "X-Api-Key": canaryKey } })
          return `${response.status} ${await response.text()}`
        })
      ),
    close: async () => {
      for (const client of clients) client.close()
      await server.close()
    }
  }
}
