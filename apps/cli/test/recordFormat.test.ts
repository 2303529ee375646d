import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { complaintLayout } from "@public-records/export/complaintLayout"
import { ReferenceServer } from "@public-records/server"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { recordFormat } from "../src/output/recordFormat.ts"
import { hostileComplaint } from "./samples.ts"

const format = recordFormat({
  layout: complaintLayout,
  collection: ({ complaints }) => complaints
})

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

const records = PublicRecords.layer({
  apiKey: "DEMO_KEY",
  baseUrl: "https://reference-server.invalid",
  requestsPerHour: 100_000
}).pipe(
  Layer.provide(ReferenceServer.httpClient),
  Layer.provide(ReferenceServer.layerInProcess({ rateLimit: "off", synthetic: 120 }))
)

describe("records copied or exported from the terminal UI", () => {
  it("are safe for terminals and spreadsheets", () => {
    const line = format.csv.line(hostileComplaint)
    assert.match(line, /'=cmd/)
    for (const text of [line.slice(0, -2), format.ndjson(hostileComplaint).slice(0, -1)]) {
      assert.notMatch(text, /[\p{Cc}\p{Cf}]/u)
    }
    assert.notMatch(format.json(hostileComplaint).replaceAll("\n", ""), /[\p{Cc}\p{Cf}]/u)
  })

  it.effect("are all written, with progress and a final message", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "all.csv")
      const steps = yield* Stream.runCollect(
        format.exportAll(ComplaintQuery.default, { path, format: "csv", source: "the reference server" })
      )
      const [first] = steps
      assert.strictEqual(first?.written, 50)
      assert.match(steps.at(-1)?.done ?? "", /^Wrote all 120 complaints to .*all\.csv/)
      const text = yield* Effect.promise(() => readFile(path, "utf8"))
      assert.lengthOf(text.trimEnd().split("\r\n"), 121)
    }).pipe(Effect.provide(records), Effect.scoped)
  )
})
