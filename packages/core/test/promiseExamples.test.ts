import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { FetchHttpClient } from "effect/http"
import { countComplaints as countWithEffect, live, withAdvice } from "../examples/effect.ts"
import { adviceOn, countComplaints } from "../examples/promises.ts"
import { newestOfOhio } from "../examples/newest.ts"
import { getObserved, measureCalls } from "../examples/hooks.ts"
import { readPages, type Store } from "../examples/pages.ts"
import { clientInTest } from "../examples/testing.ts"
import { complaintsForPage } from "../examples/waiting.ts"
import { media, ohio, unchecked } from "../examples/queries.ts"
import { observed } from "../examples/telemetry.ts"
import { createClient } from "../src/promise.ts"
import { ComplaintQuery, PublicRecords } from "../src/index.ts"
import { fakeFetch, listOf, rejection } from "./FakeFetch.ts"
import { complaintRecord, pageOfIds } from "./FakeService.ts"

const key = "canary-key-0123456789"
const environment = ConfigProvider.layer(ConfigProvider.fromUnknown({ PUBLIC_RECORDS_API_KEY: key }))

const { attributes, ...rest } = complaintRecord("a")
const fromNumber = { ...rest, attributes: { ...attributes, "company-phone-number": "9792467685" } }
const oneOfTwo = () =>
  fakeFetch(({ searchParams }) =>
    Response.json({
      data: searchParams.get("offset") === "0" ? [fromNumber, complaintRecord("b")] : [],
      meta: { "records-total": 2 }
    })
  )

describe("the examples in docs/embedding.md", () => {
  it("count the same with promises as with Effect", async () => {
    const { fetch } = oneOfTwo()
    const { found, of, isComplete, expected } = await countComplaints("9792467685", "2021-07-07", key, fetch)
    assert.deepStrictEqual([found, of, isComplete, expected.requests], [1, 2, true, 1])
  })

  it.effect("count the same with Effect as with promises", () =>
    Effect.gen(function* () {
      const { found } = yield* countWithEffect("9792467685", "2021-07-07")
      assert.strictEqual(found, 1)
    }).pipe(
      Effect.provide(live),
      Effect.provideService(FetchHttpClient.Fetch, oneOfTwo().fetch),
      Effect.provide(environment)
    )
  )

  it("turn errors into advice", async () => {
    const busy = fakeFetch(() => new Response(null, { status: 429, headers: { "retry-after": "8013" } }))
    const { complaints } = createClient({ apiKey: key, fetch: busy.fetch })
    assert.match(adviceOn(await rejection(complaints.page({}))), /^Try again at \d{4}-/)
    assert.match(adviceOn(await rejection(complaints.page({ city: "Columbus" }))), /^city: .*Add the state/)
    assert.match(adviceOn(await rejection(complaints.get(""))), /no record/)
    assert.throws(() => adviceOn(new Error("other")), "other")
  })

  it.effect("turn reasons into advice", () =>
    Effect.gen(function* () {
      const { complaints } = yield* PublicRecords
      const advice = yield* withAdvice(Effect.as(complaints.page(ComplaintQuery.default), "a page"))
      assert.strictEqual(advice, "Try again at 1970-01-01T02:13:33.000Z.")
    }).pipe(
      Effect.provide(live),
      Effect.provideService(
        FetchHttpClient.Fetch,
        fakeFetch(() => new Response(null, { status: 429, headers: { "retry-after": "8013" } })).fetch
      ),
      Effect.provide(environment)
    )
  )

  it("construct queries directly", async () => {
    const service = fakeFetch(listOf(0))
    const { complaints, notices } = createClient({ apiKey: key, fetch: service.fetch })
    await complaints.page(ohio)
    await complaints.page(unchecked)
    await notices.page(media)
    assert.deepStrictEqual(
      service.sent.map(({ url }) => url.searchParams.toString().split("&")[0]),
      ["created_date_from=%222021-07-07%22", "state=Ohio", "filter%5Btitle%5D%5Bvalue%5D=%22media+holdings%22"]
    )
  })

  it.live("send spans to a collector, and the key only to the service", () =>
    Effect.gen(function* () {
      const bodies: Array<string> = []
      const fetch: typeof globalThis.fetch = async (input, init) => {
        if (!String(input).startsWith("http://localhost:4318")) return pageOfIds(["a"])
        bodies.push(`${String(input)} ${await new Response(init?.body).text()} ${JSON.stringify(init?.headers)}`)
        return new Response()
      }
      yield* PublicRecords.use(({ complaints }) => complaints.page(ComplaintQuery.default)).pipe(
        Effect.provide(observed),
        Effect.provideService(FetchHttpClient.Fetch, fetch),
        Effect.provide(environment)
      )
      const sent = bodies.join("\n")
      for (const part of ["/v1/traces", "PublicRecords.complaints.page", "url.full"]) {
        assert.include(sent, part)
      }
      assert.notInclude(sent, "canary")
    })
  )
})

