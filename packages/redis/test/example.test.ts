import { assert, describe, it } from "@effect/vitest"
import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { Effect } from "effect"
import { FetchHttpClient } from "effect/http"
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

describe("the example in docs/several-processes.md", () => {
  it.live("counts the requests of other processes with the same key", () =>
    Effect.gen(function* () {
      const { socket } = yield* redisServer
      assert.strictEqual(yield* onePage(socket), 1)
      assert.strictEqual(yield* onePage(socket), 2)
    })
  )
})
