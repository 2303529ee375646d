import { mkdir, rename, rm, writeFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { addNewestRecord } from "../src/dataset/addNewestRecord.ts"
import type { DataSet } from "../src/dataset/DataSet.ts"
import { ReferenceServer } from "../src/index.ts"
import { ComplaintStore } from "../src/store/ComplaintStore.ts"
import { NoticeStore } from "../src/store/NoticeStore.ts"
import { sendRequest, at, attribute } from "./requests.ts"
import { dailyFile } from "./dailyFile.ts"
import { temporaryFiles } from "./temporaryFiles.ts"

// Several hundred kilobytes, so that a load takes several chunks, with requests in between.
const cities = { Alpha: 4_000, Beta: 3_000 }

/** Requests pages until it is interrupted and counts the distinct results, such as "200: Alpha, of 4000". */
const requestPages = (seen: Map<string, number>) =>
  Effect.gen(function* () {
    const offset = Array.from(seen.values()).reduce((sum, count) => sum + count, 0) % 2_900
    const response = yield* sendRequest(`/v0/dnc-complaints?items_per_page=20&offset=${offset}`)
    const names = Array.from(new Set(attribute(response, "consumer-city"))).join()
    const result = `${response.status}: ${names}, of ${String(at(response.json, "meta", "records-total"))}`
    seen.set(result, (seen.get(result) ?? 0) + 1)
  }).pipe(Effect.forever)

const replace = (path: string, city: keyof typeof cities) =>
  Effect.promise(async () => {
    await writeFile(`${path}.new`, dailyFile(city, cities[city]))
    await rename(`${path}.new`, path)
  })

const onSocket = (path: string) =>
  Effect.provide(ReferenceServer.layerSocket({ port: 0, tls: "off", allowHttp: true, rateLimit: "off", data: [path] }))

const waitUntil = (isTrue: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (isTrue() ? Effect.void : Effect.flatMap(Effect.promise(nextTurn), () => waitUntil(isTrue))))

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const countOf = (seen: ReadonlyMap<string, number>): number =>
  Array.from(seen.values()).reduce((sum, count) => sum + count, 0)

describe("a reload", () => {
  it.live("replaces the data under load without a failed request or a response from both data sets", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFiles({ "day.csv": dailyFile("Alpha", cities.Alpha) })
      yield* Effect.gen(function* () {
        const server = yield* ReferenceServer
        const seen = new Map<string, number>()
        const clients = yield* Effect.forEach([1, 2, 3, 4], () => Effect.forkChild(requestPages(seen)))
        let responsesMeanwhile = 0
        for (const city of ["Beta", "Alpha", "Beta", "Alpha", "Beta"] as const) {
          yield* replace(path("day.csv"), city)
          const before = countOf(seen)
          yield* server.reload
          responsesMeanwhile += countOf(seen) - before
          assert.strictEqual(server.dataSet.complaints, cities[city])
          yield* waitUntil(
            () => countOf(seen) > before + 8 || clients.some((client) => client.pollUnsafe() !== undefined)
          )
        }
        assert.isAbove(responsesMeanwhile, 0)
        assert.isTrue(clients.every((client) => client.pollUnsafe() === undefined))
        yield* Fiber.interruptAll(clients)
        assert.sameMembers(Array.from(seen.keys()), ["200: Alpha, of 4000", "200: Beta, of 3000"])
      }).pipe(onSocket(path("day.csv")))
    }).pipe(Effect.scoped)
  )

  it.live("fails with the reason and still serves the previous data if a file cannot be read", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFiles({ "day.csv": dailyFile("Alpha", cities.Alpha) })
      yield* Effect.gen(function* () {
        const server = yield* ReferenceServer
        const file = path("day.csv")
        const before = yield* sendRequest("/v0/dnc-complaints")
        const states: ReadonlyArray<readonly [change: () => Promise<unknown>, reason: string]> = [
          [
            () => writeFile(file, `${dailyFile("Beta", 3_000)}1,2,3\r\n`),
            "line 3002: the row has 3 columns instead of 8."
          ],
          [() => rm(file), "the file does not exist."],
          [() => mkdir(file), "it is a folder; name the files in it."]
        ]
        for (const [change, reason] of states) {
          yield* Effect.promise(change)
          const { message } = yield* Effect.flip(server.reload)
          assert.include(message, file)
          assert.isTrue(message.endsWith(reason), message)
          const after = yield* sendRequest("/v0/dnc-complaints")
          assert.strictEqual(after.text, before.text)
          assert.strictEqual(after.headers.get("etag"), before.headers.get("etag"))
        }
      }).pipe(onSocket(path("day.csv")))
    }).pipe(Effect.scoped)
  )

  it.effect("opens the records again and updates /health and the ETag", () => {
    const summary = { source: "", isSample: false, complaints: 0, notices: 0, skipped: 0 }
    let current: DataSet = { summary, complaints: new ComplaintStore([]), notices: new NoticeStore([]) }
    const openRecords = Effect.sync(() => ({
      source: `data with ${current.summary.complaints}`,
      complaints: current.complaints,
      notices: Array.from(current.notices)
    }))
    return Effect.gen(function* () {
      const server = yield* ReferenceServer
      const tags = new Set<string | null>()
      const state = Effect.gen(function* () {
        tags.add((yield* sendRequest("/v0/dnc-complaints")).headers.get("etag"))
        return [at((yield* sendRequest("/health")).json, "complaints"), server.dataSet.source]
      })
      assert.deepStrictEqual(yield* state, [0, "data with 0"])
      for (const records of [1, 2]) {
        current = yield* addNewestRecord(current, "complaints")
        yield* server.reload
        assert.deepStrictEqual(yield* state, [records, `data with ${records}`])
        assert.strictEqual(tags.size, records + 1)
      }
    }).pipe(Effect.provide(ReferenceServer.layerInProcess({ openRecords })))
  })

  it.live("ends with the newest data if several reloads run at the same time", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFiles({ "day.csv": dailyFile("Alpha", 10_000), "next.csv": dailyFile("Beta", 10) })
      const file = path("day.csv")
      let chunks = 0
      const options = { data: [file], onLoadProgress: () => (chunks += 1) }
      yield* Effect.gen(function* () {
        const server = yield* ReferenceServer
        const atStart = chunks
        const first = yield* Effect.forkChild(server.reload)
        yield* waitUntil(() => chunks > atStart)
        // The second reload has much less to read than is left of the first one.
        yield* Effect.promise(() => rename(path("next.csv"), file))
        yield* server.reload
        yield* Fiber.join(first)
        assert.strictEqual(server.dataSet.complaints, 10)
      }).pipe(Effect.provide(ReferenceServer.layerInProcess(options)))
    }).pipe(Effect.scoped)
  )
})
