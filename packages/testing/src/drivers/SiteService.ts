import { ReferenceServer } from "@public-records/server"
import { Context, Effect, Layer, type Scope } from "effect"
import { HttpClient } from "effect/http"
import type { SiteScenario } from "../SiteScenario.ts"
import { defaultSetup } from "../Scenario.ts"
import { dataFiles } from "./SampleService.ts"

/** Returns a request for the site as scenarios name it: `200 index`, `304 2026-11-20_0`. */
export const siteRequest = (status: number, path: string): string =>
  `${status} ${path.replace(/^\/policy-notices\/.*/, "index").replace(/^\/s\w+\/.*_(\d{4}-\d\d-\d\d.*)\.csv$/, "$1")}`

/** The site of a scenario, in this process. */
export interface SiteService {
  readonly url: string
  readonly client: HttpClient.HttpClient
  readonly server: ReferenceServer["Service"]
  /** Returns the requests for daily files and their index since it was last called. */
  readonly requests: () => ReadonlyArray<string>
}

/** Starts the site of a scenario. Its time is that of Effect's clock. */
export const startSiteService = Effect.fnUntraced(function* ({
  site
}: SiteScenario): Effect.fn.Return<SiteService, unknown, Scope.Scope> {
  const requests: Array<string> = []
  const services = yield* Layer.build(
    ReferenceServer.layerInProcess({
      data: dataFiles(defaultSetup),
      site,
      log: ({ status, url }) => void (/^\/(?:policy|sites|system)/.test(url) && requests.push(siteRequest(status, url)))
    })
  )
  const http = yield* Layer.build(Layer.provide(ReferenceServer.httpClient, Layer.succeedContext(services)))
  const server = Context.get(services, ReferenceServer)
  return {
    url: server.url,
    client: Context.get(http, HttpClient.HttpClient),
    server,
    requests: () => requests.splice(0)
  }
})
