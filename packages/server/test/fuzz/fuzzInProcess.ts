import { Effect } from "effect"
import { makeCore, type ServerCore } from "../../src/ServerCore.ts"
import { FuzzReport } from "./FuzzReport.ts"
import { type AnswerSeen, judgeAnswer } from "./judgeAnswer.ts"
import { canaryKey, type OddRequest, oddRequest } from "./oddRequest.ts"

const options = { apiKeys: [canaryKey], rateLimit: "off" } as const

/** A server of each profile, asked below its `fetch`, which would mend URLs before they arrive. */
export interface FuzzedServers {
  readonly documented: ServerCore
  readonly live: ServerCore
}

/** Two servers on the bundled data. */
export const fuzzedServers: Effect.Effect<FuzzedServers, unknown> = Effect.all({
  documented: makeCore({ ...options, profile: "documented" }),
  live: makeCore({ ...options, profile: "live" })
})

const seen = ({ handle }: ServerCore, { headers, method, url }: OddRequest): AnswerSeen => {
  const lower = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
  const { body, headers: sent, status } = handle({ method, url, headers: lower, isSecure: true })
  const names = Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value])
  return { status, headers: Object.fromEntries(names), body }
}

/** The pages by which a server shows that it still answers as before. */
export const referencePages = ({ documented, live }: FuzzedServers): ReadonlyArray<string> =>
  [documented, live].flatMap((core) =>
    ["/v0/dnc-complaints?offset=7", "/v0/hsr-early-termination-notices?page[offset]=7"].map((url) => {
      const { body, status } = seen(core, { seed: 0, method: "GET", url, headers: [["X-Api-Key", canaryKey]] })
      return `${status} ${new TextDecoder().decode(body)}`
    })
  )

/** Asks the requests of these seeds, even ones of the documented profile, odd ones of the live one. */
export const fuzzInProcess = (
  servers: FuzzedServers,
  first: number,
  count: number,
  report = new FuzzReport()
): FuzzReport => {
  for (let seed = first; seed < first + count; seed++) {
    const request = oddRequest(seed)
    const startedAt = performance.now()
    const answer = seen(seed % 2 === 0 ? servers.documented : servers.live, request)
    report.add(request, answer.status, performance.now() - startedAt, judgeAnswer(request, answer))
  }
  return report
}
