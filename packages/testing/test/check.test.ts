import { assert, describe, it } from "@effect/vitest"
import { type ProfileName, ReferenceServer, type ReferenceServerOptions } from "@public-records/server"
import { Effect, Layer, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { canaryKey, tracesOfCanary } from "../src/Canary.ts"
import { type CheckOptions, checkService, mostRequests, plannedRequests } from "../src/check/checkService.ts"
import { type CheckReport } from "../src/check/CheckReport.ts"

type Fetch = typeof globalThis.fetch

/** Checks the reference server with its sample, as it is or as a liar passes its answers on. */
const checkOf = (
  options: ReferenceServerOptions,
  lie: (honest: Fetch) => Fetch = (honest) => honest,
  asked: Partial<CheckOptions> = {}
) =>
  ReferenceServer.use(({ fetch, url }) =>
    checkService({ baseUrl: url, apiKey: Redacted.make(canaryKey), ...asked }).pipe(
      Effect.provide(FetchHttpClient.layer),
      Effect.provideService(FetchHttpClient.Fetch, lie(fetch))
    )
  ).pipe(Effect.provide(ReferenceServer.layerInProcess({ apiKeys: [canaryKey], ...options })))

const only = ({ statements }: CheckReport, verdict: string) =>
  statements.filter((statement) => statement.verdict === verdict).map(({ family, name }) => `${family}: ${name}`)

describe("checkService against the reference server", () => {
  it.effect("says that all conforms in the profile documented", () =>
    Effect.gen(function* () {
      const report = yield* checkOf({})
      assert.deepStrictEqual([report.breaks, report.differs, report.notShown], [0, 0, 0], JSON.stringify(report.statements.filter(s => s.verdict !== "conforms"), null, 1))
    })
  )
  it.effect("live", () =>
    Effect.gen(function* () {
      const report = yield* checkOf({ profile: "live" })
      assert.deepStrictEqual([report.breaks, report.differs, report.notShown], [0, 0, 0], JSON.stringify(report.statements.filter(s => s.verdict !== "conforms"), null, 1))
    })
  )
})
