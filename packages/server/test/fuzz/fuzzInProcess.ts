import { Effect } from "effect"
import { makeCore, type ServerCore } from "../../src/ServerCore.ts"
import type { FuzzReport } from "./FuzzReport.ts"
import { checkResponse, type ObservedResponse } from "./checkResponse.ts"
import { canaryKey, type OddRequest, oddRequest } from "./oddRequest.ts"

const options = { apiKeys: [canaryKey], rateLimit: "off" } as const

/** A server of each profile. Requests bypass its `fetch`, which would normalize their URLs. */
export interface FuzzedServers {
  readonly documented: ServerCore
  readonly live: ServerCore
}

/** Creates two servers with the bundled sample. */
export const fuzzedServers: Effect.Effect<FuzzedServers, unknown> = Effect.all({
  documented: makeCore({ ...options, profile: "documented" }),
  live: makeCore({ ...options, profile: "live" })
})

const send = async ({ handle }: ServerCore, { headers, method, url }: OddRequest): Promise<ObservedResponse> => {
  const lower = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
  const { body, headers: sent, status } = await handle({ method, url, headers: lower, isSecure: true })
  const names = Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value])
  return { status, headers: Object.fromEntries(names), body }
}

/** Returns pages to compare before and after a fuzz run, to check that the servers still respond as before. */
export const referencePages = ({ documented, live }: FuzzedServers): Promise<ReadonlyArray<string>> =>
  Promise.all(
    [documented, live].flatMap((core) =>
      ["/v0/dnc-complaints?offset=7", "/v0/hsr-early-termination-notices?page[offset]=7"].map(async (url) => {
        const { body, status } = await send(core, { seed: 0, method: "GET", url, headers: [["X-Api-Key", canaryKey]] })
        return `${status} ${new TextDecoder().decode(body)}`
      })
    )
  )

/** Sends the requests of these seeds, even seeds to the profile `documented` and odd seeds to `live`. */
export const fuzzInProcess = async (
  servers: FuzzedServers,
  first: number,
  count: number,
  report: FuzzReport
): Promise<void> => {
  for (let seed = first; seed < first + count; seed++) {
    const request = oddRequest(seed)
    const startedAt = performance.now()
    const response = await send(seed % 2 === 0 ? servers.documented : servers.live, request)
    report.add(request, response.status, performance.now() - startedAt, checkResponse(request, response))
  }
}
