import { describe, expect, it } from "@effect/vitest"
import { ReferenceServer } from "@public-records/server"
import { Effect, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { type CheckReport } from "../src/CheckReport.ts"
import { checkService } from "../src/checkService.ts"
import { faultyServices, type Fetch, withFault } from "./faultyServices.ts"

// Enough for all of these checks.
const rateLimit = { limit: 100_000, window: "1 hour" } as const
const apiKey = "known-key-0000000000000000000000000000000"

/** Returns one line for each statement that does not conform. */
const findingsIn = ({ statements }: CheckReport): ReadonlyArray<string> =>
  statements.flatMap((one) => {
    switch (one.verdict) {
      case "conforms":
        return []
      case "differs":
        return `  ≠ ${one.name}: ${one.statement}, ${one.observed}`
      case "breaks":
        return `  ✗ ${one.name}: ${one.expected}; ${one.actual}`
      case "notShown":
        return `  · ${one.name}: ${one.reason}`
    }
  })

/** Asks a service once for each request. What a fault changes comes on top, and nearly all checks send the same requests. */
const remembering = (fetch: Fetch): Fetch => {
  const known = new Map<string, Promise<readonly [status: number, headers: Headers, body: string]>>()
  const ask = async (request: Request) => {
    const response = await fetch(request)
    return [response.status, response.headers, await response.text()] as const
  }
  return async (input, init) => {
    const request = new Request(input, init)
    const name = `${request.method} ${request.url} ${request.headers.get("x-api-key")}`
    const asked = known.get(name) ?? ask(request)
    known.set(name, asked)
    const [status, headers, body] = await asked
    return new Response(body === "" ? null : body, { status, headers })
  }
}

const checkAll = Effect.gen(function* () {
  const { fetch, url } = yield* ReferenceServer
  const correct = remembering(fetch)
  return yield* Effect.forEach(faultyServices, (service) =>
    checkService({ baseUrl: url, apiKey: Redacted.make(apiKey), requestsPerHour: Infinity }).pipe(
      Effect.provideService(FetchHttpClient.Fetch, withFault(service, apiKey)(correct)),
      Effect.map((report) => [service[0], ...findingsIn(report), ""].join("\n"))
    )
  )
}).pipe(Effect.provide([FetchHttpClient.layer, ReferenceServer.layerInProcess({ apiKeys: [apiKey], rateLimit })]))

describe("the check of a faulty service", () => {
  it("finds its fault, and nothing else", async () => {
    await expect((await Effect.runPromise(checkAll)).join("\n")).toMatchFileSnapshot("faultyServices.txt")
  })
})
