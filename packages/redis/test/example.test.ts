import { assert, describe, it } from "@effect/vitest"
import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { Effect } from "effect"
import { FetchHttpClient } from "effect/http"
import { sharedClient } from "../examples/promises.ts"
import { sharedRecords } from "../examples/sharedBudget.ts"
import { complaintRecord, sampleComplaints } from "@public-records/testing/Samples"
import { redisServer } from "./RedisClient.ts"

const fetch: typeof globalThis.fetch = async () => Response.json({ data: sampleComplaints.map(complaintRecord) })

/** Requests one page like a separate process. Returns the requests that the process then counts for the current hour. */
const onePage = (socket: string) =>
  Effect.gen(function* () {
    const { complaints, quota } = yield* PublicRecords
    yield* complaints.page(ComplaintQuery.default)
    return (yield* quota.get).requestsThisHour
  }).pipe(
    Effect.provide(sharedRecords("example-key-0123456789", { socket: { path: socket, tls: false } }), { local: true }),
    Effect.provideService(FetchHttpClient.Fetch, fetch)
  )

describe("the examples in docs/several-processes.md", () => {
  // With a clock that stands still, no operation of Redis takes too long.
  it.effect("counts the requests of other processes with the same key", () =>
    Effect.gen(function* () {
      const { socket } = yield* redisServer
      assert.strictEqual(yield* onePage(socket), 1)
      assert.strictEqual(yield* onePage(socket), 2)
    })
  )

  it.live("counts the requests of other processes with Promises", () =>
    Effect.gen(function* () {
      const { socket } = yield* redisServer
      const counts: Array<number> = []
      for (const offset of [0, 1]) {
        const client = sharedClient("example-key-0123456789", `unix://${socket}`, fetch)
        yield* Effect.promise(() => client.complaints.page({ offset }))
        counts.push(client.quota().requestsThisHour)
        yield* Effect.promise(() => client.close())
      }
      assert.deepStrictEqual(counts, [1, 2])
    })
  )
})
