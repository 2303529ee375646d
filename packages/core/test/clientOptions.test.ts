import { assert, describe, it, vi } from "@effect/vitest"
import { createClient, type ClientOptions, PublicRecordsError, version } from "../src/promise.ts"
import { fakeFetch, listOf, neverRespond, rejection, waitUntil } from "./FakeFetch.ts"
import { pageOfIds } from "./FakeService.ts"

const clientOf = (service: ReturnType<typeof fakeFetch>, more: ClientOptions = {}) =>
  createClient({ apiKey: "canary", baseUrl: "https://records.test", fetch: service.fetch, logLevel: "off", ...more })

const onePage = () => fakeFetch(() => pageOfIds(["a"]))

/** Returns the code and the message of an error, or what else it is. */
const shown = (error: unknown): readonly [string, string] =>
  PublicRecordsError.is(error) ? [error.code, error.message] : ["not ours", String(error)]

const thrownBy = (call: () => unknown): unknown => {
  try {
    return call()
  } catch (error) {
    return error
  }
}

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

  it("are sent with their call, even if the same request without them is in flight", async () => {
    const service = onePage()
    const { complaints } = clientOf(service)
    await Promise.all([complaints.get("a"), complaints.get("a", { headers: { "x-team": "red" } }), complaints.get("a")])
    assert.deepStrictEqual(
      service.sent.map(({ headers }) => headers.get("x-team")),
      [null, "red"]
    )
  })

  it("are removed by null", async () => {
    const service = onePage()
    const { complaints } = clientOf(service, { headers: { "x-team": "blue" } })
    await complaints.get("a", { headers: { "X-Team": null, "User-Agent": null, accept: null } })
    assert.deepStrictEqual([...(service.sent[0]?.headers.keys() ?? [])].toSorted(), ["x-api-key"])
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

describe("maxRetries", () => {
  const down = () => fakeFetch(() => new Response(null, { status: 503, headers: { "retry-after": "0" } }))

  for (const [client, call, requests] of [
    [1, undefined, 2],
    [0, undefined, 1],
    [0, 1, 2],
    [3, 0, 1]
  ]) {
    it(`${client} of the client and ${call} of the call make ${requests} requests`, async () => {
      const service = down()
      const error = await rejection(clientOf(service, { maxRetries: client }).complaints.get("a", { maxRetries: call }))
      assert.strictEqual(service.sent.length, requests)
      assert.isTrue(PublicRecordsError.is(error) && error.attempts === requests && error.status === 503)
    })
  }
})

describe("timeout", () => {
  it("can be replaced for one call", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] })
    try {
      const service = fakeFetch(neverRespond)
      const { complaints } = clientOf(service, { maxRetries: 0 })
      for (const [timeout, message] of [
        ["1 second", /no response within 1s/],
        [undefined, /no response within 30s/]
      ] as const) {
        const call = rejection(complaints.get("a", { timeout }))
        await vi.advanceTimersByTimeAsync(30_000)
        assert.match(String(await call), message)
      }
    } finally {
      vi.useRealTimers()
    }
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
    const error = thrownBy(() => Reflect.apply(client.withOptions, undefined, [{ cache: true }]))
    assert.deepStrictEqual(shown(error)[0], "InvalidOptions")
    assert.match(shown(error)[1], /^Build a client: withOptions has no option "cache"/)
    assert.match(
      shown(thrownBy(() => client.withOptions({ maxRetries: -1 })))[1],
      /^Build a client: maxRetries must be/
    )
  })

  it("ends with the client that it was made from", async () => {
    const client = clientOf(onePage())
    const other = client.withOptions({})
    await client.close()
    assert.strictEqual(shown(await rejection(other.complaints.page()))[0], "InvalidOptions")
  })
})

describe("the environment", () => {
  it("has the key and the base URL of a client that has none of its own", async () => {
    vi.stubEnv("PUBLIC_RECORDS_API_KEY", "from-the-environment")
    vi.stubEnv("PUBLIC_RECORDS_BASE_URL", "https://elsewhere.test")
    try {
      const service = onePage()
      await createClient({ fetch: service.fetch }).complaints.get("a")
      await createClient({ fetch: service.fetch, apiKey: "own", baseUrl: new URL("https://own.test") }).complaints.get(
        "a"
      )
      assert.deepStrictEqual(
        service.sent.map(({ headers, url }) => [headers.get("x-api-key"), url.host]),
        [
          ["from-the-environment", "elsewhere.test"],
          ["own", "own.test"]
        ]
      )
    } finally {
      vi.unstubAllEnvs()
    }
  })

  for (const [where, environment, advice] of [
    ["has variables", undefined, /set PUBLIC_RECORDS_API_KEY\.$/],
    ["has none", {}, /pass it as apiKey\.$/]
  ] as const) {
    it(`decides the advice for a missing key: it ${where}`, async () => {
      vi.stubEnv("PUBLIC_RECORDS_API_KEY", "")
      if (environment !== undefined) vi.stubGlobal("process", environment)
      const client = createClient({ fetch: onePage().fetch, logLevel: "off" })
      vi.unstubAllGlobals()
      vi.unstubAllEnvs()
      const [code, message] = shown(await rejection(client.complaints.page()))
      assert.strictEqual(code, "KeyMissing")
      assert.match(message, advice)
    })
  }
})

