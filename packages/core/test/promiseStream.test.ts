import { assert, describe, it, vi } from "@effect/vitest"
import { type ClientOptions, createClient, PublicRecordsError, type RecordStream } from "../src/promise.ts"
import { fakeFetch, listOf, neverRespond, rejection, waitUntil } from "./FakeFetch.ts"
import { pageOfIds } from "./FakeService.ts"

const clientOf = (service: ReturnType<typeof fakeFetch>, more: ClientOptions = {}) =>
  createClient({ apiKey: "canary-key-0123456789", baseUrl: "https://records.test", fetch: service.fetch, ...more })

/** Reads a stream to an id or to its end. */
const idsOf = async (stream: RecordStream<{ readonly id: string }>, until?: string): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  for await (const { id } of stream) {
    ids.push(id)
    if (id === until) break
  }
  return ids
}

const reasonOf = (error: unknown): string => (error instanceof PublicRecordsError ? error.reason._tag : String(error))

describe("stream", () => {
  it("returns every record once, then the report", async () => {
    const service = fakeFetch(listOf(120))
    const stream = clientOf(service).complaints.stream({ state: "Ohio" })
    assert.deepStrictEqual(
      await idsOf(stream),
      Array.from({ length: 120 }, (_, n) => `id${n}`)
    )
    const { records, requests, duplicates, rejected, claimedTotal, agrees } = await stream.report
    assert.deepStrictEqual(
      { records, requests, duplicates, rejected, claimedTotal, agrees },
      { records: 120, requests: 3, duplicates: 0, rejected: 0, claimedTotal: 120, agrees: true }
    )
    assert.strictEqual(service.sent.length, 3)
  })

  it("returns null in the report without a total", async () => {
    const stream = clientOf(
      fakeFetch(({ searchParams }) => pageOfIds(searchParams.get("offset") === "0" ? ["a"] : []))
    ).complaints.stream({})
    assert.deepStrictEqual(await idsOf(stream), ["a"])
    const { claimedTotal, agrees } = await stream.report
    assert.deepStrictEqual([claimedTotal, agrees], [null, null])
  })

  it("fetches a page only when it is needed", async () => {
    const service = fakeFetch(listOf(120))
    const stream = clientOf(service).complaints.stream({})
    assert.strictEqual(service.sent.length, 0)
    const reader = stream[Symbol.asyncIterator]()
    for (let n = 0; n < 50; n++) await reader.next()
    await waitUntil(() => true)
    assert.strictEqual(service.sent.length, 1)
    await reader.next()
    assert.strictEqual(service.sent.length, 2)
    await reader.return?.()
  })

  it("serves concurrent callers in order", async () => {
    const service = fakeFetch(listOf(3))
    const reader = clientOf(service).complaints.stream({ limit: 1 })[Symbol.asyncIterator]()
    const results = await Promise.all(Array.from({ length: 5 }, () => reader.next()))
    assert.deepStrictEqual(
      results.map(({ done, value }) => (done === true ? "over" : value.id)),
      ["id0", "id1", "id2", "over", "over"]
    )
  })

  it("ends immediately when the loop breaks, and reports", async () => {
    const service = fakeFetch(listOf(120))
    const stream = clientOf(service).complaints.stream({})
    assert.strictEqual((await idsOf(stream, "id59")).length, 60)
    const { records, requests, agrees } = await stream.report
    assert.deepStrictEqual({ records, requests, agrees }, { records: 99, requests: 2, agrees: null })
    assert.strictEqual(service.sent.length, 2)
  })

  it("closes the socket when the loop ends during a request", async () => {
    const service = fakeFetch(neverRespond)
    const stream = clientOf(service).complaints.stream({})
    const reader = stream[Symbol.asyncIterator]()
    const waiting = reader.next()
    await waitUntil(() => service.sent.length === 1)
    await reader.return?.()
    assert.isTrue((await waiting).done)
    assert.isTrue((await reader.next()).done)
    assert.isTrue(service.sent[0]?.signal?.aborted)
    assert.strictEqual((await stream.report).records, 0)
  })

  it("fails after the records before the failed page, and then ends", async () => {
    const service = fakeFetch((url, n, sent) =>
      n < 2 ? listOf(120)(url, n, sent) : Response.json({ error: { code: "API_KEY_DISABLED" } }, { status: 403 })
    )
    const stream = clientOf(service).complaints.stream({})
    const ids: Array<string> = []
    const readAll = async () => {
      for await (const { id } of stream) ids.push(id)
    }
    const error = await rejection(readAll())
    assert.strictEqual(reasonOf(error), "KeyRejected")
    assert.include(error instanceof Error ? error.stack : "", "promiseStream.test.ts")
    assert.strictEqual(ids.length, 99)
    assert.strictEqual((await stream.report).requests, 2)
  })

  it("returns no records after a failure", async () => {
    const stream = clientOf(fakeFetch(() => new Response(null, { status: 403 }))).complaints.stream({})
    const reader = stream[Symbol.asyncIterator]()
    const [first, second] = await Promise.allSettled([reader.next(), reader.next()])
    assert.strictEqual(first.status, "rejected")
    assert.isTrue(second.status === "fulfilled" && second.value.done)
  })

  it("rejects along with its report for an invalid query, and sends nothing", async () => {
    const service = fakeFetch(listOf(1))
    const stream = clientOf(service).complaints.stream({ city: "Columbus" })
    const error = await rejection(idsOf(stream))
    assert.strictEqual(reasonOf(error), "InvalidQuery")
    assert.strictEqual(await rejection(stream.report), error)
    assert.strictEqual(service.sent.length, 0)
  })

  it("fails in a second loop with an explanation", async () => {
    const stream = clientOf(fakeFetch(listOf(1))).complaints.stream({})
    await idsOf(stream)
    const error = await rejection(idsOf(stream))
    assert.strictEqual(reasonOf(error), "InvalidOptions")
    assert.match(String(error), /: Read a stream: The stream was already consumed\. Create another one/)
  })

  it("sends nothing and has no report if it is never read", async () => {
    const service = fakeFetch(listOf(1))
    const stream = clientOf(service).complaints.stream({})
    await stream[Symbol.asyncIterator]().return?.()
    assert.match(
      String(await rejection(stream.report)),
      /: Read a stream: The stream was closed before its first record was read/
    )
    assert.strictEqual(service.sent.length, 0)
  })

  it("applies its deadline to the complete walk", async () => {
    const stream = clientOf(fakeFetch(listOf(120)), { requestsPerHour: 2 }).complaints.stream(
      {},
      { deadline: "1 minute" }
    )
    assert.strictEqual(reasonOf(await rejection(idsOf(stream))), "DeadlineExceeded")
  })

  for (const [what, ofClient, early, late, expected] of [
    ["waits for a page that was requested later", {}, { priority: undefined }, {}, ["Iowa", "Ohio"]],
    [
      "precedes a bulk page if it is interactive",
      {},
      { priority: "interactive" },
      { priority: "bulk" },
      ["Ohio", "Iowa"]
    ],
    [
      "precedes a later page if all calls of its client are interactive",
      { priority: "interactive" },
      {},
      {},
      ["Ohio", "Iowa"]
    ]
  ] as const) {
    it(`${what}`, async () => {
      vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] })
      try {
        const service = fakeFetch(listOf(1))
        const client = clientOf(service, { requestsPerHour: 1, maxWait: "2 hours", ...ofClient })
        await client.complaints.page({})
        const streamed = idsOf(client.complaints.stream({ state: "Ohio" }, early))
        const page = client.complaints.page({ state: "Iowa" }, late)
        assert.deepStrictEqual(client.quota().nextRequestAt, new Date(Date.now() + 3_600_000))
        await vi.advanceTimersByTimeAsync(3_600_000)
        await vi.advanceTimersByTimeAsync(3_600_000)
        await Promise.all([streamed, page])
        const [, ...asked] = service.sent.map(({ url }) => url.searchParams.get("state"))
        assert.deepStrictEqual(asked, [...expected])
      } finally {
        vi.useRealTimers()
      }
    })
  }
})

