import { assert, describe, it } from "@effect/vitest"
import { type ClientOptions, createClient, memoryBudget, PublicRecordsError } from "../src/promise.ts"
import { fakeFetch, listOf } from "./FakeFetch.ts"

const clientOf = (fetch: typeof globalThis.fetch, options: ClientOptions) =>
  createClient({ apiKey: "canary-key-0123456789", baseUrl: "https://records.test", maxWait: 0, fetch, ...options })

/** Requests a page that no other call requests. Returns "succeeded" or the reason of the error. */
const requestPage = async ({ complaints }: ReturnType<typeof clientOf>, offset: number): Promise<string> => {
  try {
    await complaints.page({ offset })
    return "succeeded"
  } catch (error) {
    return error instanceof PublicRecordsError ? error.reason._tag : String(error)
  }
}

describe("memoryBudget", () => {
  it("counts the requests of all its clients", async () => {
    const { fetch, sent } = fakeFetch(listOf(100))
    const budget = memoryBudget()
    const first = clientOf(fetch, { budget, requestsPerHour: 3 })
    const second = clientOf(fetch, { budget, requestsPerHour: 3 })
    const results = [await requestPage(first, 0), await requestPage(second, 1), await requestPage(first, 2)]
    results.push(await requestPage(first, 3), await requestPage(second, 4))
    assert.deepStrictEqual(results, ["succeeded", "succeeded", "succeeded", "RateLimited", "RateLimited"])
    assert.strictEqual(sent.length, 3)
    assert.strictEqual(first.quota().requestsThisHour, 3)
  })

  it("does not count the requests of other clients", async () => {
    const { fetch } = fakeFetch(listOf(100))
    const shared = clientOf(fetch, { budget: memoryBudget(), requestsPerHour: 1 })
    const other = clientOf(fetch, { budget: memoryBudget(), requestsPerHour: 1 })
    const alone = clientOf(fetch, { requestsPerHour: 1 })
    const results = [await requestPage(shared, 0), await requestPage(other, 1), await requestPage(alone, 2)]
    assert.deepStrictEqual(results, ["succeeded", "succeeded", "succeeded"])
  })

  it("has the smallest limit of its clients", async () => {
    const { fetch } = fakeFetch(listOf(100))
    const budget = memoryBudget()
    const first = clientOf(fetch, { budget })
    clientOf(fetch, { budget, requestsPerHour: 2 })
    const results = [await requestPage(first, 0), await requestPage(first, 1), await requestPage(first, 2)]
    assert.deepStrictEqual(results, ["succeeded", "succeeded", "RateLimited"])
    const third = clientOf(fetch, { budget, requestsPerHour: 3 })
    assert.deepStrictEqual([await requestPage(third, 3), await requestPage(first, 4)], ["RateLimited", "RateLimited"])
  })

  it("pauses all its clients after a 429 to one of them", async () => {
    const limited = { status: 429, headers: { "retry-after": "600" } }
    const { fetch, sent } = fakeFetch(() => new Response("", limited))
    const budget = memoryBudget()
    const [first, second] = [clientOf(fetch, { budget }), clientOf(fetch, { budget })]
    assert.deepStrictEqual([await requestPage(first, 0), await requestPage(second, 1)], ["RateLimited", "RateLimited"])
    assert.strictEqual(sent.length, 1)
  })

  it("leaves each client its own circuit breaker", async () => {
    const { fetch } = fakeFetch((_, n) => new Response("{}", { status: n < 5 ? 503 : 404 }))
    const budget = memoryBudget()
    const [first, second] = [clientOf(fetch, { budget }), clientOf(fetch, { budget })]
    for (const offset of [0, 1, 2, 3, 4]) assert.strictEqual(await requestPage(first, offset), "Unavailable")
    assert.deepStrictEqual([await requestPage(first, 5), await requestPage(second, 5)], ["CircuitOpen", "BadRequest"])
  })

  it("must have been made by this package", () => {
    const budget = { "~public-records/budget": "memory" }
    const create = () => clientOf(fetch, { budget })
    assert.throws(
      create,
      "Build a client: The budget was not made by memoryBudget or redisBudget of this version of the package."
    )
  })
})
