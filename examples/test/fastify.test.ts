import {
  type CallEndEvent,
  createClient,
  type PublicRecordsClient,
  PublicRecordsError
} from "@public-records/core/promise"
import { type RunningReferenceServer, startReferenceServer } from "@public-records/server"
import { type FastifyInstance } from "fastify"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { complaintsApi } from "../fastify/complaintsApi.ts"

const apiKey = "a-key-of-the-api-000000000000000000000000"
let server: RunningReferenceServer
let client: PublicRecordsClient
let api: FastifyInstance
let ended: Promise<CallEndEvent>

beforeEach(async () => {
  server = await startReferenceServer({ apiKeys: [apiKey], synthetic: 500 })
  const { promise, resolve } = Promise.withResolvers<CallEndEvent>()
  ended = promise
  client = createClient({ apiKey, baseUrl: server.url, allowHttp: true, hooks: { onCallEnd: resolve } })
  api = complaintsApi(client)
})

afterEach(async () => {
  await api.close()
  await server.close()
})

describe("the API in Fastify", () => {
  it("returns the complaints of a state, and a single complaint by its id", async () => {
    const list = await api.inject("/states/ohio/complaints")
    assert.strictEqual(list.statusCode, 200)
    const { complaints, verified } = list.json()
    assert.strictEqual(verified, false)
    assert.strictEqual(complaints[0].consumerState, "Ohio")
    const one = await api.inject(`/complaints/${complaints[0].id}`)
    assert.deepStrictEqual([one.statusCode, one.json()], [200, complaints[0]])
  })

  it("returns a page as the client does", async () => {
    const page = await api.inject("/notices")
    assert.strictEqual(page.statusCode, 200)
    const { records, ...others } = page.json()
    assert.strictEqual(records.length, 5)
    assert.match(records[0].date, /^\d{4}-\d{2}-\d{2}$/)
    assert.deepStrictEqual(others, { rejected: [], offset: 0, received: 5, total: null, nextOffset: 5 })
  })

  it("reports errors to its callers without the API key", async () => {
    const responses = [
      await api.inject("/states/Ohhio/complaints"),
      await api.inject("/complaints/00000000000000000000000000000000"),
      await api.inject("/elsewhere")
    ]
    assert.deepStrictEqual(
      responses.map(({ statusCode }) => statusCode),
      [400, 404, 404]
    )
    assert.include(responses[0]?.json().message, "Ohio")
    server.faults.next({ do: "status", status: 429, retryAfter: 8013 })
    const busy = await api.inject("/states/Ohio/complaints")
    assert.deepStrictEqual([busy.statusCode, busy.json().reason], [503, "RateLimited"])
    for (const { body } of [...responses, busy]) assert.notInclude(body, apiKey)
  })

  it("cancels the request to the service if its caller disconnects", async () => {
    const url = await api.listen({ port: 0, host: "127.0.0.1" })
    server.faults.next({ do: "stall" })
    const caller = new AbortController()
    const response = fetch(`${url}/states/Ohio/complaints`, { signal: caller.signal }).catch(() => "disconnected")
    while (server.faults.history().length === 0) await new Promise(setImmediate)
    caller.abort()
    assert.strictEqual(await response, "disconnected")
    const { error, isCanceled } = await ended
    assert.deepStrictEqual([error, isCanceled], [undefined, true])
  })

  it("closes its client", async () => {
    await api.close()
    const error = await client.complaints.page().catch((error: unknown) => error)
    assert.isTrue(PublicRecordsError.is(error) && error.code === "InvalidOptions")
  })
})
