import { inspect } from "node:util"
import { assert, describe, it, vi } from "@effect/vitest"
import { type ClientOptions, createClient, PublicRecordsError } from "../src/promise.ts"
import { fakeFetch, listOf, neverRespond, rejection, waitUntil } from "./FakeFetch.ts"
import { complaintRecord, pageOfIds } from "./FakeService.ts"

const canary = "canary-key-0123456789"
const options: ClientOptions = { apiKey: canary, baseUrl: "https://records.test" }

const clientOf = (service: ReturnType<typeof fakeFetch>, more: ClientOptions = {}) =>
  createClient({ ...options, fetch: service.fetch, ...more })

/** Returns the tag of the reason with which a promise rejects. */
const reasonOf = async (promise: Promise<unknown>): Promise<string> => {
  const error = await rejection(promise)
  return error instanceof PublicRecordsError ? error.reason._tag : `not ours: ${String(error)}`
}

const notice = {
  type: "early_termination_notice",
  id: "n1",
  attributes: { date: "2011-04-11", created: "2013-09-24T20:05:39+00:00", updated: "2013-09-24T20:05:39+00:00" }
}

describe("createClient", () => {
  it("returns a page with plain values", async () => {
    const service = fakeFetch(listOf(120))
    const page = await clientOf(service).complaints.page({ state: "ny", limit: 2, offset: 4 })
    assert.deepStrictEqual(
      page.records.map(({ id }) => id),
      ["id4", "id5"]
    )
    assert.deepStrictEqual(
      { ...page, records: [] },
      { records: [], rejected: [], offset: 4, received: 2, total: 120, nextOffset: 6 }
    )
    assert.strictEqual(
      service.sent[0]?.url.href,
      "https://records.test/v0/dnc-complaints?state=%22New+York%22&sort_order=DESC&items_per_page=2&offset=4"
    )
    assert.strictEqual(service.sent[0]?.headers.get("x-api-key"), canary)
  })

  it("returns null for a missing total", async () => {
    const { complaints } = clientOf(fakeFetch(() => pageOfIds(["a"])))
    assert.isNull((await complaints.page({})).total)
    assert.deepStrictEqual(await complaints.estimate({}), {
      records: null,
      pages: null,
      requests: null,
      milliseconds: null
    })
  })

  it("returns rejected records separately", async () => {
    const { complaints } = clientOf(fakeFetch(() => Response.json({ data: [complaintRecord("a"), { id: "b" }] })))
    const { nextOffset, records, rejected, received } = await complaints.page({})
    assert.deepStrictEqual([records.length, rejected.length, received, nextOffset], [1, 1, 2, 2])
    assert.deepStrictEqual(rejected[0]?.raw, { id: "b" })
  })

  it("gets a complaint and a notice", async () => {
    const service = fakeFetch(({ pathname }) =>
      Response.json({ data: [pathname.includes("dnc") ? complaintRecord("a/b") : notice] })
    )
    const client = clientOf(service)
    assert.strictEqual((await client.complaints.get("a/b")).id, "a/b")
    assert.strictEqual((await client.notices.get("n1")).date, "2011-04-11")
    assert.strictEqual(service.sent[0]?.url.pathname, "/v0/dnc-complaints/a%2Fb")
  })

  it("returns the next publication without a request", () => {
    const service = fakeFetch(listOf(1))
    const { complaints, notices } = clientOf(service)
    const now = Date.now()
    const inDays = (date: Date) => (date.getTime() - now) / 86_400_000
    assert.isAbove(inDays(complaints.nextPublication()), 0)
    // Complaints are delayed longest over a weekend between two holidays.
    assert.isBelow(inDays(complaints.nextPublication()), 5)
    assert.approximately(inDays(notices.nextPublication()), 1, 0.01)
    assert.strictEqual(service.sent.length, 0)
  })

  it("returns a later publication when time has passed", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-18T16:00:00Z") })
    try {
      const { complaints, notices } = clientOf(fakeFetch(listOf(1)))
      const next = () => [complaints, notices].map((collection) => collection.nextPublication().toISOString())
      assert.deepStrictEqual(next(), ["2026-11-18T17:00:00.000Z", "2026-11-19T16:00:00.000Z"])
      vi.setSystemTime(new Date("2026-11-20T16:00:00Z"))
      assert.deepStrictEqual(next(), ["2026-11-20T17:00:00.000Z", "2026-11-21T16:00:00.000Z"])
    } finally {
      vi.useRealTimers()
    }
  })

  it("estimates with plain numbers and one request", async () => {
    const service = fakeFetch(listOf(120))
    const { complaints } = clientOf(service)
    const { milliseconds, ...counts } = await complaints.estimate({ state: "Ohio" })
    assert.deepStrictEqual(counts, { records: 120, pages: 3, requests: 3 })
    assert.isNumber(milliseconds)
    assert.strictEqual(service.sent.length, 1)
  })

  it("estimates the time in milliseconds", async () => {
    const { complaints } = clientOf(fakeFetch(listOf(120)), { requestsPerHour: 2 })
    // One request was sent. Of the next three, one is sent immediately and two in an hour.
    assert.approximately((await complaints.estimate()).milliseconds ?? 0, 3_600_000, 60_000)
  })

  it("returns the remaining budget", async () => {
    const headers = { "x-ratelimit-limit": "1000", "x-ratelimit-remaining": "998" }
    const client = clientOf(fakeFetch(() => Response.json({ data: [] }, { headers })))
    const unknown = { limit: null, remaining: null, requestsThisHour: 0, nextRequestAt: null, waiting: 0 }
    assert.deepStrictEqual(client.quota(), unknown)
    await client.complaints.page({})
    assert.deepStrictEqual(client.quota(), { ...unknown, limit: 1000, remaining: 998, requestsThisHour: 1 })
  })

  it("accepts durations as milliseconds and as strings", async () => {
    const later = (retryAfter: string) =>
      fakeFetch(() => new Response(null, { status: 429, headers: { "retry-after": retryAfter } }))
    for (const maxWait of [1000, "1 second"] as const) {
      assert.strictEqual(
        await reasonOf(clientOf(later("2"), { maxWait }).complaints.page({})),
        "RateLimited",
        String(maxWait)
      )
    }
    assert.strictEqual(
      await reasonOf(clientOf(later("60")).complaints.page({}, { deadline: "1 second" })),
      "DeadlineExceeded"
    )
    assert.strictEqual(await reasonOf(clientOf(later("1")).complaints.page({}, { deadline: -1 })), "InvalidOptions")
  })

  it("uses the current global fetch by default", async () => {
    const before = globalThis.fetch
    const client = createClient(options)
    const service = fakeFetch(() => pageOfIds(["a"]))
    try {
      globalThis.fetch = service.fetch
      assert.strictEqual((await client.complaints.page({})).records.length, 1)
    } finally {
      globalThis.fetch = before
    }
    assert.strictEqual(service.sent.length, 1)
  })

  it("fails with KeyMissing without a key", async () => {
    const service = fakeFetch(() => pageOfIds([]))
    assert.strictEqual(await reasonOf(clientOf(service, { apiKey: undefined }).complaints.page({})), "KeyMissing")
    assert.strictEqual(service.sent.length, 0)
  })

  it("has errors with the caller's stack and nothing of Effect", async () => {
    const { complaints } = clientOf(fakeFetch(() => Response.json({ data: [] })))
    const error = await rejection(complaints.get("x1"))
    const sentence = 'Get complaint x1: There is no record with the id "x1". Copy the id from a list.'
    assert.isTrue(error instanceof PublicRecordsError)
    assert.include(inspect(error), `PublicRecordsError: ${sentence}`)
    assert.include(inspect(error), "promise.test.ts")
    assert.notMatch(inspect(error), /Fiber|Cause|effect@/)
    assert.strictEqual(error instanceof PublicRecordsError && error.message, sentence)
  })

  it("has errors with the stack of their own call, whichever method it calls", async () => {
    const { complaints } = clientOf(fakeFetch(() => new Response(null, { status: 400 })))
    // Each function awaits its call: Bun removes a function from the stack if its last step is to return the result of a call.
    const calls = [
      async function pageIsCalledHere() {
        await complaints.page()
      },
      async function getIsCalledHere() {
        await complaints.get("a")
      },
      async function estimateIsCalledHere() {
        await complaints.estimate()
      },
      async function streamIsCalledHere() {
        await complaints.stream()[Symbol.asyncIterator]().next()
      },
      async function pagesAreCalledHere() {
        await complaints.pages()[Symbol.asyncIterator]().next()
      }
    ]
    for (const call of [...calls, ...calls]) {
      const error = await rejection(call())
      assert.include(error instanceof Error ? error.stack : "", call.name)
    }
  })

  it("shares no budget, circuit breaker or lifetime with other clients", async () => {
    const untrusted = Object.assign(new Error("self-signed certificate"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" })
    const first = clientOf(fakeFetch(() => Promise.reject(untrusted)))
    for (let n = 0; n < 5; n++) assert.strictEqual(await reasonOf(first.complaints.get(`id${n}`)), "Unavailable")
    assert.strictEqual(await reasonOf(first.complaints.get("id5")), "CircuitOpen")
    await first.close()
    const second = clientOf(fakeFetch(() => pageOfIds(["a"])))
    assert.strictEqual((await second.complaints.get("a")).id, "a")
    assert.deepStrictEqual([first.quota().requestsThisHour, second.quota().requestsThisHour], [5, 1])
  })
})

describe("an AbortSignal", () => {
  it("stops a request immediately, closes its socket, and rejects with its reason", async () => {
    const service = fakeFetch(neverRespond)
    const aborting = new AbortController()
    const call = rejection(clientOf(service).complaints.page({}, { signal: aborting.signal }))
    await waitUntil(() => service.sent.length === 1)
    aborting.abort()
    const error = await call
    assert.isTrue(error instanceof DOMException && error.name === "AbortError")
    assert.isTrue(service.sent[0]?.signal?.aborted)
  })

  it("stops waits for Retry-After and for the budget", async () => {
    const busy = fakeFetch(() => new Response(null, { status: 429, headers: { "retry-after": "60" } }))
    const spent = fakeFetch(() => pageOfIds(["a"]))
    const spentClient = clientOf(spent, { requestsPerHour: 1, maxWait: "1 hour" })
    await spentClient.complaints.page({})
    const aborting = new AbortController()
    const { signal } = aborting
    const calls = [clientOf(busy).complaints.get("a", { signal }), spentClient.complaints.get("a", { signal })]
    await waitUntil(() => busy.sent.length === 1 && spentClient.quota().waiting === 1)
    const reason = new Error("enough")
    aborting.abort(reason)
    assert.deepStrictEqual(await Promise.all(calls.map(rejection)), [reason, reason])
  })

  it("prevents the request if it is already aborted", async () => {
    const service = fakeFetch(() => pageOfIds(["a"]))
    const { complaints } = clientOf(service)
    const signal = AbortSignal.abort("no")
    assert.strictEqual(await rejection(complaints.page({}, { signal })), "no")
    assert.strictEqual(await rejection(complaints.get("a", { signal })), "no")
    assert.strictEqual(await rejection(complaints.estimate({}, { signal })), "no")
    assert.strictEqual(service.sent.length, 0)
  })

  it("does not affect other callers of the same request", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const service = fakeFetch(() => promise)
    const { complaints } = clientOf(service)
    const aborting = new AbortController()
    const left = rejection(complaints.page({}, { signal: aborting.signal }))
    const stayed = complaints.page({})
    await waitUntil(() => service.sent.length === 1)
    aborting.abort()
    await left
    resolve(pageOfIds(["a"]))
    assert.strictEqual((await stayed).records.length, 1)
    assert.strictEqual(service.sent.length, 1)
  })

  it("has no listeners after a call", async () => {
    const listeners = new Set<unknown>()
    const { signal } = new AbortController()
    const { addEventListener, removeEventListener } = signal
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      if (args[0] === "abort") listeners.add(args[1])
      addEventListener.apply(signal, args)
    }
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      if (args[0] === "abort") listeners.delete(args[1])
      removeEventListener.apply(signal, args)
    }
    const warnings: Array<Error> = []
    const warn = (warning: Error): void => void warnings.push(warning)
    process.on("warning", warn)
    const { complaints } = clientOf(
      fakeFetch(() => pageOfIds(["a"])),
      { requestsPerHour: Infinity }
    )
    for (let n = 0; n < 5; n++) {
      await Promise.all(Array.from({ length: 100 }, () => complaints.get("a", { signal })))
    }
    for await (const _ of complaints.stream({}, { signal })) break
    await waitUntil(() => true)
    process.off("warning", warn)
    assert.strictEqual(listeners.size, 0)
    assert.deepStrictEqual(warnings, [])
  })
})

