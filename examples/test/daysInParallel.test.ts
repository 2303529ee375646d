import { assert, it } from "@effect/vitest"
import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { ReferenceServer } from "@public-records/server"
import { Effect, Layer, Stream } from "effect"
import { daysInParallel } from "../days-in-parallel/daysInParallel.ts"

const generated = PublicRecords.layer({ apiKey: "DEMO_KEY", baseUrl: "https://reference-server.invalid" }).pipe(
  Layer.provide(ReferenceServer.httpClient),
  Layer.provide(ReferenceServer.layerInProcess({ rateLimit: "off", synthetic: 3000 }))
)

it.live("days in parallel return the same records as one walk of their range", () =>
  Effect.gen(function* () {
    const { complaints } = yield* PublicRecords
    const [newest] = (yield* complaints.page(ComplaintQuery.default.withLimit(1))).records
    const last = (newest?.createdDate ?? "").slice(0, 10)
    const createdFrom = new Date(Date.parse(last) - 3 * 86_400_000).toISOString().slice(0, 10)
    for (const [from, isSplit] of [
      [createdFrom, true],
      [last, false]
    ] as const) {
      const query = yield* ComplaintQuery.fromInput({ createdFrom: from, createdTo: last })
      assert.strictEqual(query.byDay()._tag === "Some", isSplit)
      const plain = yield* Stream.runCollect(complaints.stream(query))
      const parallel = yield* Stream.runCollect(daysInParallel(query, 4))
      assert.isAbove(plain.length, 0)
      assert.deepStrictEqual(parallel.map(({ id }) => id).toSorted(), plain.map(({ id }) => id).toSorted())
    }
  }).pipe(Effect.provide(generated))
)
