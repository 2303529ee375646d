import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { Effect, Stream } from "effect"
import got from "got"
import ky from "ky"
import { Agent, request } from "undici"
import { type Measure, interleave, timed } from "../Measure.ts"
import { benchKey, startServer } from "../server/ServerProcess.ts"

const records = 10_000
const headers = { "x-api-key": benchKey, accept: "application/json" }
const { url } = await startServer("referenceServer", String(records))

/**
 * Walks with every feature enabled. Each walk has a separate client, because the hourly budget is enough for five walks.
 */
const walkWithClient = (): Promise<number> =>
  Effect.gen(function* () {
    const { complaints } = yield* PublicRecords
    return yield* Stream.runCount(complaints.stream(ComplaintQuery.default))
  }).pipe(
    Effect.provide(PublicRecords.layer({ apiKey: benchKey, baseUrl: url, allowHttp: true })),
    Effect.provide(NodeHttpClient.layerUndici),
    Effect.runPromise
  )

/** Reads pages until one is empty, without checks, retries or a budget, as a simple script does. */
const walkWith = async (get: (page: string) => Promise<{ readonly data: ReadonlyArray<unknown> }>) => {
  let offset = 0
  for (;;) {
    const { data } = await get(`${url}/v0/dnc-complaints?sort_order=DESC&items_per_page=50&offset=${offset}`)
    if (data.length === 0) return offset
    offset += data.length
  }
}

const walkWithUndici = async (): Promise<number> => {
  const dispatcher = new Agent()
  const count = await walkWith(async (page) => {
    const { body } = await request(page, { dispatcher, headers })
    return JSON.parse(await body.text())
  })
  await dispatcher.close()
  return count
}

const timedWalk = (walk: () => Promise<number>) =>
  timed(async () => {
    const count = await walk()
    if (count !== records) throw new Error(`A walk read ${count} records, not ${records}.`)
  })

/** Compares the client with a simple loop. */
const beside = (peer: string, goal: number, walk: () => Promise<number>): Measure => ({
  name: `walk 10,000 records / ${peer}`,
  unit: "×",
  goal,
  run: () => interleave(timedWalk(walkWithClient), timedWalk(walk), { rounds: 15, warmUp: 20 })
})

export const measures: ReadonlyArray<Measure> = [
  beside("bare undici", 1.54, walkWithUndici),
  beside("bare ky", 1, () => walkWith((page) => ky(page, { headers }).json())),
  beside("bare got", 1, () => walkWith((page) => got(page, { headers }).json()))
]
