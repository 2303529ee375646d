import { Effect, Option } from "effect"
import { Headers, HttpBody, HttpClientRequest, HttpServerRequest, UrlParams } from "effect/http"
import { handleRequest } from "../../src/handleRequest.ts"
import { makeServerState } from "../../src/ServerState.ts"
import type { FuzzReport } from "./FuzzReport.ts"
import { checkResponse, type ObservedResponse } from "./checkResponse.ts"
import { canaryKey, type OddRequest, oddRequest } from "./oddRequest.ts"

const options = { apiKeys: [canaryKey], rateLimit: "off" } as const

/** Sends a request to a server. It bypasses the server's clients, which would normalize its URL. */
type Send = (request: OddRequest) => Promise<ObservedResponse>

/** A server of each profile. */
export interface FuzzedServers {
  readonly documented: Send
  readonly live: Send
}

const fuzzed = Effect.fnUntraced(function* (profile: "documented" | "live") {
  const handle = handleRequest(yield* makeServerState({ ...options, profile }), {
    isSecure: () => true,
    ended: Effect.never
  })
  return async ({ headers, method, url }: OddRequest): Promise<ObservedResponse> => {
    const sent = HttpClientRequest.makeWith(
      method,
      "https://reference-server.invalid",
      UrlParams.empty,
      Option.none(),
      Headers.fromInput(headers),
      HttpBody.empty
    )
    const request = HttpServerRequest.fromClientRequest(sent).modify({ url })
    const response = await Effect.runPromise(
      Effect.provideService(handle, HttpServerRequest.HttpServerRequest, request)
    )
    const { body } = response
    return { ...response, body: body._tag === "Uint8Array" ? body.body : new Uint8Array(0) }
  }
})

/** Creates two servers with the bundled sample. */
export const fuzzedServers: Effect.Effect<FuzzedServers, unknown> = Effect.all({
  documented: fuzzed("documented"),
  live: fuzzed("live")
})

/** Returns pages to compare before and after a fuzz run, to check that the servers still respond as before. */
export const referencePages = ({ documented, live }: FuzzedServers): Promise<ReadonlyArray<string>> =>
  Promise.all(
    [documented, live].flatMap((send) =>
      ["/v0/dnc-complaints?offset=7", "/v0/hsr-early-termination-notices?page[offset]=7"].map(async (url) => {
        const { body, status } = await send({ seed: 0, method: "GET", url, headers: [["X-Api-Key", canaryKey]] })
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
    const send = seed % 2 === 0 ? servers.documented : servers.live
    const response = await send(request)
    report.add(request, response.status, performance.now() - startedAt, checkResponse(request, response))
  }
}
