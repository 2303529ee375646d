import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { Effect, Layer, Stream } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { type Measure, once } from "../Measure.ts"

const records = 1_000_000
const marks = [records / 10, records]
const idLength = 32

/** Returns an id that looks like the service's: hexadecimal, and no two in order. */
const idOf = (index: number): string =>
  (BigInt(index + 1) * 0x9e3779b97f4a7c15f39cc0605cedc835n).toString(16).slice(-idLength).padStart(idLength, "0")

const recordText = (index: number): string => {
  const id = idOf(index)
  return `{"type":"dnc_complaint","id":"${id}","attributes":{"company-phone-number":"${4_052_674_045 + index}","created-date":"2021-03-03 23:59:53","violation-date":"2021-03-02 08:11:00","consumer-city":"Oklahoma City","consumer-state":"Oklahoma","consumer-area-code":"405","subject":"Other","recorded-message-or-robocall":"Y"},"relationships":[],"meta":[],"links":{"self":"https://www.ftc.gov/v0/dnc-complaints/${id}"}}`
}

const pageText = (offset: number, limit: number): string => {
  const length = Math.max(0, Math.min(limit, records - offset))
  const data = Array.from({ length }, (_, index) => recordText(offset + index))
  return `{"data":[${data.join(",")}],"meta":{"records-this-page":${length},"records-total":${records}}}`
}

/** A service that makes each page when it is requested. */
const generatedPages = Layer.succeed(
  HttpClient.HttpClient,
  HttpClient.make((request, url) => {
    const parameter = (name: string): number => Number(url.searchParams.get(name))
    const text = pageText(parameter("offset"), parameter("items_per_page"))
    return Effect.succeed(HttpClientResponse.fromWeb(request, new Response(text)))
  })
)

const heldBytes = (): number => {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Walks all records. Returns the memory held before, after a tenth, and at the end. */
const walk = once(() =>
  Effect.gen(function* () {
    const { complaints } = yield* PublicRecords
    const held = [heldBytes()]
    let walked = 0
    yield* Stream.runForEachArray(complaints.stream(ComplaintQuery.default), (page) =>
      Effect.sync(() => {
        walked += page.length
        if (walked >= (marks[held.length - 1] ?? Infinity)) held.push(heldBytes())
      })
    )
    if (walked !== records) throw new Error(`The walk read ${walked} records, not ${records}.`)
    const [before = 0, early = 0, late = 0] = held
    return { before, early, late }
  }).pipe(
    Effect.provide(PublicRecords.layer({ apiKey: "bench-key-0123456789", requestsPerHour: Number.POSITIVE_INFINITY })),
    Effect.provide(generatedPages),
    Effect.runPromise
  )
)

export const measures: ReadonlyArray<Measure> = [
  {
    name: "memory held after 1,000,000 records",
    unit: "MB",
    run: async () => {
      const { before, late } = await walk()
      return { value: (late - before) / 1e6 }
    }
  },
  {
    name: "growth from 10% to 100%, a record",
    unit: "bytes",
    // A walk remembers 200,000 ids, however many records it reads.
    goal: 64,
    run: async () => {
      const { early, late } = await walk()
      return { value: (late - early) / (records * 0.9) }
    }
  }
]
