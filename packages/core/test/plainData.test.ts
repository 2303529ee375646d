import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { ComplaintQuery, type WalkReport } from "../src/index.ts"
import { createClient } from "../src/promise.ts"
import { fakeFetch, listOf } from "./FakeFetch.ts"
import { pageOfIds } from "./FakeService.ts"
import { withClient } from "./withClient.ts"

const assertPlain = (value: unknown): void => {
  assert.deepStrictEqual(structuredClone(value), value)
  assert.deepStrictEqual(JSON.parse(JSON.stringify(value)), value)
}

describe("pages and reports", () => {
  it.effect("are plain objects with Effect", () =>
    Effect.gen(function* () {
      const reports: Array<WalkReport> = []
      const { result } = yield* withClient(
        (_, n) => pageOfIds(n === 0 ? ["a", "b"] : [], n === 2 ? undefined : { "records-total": 2 }),
        ({ complaints }) =>
          Effect.gen(function* () {
            const page = yield* complaints.page(ComplaintQuery.default)
            const onReport = (report: WalkReport) => Effect.sync(() => void reports.push(report))
            yield* Stream.runDrain(complaints.stream({ ...ComplaintQuery.default, offset: 2 }, { onReport }))
            return page
          })
      )
      const page = result._tag === "Success" ? result.success : undefined
      assert.deepInclude(page, { offset: 0, received: 2, nextOffset: 2, total: 2 })
      assert.deepInclude(reports[0], { records: 0, claimedTotal: 2, agrees: true })
      const members = ["nextOffset", "offset", "received", "records", "rejected", "total"]
      assert.deepStrictEqual(Object.keys(page ?? {}).toSorted(), members)
      for (const value of [page, ...reports]) assertPlain(value)
    })
  )

  it("are plain objects with promises", async () => {
    const { fetch } = fakeFetch(listOf(3))
    await using client = createClient({ apiKey: "canary-key-0123456789", fetch })
    const page = await client.complaints.page({ state: "Ohio" })
    const stream = client.complaints.stream({ state: "Ohio" })
    for await (const complaint of stream) assertPlain(complaint)
    const report = await stream.report
    assert.deepInclude(report, { records: 3, claimedTotal: 3, agrees: true })
    assertPlain(page)
    assertPlain(report)
  })
})