describe("the examples of docs/embedding.md about waiting, paging, hooks and testing", () => {
  it("tells when to come back, and returns the complaint when it need not wait", async () => {
    const busy = fakeFetch(() => new Response(null, { status: 429, headers: { "retry-after": "60" } }))
    const before = Date.now()
    const answer = await complaintsForPage(key, busy.fetch)("a")
    assert.isAtLeast("comeBackAt" in answer ? answer.comeBackAt.getTime() : 0, before + 59_000)
    const idle = fakeFetch(() => pageOfIds(["a"]))
    assert.property(await complaintsForPage(key, idle.fetch)("a"), "complaint")
    const missing = fakeFetch(() => Response.json({ data: [] }))
    assert.match(String(await rejection(complaintsForPage(key, missing.fetch)("a"))), /no record/)
  })

  it("continues after the last page, and again after that", async () => {
    const { fetch, sent } = fakeFetch(listOf(120))
    const store: Store = { position: undefined, complaints: [] }
    for (const [records, requests] of [
      [50, 1],
      [99, 2],
      [120, 3],
      [120, 3]
    ]) {
      const saved: Pick<Store, "position"> = JSON.parse(JSON.stringify({ position: store.position }))
      store.position = saved.position
      const report = await readPages(store, "2021-07-07", 1, key, fetch)
      assert.deepStrictEqual([report.records, store.complaints.length, sent.length], [records, records, requests])
    }
    assert.strictEqual(new Set(store.complaints.map(({ id }) => id)).size, 120)
  })

  it("measures a call that is repeated, and one that fails", async () => {
    const lines: Array<string> = []
    const hooks = measureCalls((line) => void lines.push(line))
    const { fetch } = fakeFetch((_url, n) =>
      n === 0
        ? new Response(null, { status: 503, headers: { "retry-after": "0" } })
        : Response.json(
            { data: n === 1 ? [complaintRecord("a")] : [] },
            { headers: { "x-api-umbrella-request-id": "r1" } }
          )
    )
    assert.deepStrictEqual(await getObserved("a", key, hooks, fetch), { subject: null, requestId: "r1" })
    await rejection(getObserved("b", key, hooks, fetch))
    assert.match(lines[0] ?? "", /^complaints.get: Unavailable, next attempt in \d+ ms$/)
    assert.match(lines[1] ?? "", /^complaints.get: ok, 2 requests, \d+ ms, of which waiting 0 ms$/)
    assert.match(lines[2] ?? "", /^complaints.get: NotFound, 1 requests/)
  })

  it("needs no service in a test", async () => {
    const { client, urls } = clientInTest()
    const complaints = await client.complaints.stream().toArray({ limit: 10 })
    assert.deepStrictEqual([complaints.length, urls.length], [1, 2])
  })
})

describe("the example in the package's README.md", () => {
  it("reads a page", async () => {
    assert.deepStrictEqual(await newestOfOhio(key, oneOfTwo().fetch), { numbers: ["9792467685", null], total: 2 })
  })
})

describe("docs/embedding.md", () => {
  const root = new URL("../../../", import.meta.url)
  const page = readFileSync(new URL("docs/embedding.md", root), "utf8")
  const blocks = [...page.matchAll(/<!-- (\S+\.ts) -->\n\n```ts\n([\s\S]*?)```/g)]

  it("takes every block of TypeScript from an example", () => {
    assert.strictEqual(blocks.length, page.split("```ts\n").length - 1)
    assert.isAbove(blocks.length, 3)
  })

  for (const [, file = "", code] of blocks) {
    it(`contains ${file} unchanged`, () => {
      assert.strictEqual(code, readFileSync(new URL(file, root), "utf8"))
    })
  }
})
