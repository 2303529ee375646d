import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { Effect, Stream } from "effect"
import got from "got"
import ky from "ky"
import { request } from "undici"
import { compare, type Figure } from "../Comparison.ts"
import { benchKey, startReferenceServer } from "../processes.ts"

const records = 10_000
const url = await startReferenceServer("--synthetic", String(records), "--api-key", benchKey)
const headers = { "x-api-key": benchKey, accept: "application/json" }

/** Reads all records with every feature of the client. A new client each time, because the hourly budget is enough for five walks. */
const readAll = PublicRecords.pipe(
  Effect.flatMap(({ complaints }) => Stream.runCount(complaints.stream(ComplaintQuery.default))),
  Effect.provide(PublicRecords.layer({ apiKey: benchKey, baseUrl: url, allowHttp: true })),
  Effect.provide(NodeHttpClient.layerUndici)
)

/** Reads pages until one is empty, without checks, retries or a budget, as a simple script does. */
const readAllWith = async (get: (page: string) => Promise<{ readonly data: ReadonlyArray<unknown> }>) => {
  let offset = 0
  for (;;) {
    const { data } = await get(`${url}/v0/dnc-complaints?sort_order=DESC&items_per_page=50&offset=${offset}`)
    if (data.length === 0) return offset
    offset += data.length
  }
}

/** Throws unless all records were read. */
const complete = (read: () => Promise<number>) => async () => {
  const count = await read()
  if (count !== records) throw new Error(`${count} records were read, not ${records}.`)
}

export const figures: ReadonlyArray<Figure> = await compare(
  `read ${records} complaints`,
  complete(() => Effect.runPromise(readAll)),
  {
    undici: complete(() =>
      readAllWith(async (page) => JSON.parse(await (await request(page, { headers })).body.text()))
    ),
    ky: complete(() => readAllWith((page) => ky(page, { headers }).json())),
    got: complete(() => readAllWith((page) => got(page, { headers }).json()))
  },
  { undici: 1.54, ky: 1, got: 1 },
  { iterations: 12, warmupIterations: 4 }
)
