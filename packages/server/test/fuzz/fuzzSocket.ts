import { startReferenceServer } from "../../src/startReferenceServer.ts"
import type { FuzzReport } from "./FuzzReport.ts"
import { judgeAnswer } from "./judgeAnswer.ts"
import { canaryKey, oddRequest } from "./oddRequest.ts"
import { RawClient } from "./RawClient.ts"

/** A server on a socket, and how it is asked. */
export interface FuzzedSocket {
  /** Asks the requests of these seeds over several connections at once, and adds what came to a report. */
  readonly fuzz: (first: number, count: number, report: FuzzReport) => Promise<void>
  /** The pages by which the server shows that it still answers as before. */
  readonly referencePages: () => Promise<ReadonlyArray<string>>
  readonly close: () => Promise<void>
}

const connections = 8

/** Starts a server on a socket that odd requests are sent to as they are, without any HTTP client in between. */
export const fuzzedSocket = async (): Promise<FuzzedSocket> => {
  const server = await startReferenceServer({ apiKeys: [canaryKey], rateLimit: "off" })
  const port = Number(new URL(server.url).port)
  const clients = Array.from({ length: connections }, () => new RawClient(port))

  const askOne = async (client: RawClient, seed: number, report: FuzzReport) => {
    const request = oddRequest(seed)
    const startedAt = performance.now()
    const answer = await client.ask(request)
    const milliseconds = performance.now() - startedAt
    if (typeof answer === "string") report.add(request, 0, milliseconds, [`no answer: ${answer}`])
    else report.add(request, answer.status, milliseconds, judgeAnswer(request, answer))
  }

  return {
    fuzz: async (first, count, report) => {
      let next = first
      const worker = async (client: RawClient) => {
        while (next < first + count) await askOne(client, next++, report)
      }
      await Promise.all(clients.map(worker))
    },
    referencePages: () =>
      Promise.all(
        ["/v0/dnc-complaints?offset=7", "/v0/hsr-early-termination-notices?page[offset]=7"].map(async (path) => {
          const answer = await server.fetch(server.url + path, { headers: { "X-Api-Key": canaryKey } })
          return `${answer.status} ${await answer.text()}`
        })
      ),
    close: async () => {
      for (const client of clients) client.close()
      await server.close()
    }
  }
}
