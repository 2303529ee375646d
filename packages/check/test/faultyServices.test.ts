import { describe, expect, it } from "@effect/vitest"
import { ReferenceServer } from "@public-records/server"
import { Effect, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { type CheckReport } from "../src/CheckReport.ts"
import { checkService } from "../src/checkService.ts"
import { faultyServices, withFault } from "./faultyServices.ts"

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

const checkAll = Effect.gen(function* () {
  const { fetch, url } = yield* ReferenceServer
  return yield* Effect.forEach(faultyServices, (service) =>
    checkService({ baseUrl: url, apiKey: Redacted.make(apiKey), requestsPerHour: Infinity }).pipe(
      Effect.provideService(FetchHttpClient.Fetch, withFault(service, apiKey)(fetch)),
      Effect.map((report) => [service[0], ...findingsIn(report), ""].join("\n"))
    )
  )
}).pipe(Effect.provide([FetchHttpClient.layer, ReferenceServer.layerInProcess({ apiKeys: [apiKey], rateLimit })]))

describe("the check of a faulty service", () => {
  it("finds its fault, and nothing else", async () => {
    await expect((await Effect.runPromise(checkAll)).join("\n")).toMatchFileSnapshot("faultyServices.txt")
  })
})
