import { assert, layer } from "@effect/vitest"
import { PublicRecords } from "@public-records/core"
import { Effect, Layer } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { join } from "node:path"
import { bytesOf, complaintsTo, folder, reportOf, run, textOf } from "./exporting.ts"

const nested = "[".repeat(6000) + "]".repeat(6000)

/** Returns a complaint as JSON, because no JavaScript value prints as `1e999`. */
const complaintJson = (id: number, city: string): string =>
  `{"type":"dnc_complaint","id":"id-${id}","__proto__":{"id":"x"},"attributes":{"created-date":"2021-07-07 10:00:00",` +
  `"violation-date":"2021-07-06 10:00:00","consumer-city":${city}}}`

const cities = [
  '"Akron"',
  "1e999",
  '"NUL \\u0000"',
  nested,
  '"\\ud800"',
  nested,
  '"\\ud83d\\ude00"',
  "9007199254740993"
]
const list = Array.from({ length: 120 }, (_, id) => complaintJson(id, cities[id % cities.length] ?? ""))
const kept = list.length * (3 / cities.length)

/** Service whose list has more records that cannot be represented than valid ones. */
const poisonous = PublicRecords.layer({ apiKey: "DEMO_KEY", baseUrl: "https://records.invalid" }).pipe(
  Layer.provide(
    Layer.succeed(
      HttpClient.HttpClient,
      HttpClient.make((request, url) => {
        const offset = Number(url.searchParams.get("offset") ?? 0)
        const body = `{"data":[${list.slice(offset, offset + 10).join(",")}],"meta":{"record-total":${list.length}}}`
        return Effect.succeed(
          HttpClientResponse.fromWeb(request, new Response(body, { headers: { "content-type": "application/json" } }))
        )
      })
    )
  )
)

layer(poisonous, { excludeTestServices: true })("an export of records that cannot be kept exactly", (it) => {
  for (const format of ["ndjson", "csv", "parquet"] as const) {
    it.effect(
      `rejects them with their reasons, and writes an identical ${format} file wherever it was interrupted`,
      () =>
        Effect.gen(function* () {
          const path = yield* folder
          const whole = join(path, "whole")
          const report = reportOf(yield* run(yield* complaintsTo(whole, format)))
          assert.strictEqual(report?.written, kept)
          assert.strictEqual(report?.report.rejected, list.length - kept)
          for (const pages of [1, 7, 12]) {
            const file = join(path, `interrupted-${pages}`)
            const job = yield* complaintsTo(file, format, { manifest: true })
            yield* run(job, pages)
            const resumed = reportOf(yield* run(job))
            assert.deepStrictEqual(yield* bytesOf(file), yield* bytesOf(whole))
            assert.strictEqual(resumed?.report.rejected, list.length - kept)
            assert.strictEqual(JSON.parse(yield* textOf(job.target.manifest)).rejected, list.length - kept)
            assert.strictEqual(yield* textOf(`${file}.rejected.ndjson`), yield* textOf(`${whole}.rejected.ndjson`))
          }
          const reasons = (yield* textOf(`${whole}.rejected.ndjson`)).trimEnd().split("\n")
          for (const line of reasons) assert.match(JSON.parse(line).reason, /consumer-city/)
        })
    )
  }
})