describe("close", () => {
  it("stops running calls and rejects later ones", async () => {
    const service = fakeFetch(neverRespond)
    const client = clientOf(service)
    const calls = [client.complaints.page({}), client.notices.get("n"), client.complaints.estimate({ state: "Ohio" })]
    const reasons = Promise.all(calls.map(reasonOf))
    await waitUntil(() => service.sent.length === 3)
    await client.close()
    assert.deepStrictEqual(await reasons, ["InvalidOptions", "InvalidOptions", "InvalidOptions"])
    assert.isTrue(service.sent.every(({ signal }) => signal?.aborted))
    const message = "PublicRecordsError: Use a closed client: The client is closed. Create a new one."
    assert.strictEqual(String(await rejection(client.notices.page({}))), message)
    assert.strictEqual(service.sent.length, 3)
    await client.close()
  })

  it("prevents new requests from the moment of the call", async () => {
    const service = fakeFetch(() => pageOfIds(["a"]))
    const client = clientOf(service)
    await client.complaints.page()
    const closing = client.close()
    assert.match(String(await rejection(client.complaints.get("a"))), /The client is closed/)
    await closing
    assert.strictEqual(service.sent.length, 1)
  })

  it("is called by `await using`", async () => {
    const client = clientOf(fakeFetch(() => pageOfIds(["a"])))
    await client[Symbol.asyncDispose]()
    assert.strictEqual(await reasonOf(client.complaints.page({})), "InvalidOptions")
  })
})