describe("an AbortSignal of a stream", () => {
  it("stops it during a request", async () => {
    const service = fakeFetch(neverRespond)
    const aborting = new AbortController()
    const stream = clientOf(service).complaints.stream({}, { signal: aborting.signal })
    const failed = rejection(idsOf(stream))
    await waitUntil(() => service.sent.length === 1)
    aborting.abort()
    const error = await failed
    assert.isTrue(error instanceof DOMException && error.name === "AbortError")
    assert.isTrue(service.sent[0]?.signal?.aborted)
    assert.strictEqual((await stream.report).records, 0)
  })

  it("stops it between two records", async () => {
    const aborting = new AbortController()
    const stream = clientOf(fakeFetch(listOf(120))).complaints.stream({}, { signal: aborting.signal })
    const ids: Array<string> = []
    const readAll = async () => {
      for await (const { id } of stream) {
        ids.push(id)
        if (id === "id9") aborting.abort("enough")
      }
    }
    assert.strictEqual(await rejection(readAll()), "enough")
    assert.strictEqual(ids.length, 10)
    assert.strictEqual((await stream.report).requests, 1)
  })

  it("prevents requests if it is already aborted", async () => {
    const service = fakeFetch(listOf(1))
    const stream = clientOf(service).complaints.stream({}, { signal: AbortSignal.abort("no") })
    assert.strictEqual(await rejection(idsOf(stream)), "no")
    assert.strictEqual(await rejection(stream.report), "no")
    assert.strictEqual(service.sent.length, 0)
  })
})

describe("close with open streams", () => {
  it("ends streams that wait for a page and streams between pages", async () => {
    const service = fakeFetch((url, n, sent) => (n === 0 ? listOf(120)(url, n, sent) : neverRespond(url, n, sent)))
    const client = clientOf(service)
    const busy = client.complaints.stream({})
    const reader = busy[Symbol.asyncIterator]()
    await reader.next()
    const waiting = client.complaints.stream({ offset: 50 })
    const failed = rejection(idsOf(waiting))
    await waitUntil(() => service.sent.length === 2)
    await client.close()
    assert.match(String(await failed), /The client is closed/)
    assert.match(String(await rejection(reader.next())), /The client is closed/)
    assert.strictEqual((await busy.report).requests, 1)
    assert.match(String(await rejection(idsOf(client.complaints.stream({})))), /The client is closed/)
  })

  it("can be called inside the loop", async () => {
    const client = clientOf(fakeFetch(listOf(120)))
    const readAll = async () => {
      for await (const _ of client.complaints.stream({})) await client.close()
    }
    assert.match(String(await rejection(readAll())), /The client is closed/)
  })
})
