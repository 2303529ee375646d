import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { Effect, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { type Measure, measureOf } from "../Measure.ts"
import { benchKey, collectGarbage, startServer } from "../server/ServerProcess.ts"

const records = 1_000_000
const marks = [records / 10, records]
const { url } = await startServer("referenceServer", String(records))

const heldBytes = async (): Promise<number> => {
  await collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Walks all records. Returns the memory held before, after a tenth, and at the end. */
const walk = Effect.gen(function* () {
  const { complaints } = yield* PublicRecords
  const held = [yield* Effect.promise(heldBytes)]
  let walked = 0
  yield* Stream.runForEachArray(complaints.stream(ComplaintQuery.default), (page) =>
    Effect.promise(async () => {
      walked += page.length
      if (walked >= (marks[held.length - 1] ?? Infinity)) held.push(await heldBytes())
    })
  )
  if (walked !== records) throw new Error(`The walk read ${walked} records, not ${records}.`)
  return held
}).pipe(
  Effect.provide(
    PublicRecords.layer({ apiKey: benchKey, baseUrl: url, allowHttp: true, requestsPerHour: Number.POSITIVE_INFINITY })
  ),
  Effect.provide(FetchHttpClient.layer)
)

const [before = 0, early = 0, late = 0] = await Effect.runPromise(walk)

export const measures: ReadonlyArray<Measure> = [
  measureOf("memory held after 1,000,000 records", "MB", () => (late - before) / 1e6),
  // A walk remembers 200,000 ids, however many records it reads.
  measureOf("growth from 10% to 100%, a record", "bytes", () => (late - early) / (records * 0.9), 64)
]
