import { assert, describe, it } from "@effect/vitest"
import { createClient, type ClientOptions, PublicRecordsError, version } from "../src/promise.ts"
import type { HeaderValues, RequestOptions } from "../src/promise/api.ts"
import { withDefaults } from "../src/promise/options.ts"
import { fakeFetch, listOf, rejection } from "./FakeFetch.ts"
import { pageOfIds } from "./FakeService.ts"

const clientOf = (service: ReturnType<typeof fakeFetch>, more: ClientOptions = {}) =>
  createClient({ apiKey: "canary", baseUrl: "https://records.test", fetch: service.fetch, logLevel: "off", ...more })

const onePage = () => fakeFetch(() => pageOfIds(["a"]))

describe("headers", () => {
  it("are sent with every request, those of a call over those of the client", async () => {
    const service = onePage()
    const { complaints } = clientOf(service, { headers: { "X-Team": "blue", "accept-language": "en" } })
    await complaints.get("a")
    await complaints.get("a", { headers: { "x-team": "red" } })
    await complaints.get("a")
    assert.deepStrictEqual(
      service.sent.map(({ headers }) => [headers.get("x-team"), headers.get("accept-language")]),
      [
        ["blue", "en"],
        ["red", "en"],
        ["blue", "en"]
      ]
    )
  })

  it("are removed by null", async () => {
    const service = onePage()
    const { complaints } = clientOf(service, { headers: { "x-team": "blue" } })
    await complaints.get("a", { headers: { "X-Team": null, "User-Agent": null, accept: null } })
    assert.deepStrictEqual([...(service.sent[0]?.headers.keys() ?? [])].toSorted(), ["x-api-key"])
  })

  it("may be empty texts", async () => {
    const service = onePage()
    await clientOf(service, { headers: { "x-team": "red" } }).complaints.get("a", { headers: { "x-team": "" } })
    assert.strictEqual(service.sent[0]?.headers.get("x-team"), "")
  })
})

describe("userAgent", () => {
  it("precedes the name of the package", async () => {
    const service = onePage()
    await clientOf(service).complaints.get("a")
    await clientOf(service, { userAgent: "my-app/1.2" }).complaints.get("a")
    assert.deepStrictEqual(
      service.sent.map(({ headers }) => headers.get("user-agent")),
      [`public-records/${version}`, `my-app/1.2 public-records/${version}`]
    )
  })
})

describe("fetchOptions", () => {
  it("are passed to each fetch, and cannot replace what the client sets", async () => {
    const inits: Array<RequestInit | undefined> = []
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      inits.push(init)
      return pageOfIds(["a"])
    }
    const client = createClient({ apiKey: "a", fetch, fetchOptions: { credentials: "omit" } })
    await client.complaints.get("a")
    assert.include(inits[0], { credentials: "omit", redirect: "manual", method: "GET" })
  })
})

describe("withDefaults", () => {
  it("prefers the options of a call, unless they are undefined", () => {
    const defaults = { maxRetries: 0, timeout: 5 }
    const options: RequestOptions = { maxRetries: undefined, timeout: 6, maxWait: 7 }
    assert.deepStrictEqual(withDefaults(defaults, options), {
      maxRetries: 0,
      timeout: 6,
      maxWait: 7
    })
  })

  it("merges headers regardless of case, and keeps those of the defaults without any of the call", () => {
    const defaults = { headers: { "X-A": "1", b: "2" } }
    const headersOf = (headers: HeaderValues) => withDefaults(defaults, { headers }).headers
    assert.deepStrictEqual(headersOf({ "x-a": "3" }), { "x-a": "3", b: "2" })
    assert.deepStrictEqual(headersOf({ "X-C": null }), { "x-a": "1", b: "2", "x-c": null })
    assert.deepStrictEqual(withDefaults(defaults, {}), defaults)
  })
})

