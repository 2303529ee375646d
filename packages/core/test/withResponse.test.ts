import { assert, describe, it } from "@effect/vitest"
import { type ClientOptions, createClient, PublicRecordsError } from "../src/promise.ts"
import { fakeFetch, rejection, waitUntil } from "./FakeFetch.ts"
import { complaintRecord, pageOfIds } from "./FakeService.ts"

const clientOf = (service: ReturnType<typeof fakeFetch>, more: ClientOptions = {}) =>
  createClient({
    apiKey: "canary-key-0123456789",
    baseUrl: "https://records.test",
    fetch: service.fetch,
    logLevel: "off",
    ...more
  })

describe("withResponse", () => {
  it("resolves to the result and the last response", async () => {
    const service = fakeFetch((_url, n) =>
      n === 0
        ? new Response(null, { status: 503, headers: { "retry-after": "0" } })
        : Response.json({ data: [] }, { headers: { "X-Api-Umbrella-Request-Id": "r1" } })
    )
    const { data, response } = await clientOf(service).complaints.page().withResponse()
    assert.strictEqual(data.received, 0)
    assert.deepInclude(response, { status: 200, requestId: "r1", attempts: 2 })
    assert.strictEqual(response?.headers["x-api-umbrella-request-id"], "r1")
  })

  it("resolves to no response from the cache, and to one for each caller of a shared request", async () => {
    const service = fakeFetch(() => pageOfIds(["a"]))
    const { complaints } = clientOf(service, { cache: true })
    const both = await Promise.all([complaints.page().withResponse(), complaints.page().withResponse()])
    assert.deepStrictEqual(
      both.map(({ response }) => response?.attempts),
      [1, 1]
    )
    assert.isUndefined((await complaints.page().withResponse()).response)
    assert.strictEqual(service.sent.length, 1)
  })

  it("resolves to the response of its own call, although other calls end at the same time", async () => {
    const arrived = Promise.withResolvers<void>()
    const service = fakeFetch(async ({ pathname }) => {
      const id = pathname.slice(-1)
      await arrived.promise
      return Response.json({ data: [complaintRecord(id)] }, { headers: { "x-id": id } })
    })
    const { complaints } = clientOf(service)
    const ids = [..."abcde"]
    const answers = Promise.all(ids.map((id) => complaints.get(id).withResponse()))
    await waitUntil(() => service.sent.length === ids.length)
    arrived.resolve()
    const found = (await answers).map(({ data, response }) => [data.id, response?.headers["x-id"]])
    assert.deepStrictEqual(
      found,
      ids.map((id) => [id, id])
    )
  })

  it("rejects like the call, without an unhandled rejection", async () => {
    const unhandled: Array<unknown> = []
    const keep = (error: unknown) => void unhandled.push(error)
    process.on("unhandledRejection", keep)
    const { complaints } = clientOf(fakeFetch(() => new Response(null, { status: 403 })))
    const error = await rejection(complaints.page().withResponse())
    await new Promise((resolve) => void setTimeout(resolve, 0))
    process.off("unhandledRejection", keep)
    assert.isTrue(PublicRecordsError.is(error) && error.status === 403 && error.attempts === 1)
    assert.deepStrictEqual(unhandled, [])
  })
})