describe("wrong options", () => {
  const symbol = Symbol("a")
  const hostile = Object.create(null)

  for (const [options, message] of [
    [null, /The options of a client must be an object/],
    ["key", /must be an object/],
    [{ maxRetrys: 4 }, /A client has no option "maxRetrys". Did you mean "maxRetries"\?/],
    [{ attemptTimeout: 4 }, /no option "attemptTimeout"/],
    [{ apiKey: symbol }, /API key is not a string/],
    [{ apiKey: "a b" }, /API key is empty, too long, or contains/],
    [{ baseUrl: hostile }, /base URL is not a URL/],
    [{ baseUrl: new URL("http://records.test") }, /not HTTPS/],
    [{ allowHttp: "yes" }, /allowHttp must be true or false/],
    [{ cache: 1 }, /cache must be true or false/],
    [{ requestsPerHour: "many" }, /requestsPerHour must be a number/],
    [{ requestsPerHour: 0 }, /at least 1/],
    [{ userAgent: symbol }, /userAgent is not a valid header/],
    [{ fetch: {} }, /fetch is not a function/],
    [{ fetchOptions: { signal: undefined } }, /fetchOptions cannot contain signal/],
    [{ fetchOptions: 1 }, /fetchOptions must be an object/],
    [{ hooks: { onCal: () => {} } }, /There is no hook "onCal". Did you mean "onCall"\?/],
    [{ hooks: { onCall: 1 } }, /The hook onCall is not a function/],
    [{ hooks: null }, /hooks must be an object/],
    [{ logger: {} }, /logger has no methods/],
    [{ logLevel: "loud" }, /logLevel must be one of off, error/],
    [{ maxWait: -1 }, /maxWait is not a duration/],
    [{ headers: { "X-API-Key": "a" } }, /headers cannot contain X-Api-Key/]
  ] as const) {
    it(`throw InvalidOptions: ${message.source}`, () => {
      const [code, text] = shown(thrownBy(() => Reflect.apply(createClient, undefined, [options])))
      assert.strictEqual(code, "InvalidOptions")
      assert.match(text, message)
      assert.match(text, /^Build a client: /)
    })
  }

  for (const [options, message] of [
    [null, /The options of a call must be an object/],
    [{ maxRetries: 1.5 }, /maxRetries must be an integer of 0 or more/],
    [{ maxRetrys: 1 }, /A call has no option "maxRetrys". Did you mean "maxRetries"\?/],
    [{ apiKey: "a" }, /A call has no option "apiKey"/],
    [{ timeout: null }, /timeout must be a positive duration/],
    [{ timeout: 0 }, /timeout must be a positive duration/],
    [{ deadline: symbol }, /deadline must be a positive duration/],
    [{ maxWait: "soon" }, /maxWait is not a duration/],
    [{ priority: "high" }, /priority must be "interactive" or "bulk"/],
    [{ headers: 1 }, /headers must be an object of strings/],
    [{ headers: { "a b": "c" } }, /header "a b" has an invalid name or value/],
    [{ headers: { a: "b\nc" } }, /header "a" has an invalid name or value/],
    [{ headers: { a: symbol } }, /header "a" has an invalid name or value/],
    [{ signal: 1 }, /signal is not an AbortSignal/]
  ] as const) {
    it(`reject a call with InvalidOptions: ${message.source}`, async () => {
      const service = onePage()
      const { complaints } = clientOf(service)
      for (const call of [complaints.page, complaints.estimate]) {
        const [code, text] = shown(await rejection(Reflect.apply(call, undefined, [{}, options])))
        assert.strictEqual(code, "InvalidOptions")
        assert.match(text, message)
      }
      const streamed = rejection(Reflect.apply(complaints.stream, undefined, [{}, options]).toArray({ limit: 1 }))
      assert.strictEqual(shown(await streamed)[0], "InvalidOptions")
      assert.strictEqual(service.sent.length, 0)
    })
  }

  it("are errors that state what was attempted", async () => {
    const { complaints, notices } = clientOf(onePage())
    const misspelled: object = { maxRetrys: 1 }
    for (const [plural, singular, { estimate, get, page, pages, stream }] of [
      ["complaints", "complaint", complaints],
      ["notices", "notice", notices]
    ] as const) {
      for (const [attempted, call] of [
        [`List ${plural}`, () => page({}, misspelled)],
        [`Get ${singular}`, () => get("a", misspelled)],
        [`Estimate ${plural}`, () => estimate({}, misspelled)],
        [`List ${plural}`, () => stream({}, misspelled).toArray({ limit: 1 })],
        [`List ${plural}`, () => pages({}, misspelled)[Symbol.asyncIterator]().next()]
      ] as const) {
        const error = await rejection(call())
        assert.deepStrictEqual(PublicRecordsError.is(error) && [error.code, error.operation], [
          "InvalidOptions",
          attempted
        ])
      }
    }
  })

  it("reject a stream with a callback that is no function, or with unknown options", async () => {
    const { complaints } = clientOf(onePage())
    for (const [options, message] of [
      [{ onRejected: 1 }, /onRejected is not a function/],
      [{ onReject: () => {} }, /A stream has no option "onReject". Did you mean "onRejected"\?/]
    ] as const) {
      const error = await rejection(Reflect.apply(complaints.stream, undefined, [{}, options]).toArray({ limit: 1 }))
      assert.strictEqual(shown(error)[0], "InvalidOptions")
      assert.match(shown(error)[1], message)
    }
  })

  it("do not prevent the next call", async () => {
    const { complaints } = clientOf(onePage())
    await rejection(complaints.page({}, { maxRetries: -1 }))
    assert.strictEqual((await complaints.page()).received, 1)
  })
})

describe("an idle client", () => {
  it("ignores aborted signals of calls that have ended", async () => {
    const { complaints } = clientOf(onePage())
    const aborting = new AbortController()
    await complaints.get("a", { signal: aborting.signal })
    aborting.abort()
    await waitUntil(() => true)
    assert.strictEqual((await complaints.get("a")).id, "a")
  })
})