describe("withOptions", () => {
  it("shares the budget, the cache and requests in flight, but not the other options", async () => {
    const service = fakeFetch(listOf(1))
    const client = clientOf(service, { cache: true, headers: { "x-team": "blue" } })
    const called: Array<string> = []
    const other = client.withOptions({
      maxRetries: 4,
      hooks: { onCall: ({ operation }) => void called.push(operation) }
    })
    await Promise.all([client.complaints.page(), other.complaints.page()])
    assert.deepStrictEqual([service.sent.length, called], [1, ["complaints.page"]])
    await other.complaints.page()
    assert.strictEqual(service.sent.length, 1)
    await other
      .withOptions({ headers: { "x-team": "red" } })
      .notices.page()
      .catch(() => {})
    await other.notices.page().catch(() => {})
    assert.deepStrictEqual(
      service.sent.map(({ headers }) => headers.get("x-team")),
      ["blue", "red", "blue"]
    )
    assert.deepStrictEqual(client.quota(), other.quota())
    assert.strictEqual(client.quota().requestsThisHour, 3)
    assert.deepStrictEqual(called.length, 4)
  })

  it("keeps what an earlier withOptions set, and the level of the log", async () => {
    const service = fakeFetch(() => new Response(null, { status: 503 }))
    const lines: Array<string> = []
    const keep = (line: string) => void lines.push(line)
    const logger = { error: keep, warn: keep, info: keep, debug: keep }
    const first = clientOf(service, { logger, logLevel: "off" }).withOptions({ maxRetries: 0, headers: { a: "1" } })
    await rejection(first.complaints.page())
    await rejection(first.withOptions({ timeout: 1000, headers: { b: "2" } }).complaints.page())
    assert.deepStrictEqual(
      service.sent.map(({ headers }) => [headers.get("a"), headers.get("b")]),
      [
        ["1", null],
        ["1", "2"]
      ]
    )
    assert.deepStrictEqual(lines, [])
    await rejection(first.withOptions({ logLevel: "error" }).withOptions({}).complaints.page())
    assert.strictEqual(lines.length, 1)
  })

  it("returns a client that closes with the first one, whichever of them is closed", async () => {
    for (const closed of [0, 1]) {
      const client = clientOf(onePage())
      const clients = [client, client.withOptions({ maxRetries: 0 })]
      await clients[closed]?.close()
      for (const { complaints } of clients) {
        assert.match(String(await rejection(complaints.get("a"))), /The client is closed/)
      }
    }
  })

  it("does not change the client, nor another one that is made from it", async () => {
    const called: Array<string> = []
    const keep = ({ operation }: { readonly operation: string }) => void called.push(operation)
    const client = clientOf(onePage())
    const listening = client.withOptions({ hooks: { onCall: keep }, headers: { "x-team": "red" } })
    for (const other of [client, client.withOptions({}), client.withOptions({ maxRetries: 0 })]) {
      await other.complaints.get("a")
    }
    assert.deepStrictEqual(called, [])
    await listening.complaints.get("a")
    assert.deepStrictEqual(called, ["complaints.get"])
  })

  it("replaces headers regardless of their case, and keeps the others", async () => {
    const service = onePage()
    const first = clientOf(service).withOptions({ headers: { "X-Team": "blue", "X-Other": "1" } })
    const second = first.withOptions({ headers: { "x-team": "red" } })
    await second.complaints.get("a")
    await second.complaints.get("a", { headers: { "X-Team": "green" } })
    await first.complaints.get("a", { headers: { "x-team": null } })
    await first.complaints.get("a")
    assert.deepStrictEqual(
      service.sent.map(({ headers }) => [headers.get("x-team"), headers.get("x-other")]),
      [
        ["red", "1"],
        ["green", "1"],
        [null, "1"],
        ["blue", "1"]
      ]
    )
  })

  it("is refused with an option of clients only", () => {
    const client = clientOf(onePage())
    const refused: ReadonlyArray<readonly [options: object, message: string]> = [
      [{ cache: true }, 'Build a client: withOptions has no option "cache"'],
      [{ maxRetries: -1 }, "Build a client: maxRetries must be"]
    ]
    for (const [options, message] of refused) {
      try {
        client.withOptions(options)
        assert.fail("It should have been refused.")
      } catch (error) {
        assert(PublicRecordsError.is(error), String(error))
        assert.include(error.message, message)
        assert.strictEqual(error.code, "InvalidOptions")
      }
    }
  })
})
