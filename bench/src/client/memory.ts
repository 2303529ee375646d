import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { Effect, Layer, Stream } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { report } from "./report.ts"
import { type Row, statement } from "./Row.ts"

const records = 1_000_000
const marks: ReadonlyArray<readonly [string, number]> = [
  ["10%", records / 10],
  ["50%", records / 2],
  ["100%", records]
]

const idLength = 32

/** An id that looks like the service's: hexadecimal, and no two in order. */
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

/** A service that makes each page when it is asked for, and holds none. */
const generated = Layer.succeed(
  HttpClient.HttpClient,
  HttpClient.make((request, url) => {
    const asked = (name: string): number => Number(url.searchParams.get(name))
    const text = pageText(asked("offset"), asked("items_per_page"))
    return Effect.succeed(HttpClientResponse.fromWeb(request, new Response(text)))
  })
)

const heldMegabytes = (): number => {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1e6
}

const measure = Effect.gen(function* () {
  const client = yield* PublicRecords
  const held: Array<number> = [heldMegabytes()]
  let walked = 0
  yield* Stream.runForEachArray(client.complaints.stream(everything), (some) =>
    Effect.sync(() => {
      const mark = marks[held.length - 1]
      walked += some.length
      if (mark !== undefined && walked >= mark[1]) held.push(heldMegabytes())
    })
  )
  if (walked !== records) throw new Error(`The walk found ${walked} records instead of ${records}.`)
  return held
})

const everything = new ComplaintQuery({ filter: { _tag: "None" }, order: "DESC", limit: 50, offset: 0 })

/** At most: a walk remembers 200,000 ids of 36 characters, however many it reads. */
const bytesForAnId = 64

const rowsOf = (held: ReadonlyArray<number>): ReadonlyArray<Row> => {
  const [before = 0, early = 0] = held
  const late = held.at(-1) ?? 0
  const bytes = ((late - early) * 1e6) / (records * 0.9)
  return [
    ...marks.map(([share], index) =>
      statement(`memory held at ${share} of 1,000,000 records`, (held[index + 1] ?? 0) - before, "MB")
    ),
    statement("growth from 10% to 100%, a record", bytes, "bytes", { atMost: bytesForAnId })
  ]
}

const options = { apiKey: "bench-key-0123456789", requestsPerHour: Number.POSITIVE_INFINITY }
report(
  await Effect.runPromise(
    Effect.map(measure, rowsOf).pipe(Effect.provide(PublicRecords.layer(options).pipe(Layer.provide(generated))))
  )
)
