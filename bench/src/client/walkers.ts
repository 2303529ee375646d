import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { Effect, Layer, Stream } from "effect"
import { FetchHttpClient, type HttpClient } from "effect/http"
import got from "got"
import ky from "ky"
import { Agent, request } from "undici"
import { benchKey, type WalkedService } from "./walkedService.ts"

/** Reads every complaint of the service, and says how many there were. */
export type Walker = (service: WalkedService) => Promise<number>

/** The client with everything on: a new one for each walk, because its budget of an hour holds five. */
const byClient =
  (http: Layer.Layer<HttpClient.HttpClient>): Walker =>
  ({ url }) =>
    Effect.gen(function* () {
      const client = yield* PublicRecords
      return yield* Stream.runCount(client.complaints.stream(newestFirst))
    }).pipe(
      Effect.provide(
        PublicRecords.layer({ apiKey: benchKey, baseUrl: url, allowHttp: true }).pipe(Layer.provide(http))
      ),
      Effect.runPromise
    )

const newestFirst = new ComplaintQuery({ filter: { _tag: "None" }, order: "DESC", limit: 50, offset: 0 })

export const byClientOverUndici = byClient(NodeHttpClient.layerUndici)
export const byClientOverFetch = byClient(FetchHttpClient.layer)

const headers = { "x-api-key": benchKey, accept: "application/json" }

const countOf = (json: unknown): number =>
  typeof json === "object" && json !== null && "data" in json && Array.isArray(json.data) ? json.data.length : 0

/** The loop that everybody writes first: pages until one is empty, no checks, no retries, no budget. */
const byLoop = async ({ url }: WalkedService, pageAt: (url: string) => Promise<unknown>): Promise<number> => {
  let offset = 0
  for (;;) {
    const received = countOf(
      await pageAt(`${url}/v0/dnc-complaints?sort_order=DESC&items_per_page=50&offset=${offset}`)
    )
    if (received === 0) return offset
    offset += received
  }
}

export const byUndici: Walker = async (service) => {
  const dispatcher = new Agent()
  const count = await byLoop(service, async (url) => {
    const { body } = await request(url, { dispatcher, headers })
    return JSON.parse(await body.text())
  })
  await dispatcher.close()
  return count
}

export const byKy: Walker = (service) => byLoop(service, (url) => ky(url, { headers }).json())

export const byGot: Walker = (service) => byLoop(service, (url) => got(url, { headers }).json())
