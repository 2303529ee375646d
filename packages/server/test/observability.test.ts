import { rm } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { type Fault, ReferenceServer, type ReferenceServerOptions, type RequestLogEntry } from "../src/index.ts"
import type { ServiceRequest } from "../src/requests/Response.ts"
import { makeCore } from "../src/ServerCore.ts"
import { maskedUrl } from "../src/observability/maskedUrl.ts"
import { dailyFile } from "./dailyFile.ts"
import { sendRequest, key } from "./requests.ts"
import { columns } from "../../core/test/documentedDefaults.ts"
import { temporaryFiles } from "./temporaryFiles.ts"
import { families, samples } from "./prometheus.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"
// Not a real key. It has every kind of character that a key may contain.
const canary = "Qz7wK9x.Vb3Tn5-Jh8Rd2_Lf4~Gm6"
const plainCanary = "Vb3Tn5Jh8Rd2Lf4Gm6Ps1Yc0Qz7wK9xHd4Tz8Wq6"

const served = (options: ReferenceServerOptions) => Effect.provide(ReferenceServer.layerInProcess(options))

/** Returns the parts of a key, eight characters long, that a string contains in any encoding. */
const traces = (text: string, secret: string): ReadonlyArray<string> => {
  const twice = encodeURIComponent(encodeURIComponent(secret))
  return [secret, encodeURIComponent(secret), encodeURI(secret), twice].flatMap((form) =>
    Array.from({ length: form.length - 7 }, (_, from) => form.slice(from, from + 8)).filter((part) =>
      text.includes(part)
    )
  )
}

/** Returns requests that contain a key in all positions, intended or mistaken. */
const requestsWith = (
  secret: string
): ReadonlyArray<readonly [path: string, headers: Readonly<Record<string, string>>]> => {
  const encoded = encodeURIComponent(secret)
  const everyCharacter = Array.from(secret, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join("")
  return [
    [complaints, { "x-api-key": secret }],
    [`${complaints}?api_key=${encoded}`, {}],
    [`${complaints}?api_key=${encoded}&state=Ohio&api_key=${encoded}`, {}],
    [`${complaints}?api_key=${encoded}`, { "x-api-key": secret }],
    [`${complaints}?API_KEY=${encoded}`, {}],
    [`${complaints}?api%5Fkey=${encoded}`, {}],
    [`${complaints}?api-key=${encoded}&apikey=${encoded}&X-Api-Key=${encoded}&key=${encoded}`, {}],
    [`${complaints}?api_key[]=${encoded}&%20api_key=${encoded}`, {}],
    [`${complaints}?state=${encoded}`, {}],
    [`${complaints}?state=${encodeURIComponent(encoded)}`, {}],
    [`${complaints}?state=${everyCharacter}`, {}],
    [`${complaints}?${encoded}`, {}],
    [`${complaints}?${encoded}=1`, {}],
    [`${complaints}?api_key=${secret}`, {}],
    [`${complaints}?state=${secret}`, {}],
    [`${complaints}/${encoded}`, {}],
    [`${complaints}/${secret}`, {}],
    [`${notices}/${everyCharacter}`, {}],
    [`/${encoded}/v0?api_key=${encoded}#${encoded}`, {}],
    [`/v0/api_key=${encoded}`, {}],
    [`${complaints}/x${encoded}%zz`, {}]
  ]
}

const request = (path: string, headers: Readonly<Record<string, string>>): ServiceRequest => ({
  method: "GET",
  url: path,
  headers,
  isSecure: true
})

describe("the request log", () => {
  it("shows no key that the server knows, wherever it is put", () => {
    for (const secret of [canary, plainCanary]) {
      const keys = new Set(["DEMO_KEY", secret])
      for (const [path, headers] of requestsWith(secret)) {
        const shown = maskedUrl(request(path, headers), keys)
        assert.deepStrictEqual(traces(shown, secret), [], `${path} was shown as ${shown}`)
      }
    }
  })

  it("shows no unknown key if it is sent as a key or looks like a real one", () => {
    const keys = new Set(["DEMO_KEY"])
    for (const [path, headers] of requestsWith(plainCanary)) {
      assert.deepStrictEqual(traces(maskedUrl(request(path, headers), keys), plainCanary), [], path)
    }
    const short = "not-a-key-of-ours"
    for (const [path, headers] of requestsWith(short).slice(0, 8)) {
      assert.deepStrictEqual(traces(maskedUrl(request(path, headers), keys), short), [], path)
    }
    const masked = maskedUrl(request(`${complaints}/${short}?city=${short}`, { "x-api-key": short }), keys)
    assert.strictEqual(masked, `${complaints}/••••?city=••••`)
  })

  it("masks a key that is encoded once or twice, wherever it is", () => {
    const known = "plus+and&more=50%"
    const once = encodeURIComponent(known)
    for (const [path, expected] of [
      [`/v0/${once}/x`, "/v0/••••/x"],
      [`/v0/${encodeURIComponent(once)}/x`, "/v0/••••/x"],
      ["/v0/plus+and%26more=50%25", "/v0/••••"],
      ["/v0/plus%2Band&more=50%25", "/v0/••••"],
      [`${complaints}?${once}=1`, `${complaints}?••••=1`],
      [`${complaints}?state=${encodeURIComponent(once)}`, `${complaints}?state=••••`]
    ] as const) {
      assert.strictEqual(maskedUrl(request(path, {}), new Set([known])), expected, path)
    }
    // Decoding this key would change it.
    assert.strictEqual(maskedUrl(request("/v0/a%41b", {}), new Set(["a%41b"])), "/v0/••••")
  })

  it("masks the value of every parameter that looks like a misspelled api_key", () => {
    for (const name of ["apiKey", "x-api-key", "key", "Token", "_secret"]) {
      assert.strictEqual(maskedUrl(request(`/v0?${name}=a&monkey=b`, {}), new Set()), `/v0?${name}=••••&monkey=b`)
    }
  })

  it.effect("shows no key that is sent as the method", () => {
    const methods: Array<string> = []
    return Effect.gen(function* () {
      const { handle } = yield* makeCore({ apiKeys: ["canary"], log: ({ method }) => methods.push(method) })
      for (const method of ["canary", "PURGE"]) handle({ ...request(complaints, {}), method })
      assert.deepStrictEqual(methods, ["••••", "PURGE"])
    })
  })

  it("masks a key of the request of at least eight characters in its path as well", () => {
    const none = new Set<string>()
    for (const [sent, shown] of [
      ["Ohio-key", "••••"],
      ["Ohio-ke", "Ohio-ke"]
    ] as const) {
      assert.strictEqual(maskedUrl(request(`/v0/${sent}?Api-Key=${sent}`, {}), none), `/v0/${shown}?Api-Key=••••`)
      assert.strictEqual(maskedUrl(request(`/v0/${sent}`, { "x-api-key": sent }), none), `/v0/${shown}`)
    }
  })

  it("preserves the rest of the URL", () => {
    const keys = new Set([canary, "DEMO_KEY"])
    const shown = maskedUrl(
      request(`${complaints}?state=%22New+York%22&api_key=${encodeURIComponent(canary)}&offset=5`, {}),
      keys
    )
    assert.strictEqual(shown, `${complaints}?state=%22New%20York%22&offset=5`)
    for (const plain of [`${complaints}/0123456789abcdef0123456789abcdef`, "/nowhere", "/%zz", "//", "/?=", "/?x"]) {
      const expected = { "/?=": "/?=", "/?x": "/?x=" }[plain] ?? plain
      assert.strictEqual(maskedUrl(request(plain, {}), keys), expected)
    }
  })

  it.effect("reports the time to create a response, plus its delay", () => {
    const entries: Array<RequestLogEntry> = []
    return Effect.gen(function* () {
      yield* (yield* ReferenceServer).faults.next({ do: "delay", ms: 5_000 })
      const before = performance.now()
      const fiber = yield* Effect.forkChild(sendRequest(complaints), { startImmediately: true })
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(fiber)
      const passed = performance.now() - before
      const reported = entries[0]?.milliseconds ?? 0
      assert.isAbove(reported, 5_000)
      assert.isAtMost(reported, 5_000 + passed)
    }).pipe(served({ log: (entry) => void entries.push(entry) }))
  })

  it.effect("reports the status, bytes, time, error code and fault of each request", () => {
    const entries: Array<RequestLogEntry> = []
    return Effect.gen(function* () {
      const response = yield* sendRequest(`${complaints}?items_per_page=1`)
      yield* sendRequest(complaints, {})
      yield* sendRequest(`${notices}?filter[nope]=1`)
      yield* sendRequest(complaints, { method: "HEAD", headers: key })
      yield* sendRequest("/nowhere", { method: "POST" })
      yield* sendRequest("/health", {})
      const [first, ...others] = entries
      assert.strictEqual(first?.bytes, new TextEncoder().encode(response.text).length)
      assert.strictEqual(first?.at, 0)
      assert.isAbove(first?.milliseconds ?? 0, 0)
      assert.deepStrictEqual(
        others.map(({ errorCode, fault, method, status }) => [method, status, errorCode, fault]),
        [
          ["GET", 403, "API_KEY_MISSING", null],
          ["GET", 400, "INVALID_PARAMETERS", null],
          ["HEAD", 200, null, "overlap"],
          ["POST", 404, "NOT_FOUND", null],
          ["GET", 200, null, null]
        ]
      )
      assert.strictEqual(others[2]?.bytes, 0)
    }).pipe(
      served({
        log: (entry) => entries.push(entry),
        faults: { faults: [{ on: { path: complaints, requests: [2] }, do: "overlap" }] }
      })
    )
  })

  it.effect("does not affect the response if it throws", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* sendRequest(complaints)).status, 200)
    }).pipe(
      served({
        log: () => {
          throw new Error("the disk is full")
        }
      })
    )
  )
})

const injected: ReadonlyArray<Fault> = [
  { on: { path: complaints, requests: [2] }, do: "delay", ms: 0 },
  { on: { path: complaints, requests: [3] }, do: "status", status: 503 }
]

describe("GET /metrics", () => {
  it.effect("counts requests, faults and records in a format that an independent parser accepts", () =>
    Effect.gen(function* () {
      const bodies = [yield* sendRequest(complaints), yield* sendRequest(complaints), yield* sendRequest(complaints)]
      const rejected = yield* sendRequest(complaints, {})
      const health = yield* sendRequest("/health", {})
      const unknown = [yield* sendRequest("/nowhere", {}), yield* sendRequest("/elsewhere", {})]
      yield* sendRequest(`${complaints}/0000`)
      const over = yield* sendRequest(notices)
      const preflight = yield* sendRequest(complaints, { method: "OPTIONS" })
      const response = yield* sendRequest("/metrics", {})
      assert.strictEqual(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8")
      const counted = samples(response.text)
      for (const [name, value] of [
        [`requests_total{route="${complaints}",status="200"}`, 2],
        [`requests_total{route="${complaints}",status="503"}`, 1],
        [`requests_total{route="${complaints}",status="403"}`, 1],
        [`requests_total{route="${complaints}",status="204"}`, 1],
        [`requests_total{route="${complaints}/{id}",status="404"}`, 1],
        [`requests_total{route="${notices}",status="429"}`, 1],
        [`requests_total{route="/health",status="200"}`, 1],
        [`requests_total{route="none",status="404"}`, 2],
        [`refused_total{reason="API_KEY_MISSING"}`, 1],
        [`refused_total{reason="OVER_RATE_LIMIT"}`, 1],
        [`refused_total{reason="NOT_FOUND"}`, 3],
        [`faults_total{fault="delay"}`, 1],
        [`faults_total{fault="status"}`, 1],
        [`records{collection="complaints"}`, 14_034],
        [`records{collection="notices"}`, 3_002],
        ["limited_keys", 1],
        ["limited_requests", 4]
      ] as const) {
        assert.strictEqual(counted.get(`public_records_${name}`), value, name)
      }
      const missing = yield* sendRequest(`${complaints}/0000`)
      const others = [rejected, health, ...unknown, over, preflight, ...bodies]
      assert.strictEqual(missing.status, 429)
      const bytes = others.reduce((sum, { text }) => sum + new TextEncoder().encode(text).length, 0)
      const total = counted.get("public_records_response_bytes_total") ?? 0
      // The first 404 for the unknown complaint, sent before the limit was reached.
      assert.strictEqual(
        total - bytes,
        '{"error":{"code":"NOT_FOUND","message":"There is no complaint with this id."}}'.length
      )
      const [resident = 0, used = 0] = ["process_resident_memory_bytes", "nodejs_heap_size_used_bytes"].map((name) =>
        counted.get(name)
      )
      assert.isAbove(used, 1_000_000)
      assert.isAbove(resident, used)
    }).pipe(served({ faults: { faults: injected }, rateLimit: { limit: 4, window: "1 hour" } }))
  )

  it.effect("counts requests by their route, without ids and names of files", () =>
    Effect.gen(function* () {
      for (const path of ["/", "/metrics", "/openapi.json", "/docs", "/docs/page.css", notices, `${notices}/x`]) {
        yield* sendRequest(path, {})
      }
      const counted = samples((yield* sendRequest("/metrics", {})).text)
      for (const [route, status, count] of [
        ["/", 302, 1],
        ["/metrics", 200, 1],
        ["/openapi.json", 200, 1],
        ["/docs", 200, 2],
        [notices, 403, 1],
        [`${notices}/{id}`, 403, 1]
      ] as const) {
        const name = `public_records_requests_total{route="${route}",status="${status}"}`
        assert.strictEqual(counted.get(name), count, name)
      }
    }).pipe(served({}))
  )

  it.effect("has buckets that separate quick responses from slow ones", () =>
    Effect.gen(function* () {
      yield* sendRequest("/health", {})
      for (const ms of [2_000, 20_000, 60_000]) {
        yield* (yield* ReferenceServer).faults.next({ do: "delay", ms })
        const fiber = yield* Effect.forkChild(sendRequest(`${complaints}/x`), { startImmediately: true })
        yield* TestClock.adjust("1 minute")
        yield* Fiber.join(fiber)
      }
      const [histogram] = families((yield* sendRequest("/metrics", {})).text).flatMap(({ metrics, name }) =>
        name === "public_records_request_duration_seconds" ? metrics : []
      )
      const { "1": second, "5": fiveSeconds, "30": halfMinute, "+Inf": all } = histogram?.buckets ?? {}
      assert.deepStrictEqual([second, fiveSeconds, halfMinute, all], ["1", "2", "3", "4"])
    }).pipe(served({}))
  )

  it.effect("has a cumulative histogram of durations whose last bucket contains all requests", () =>
    Effect.gen(function* () {
      const before = performance.now()
      for (let request = 0; request < 5; request++) yield* sendRequest(complaints)
      const seconds = (performance.now() - before) / 1000
      const { text } = yield* sendRequest("/metrics", {})
      const family = families(text).find(({ name }) => name === "public_records_request_duration_seconds")
      assert.strictEqual(family?.type, "HISTOGRAM")
      const [histogram] = family?.metrics ?? []
      const counts = Object.entries(histogram?.buckets ?? {})
        .toSorted(
          ([one], [other]) => Number(one.replace("+Inf", "Infinity")) - Number(other.replace("+Inf", "Infinity"))
        )
        .map(([, count]) => Number(count))
      assert.deepStrictEqual(
        counts,
        counts.toSorted((one, other) => one - other)
      )
      assert.strictEqual(counts.at(-1), 5)
      assert.strictEqual(histogram?.count, "5")
      assert.isAbove(Number(histogram?.sum), 0)
      assert.isAtMost(Number(histogram?.sum), seconds)
    }).pipe(served({}))
  )

  it.effect("has exactly one help text and type for each documented family, and no empty family", () =>
    Effect.gen(function* () {
      yield* sendRequest(complaints, {})
      yield* sendRequest(complaints)
      yield* (yield* ReferenceServer).reload
      const { text } = yield* sendRequest("/metrics", {})
      const read = families(text)
      const documented = Array.from(columns("docs/server.md", "metric", "labels").keys())
        .flatMap((names) => names.replaceAll("`", "").split(", "))
        .map((name) => name.replace("…", "public_records"))
      const onSocket = "public_records_open_connections"
      assert.sameMembers(
        read.map(({ name }) => name),
        documented.filter((name) => name !== onSocket)
      )
      assert.strictEqual(new Set(read.map(({ name }) => name)).size, read.length)
      for (const { help, metrics, name, type } of read) {
        assert.notStrictEqual(help, "", name)
        assert.include(["COUNTER", "GAUGE", "HISTOGRAM"], type, name)
        assert.isAbove(metrics.length, 0, name)
      }
      assert.isTrue(text.endsWith("\n"))
    }).pipe(served({ faults: { faults: [{ do: "html" }] } }))
  )

  it.effect("needs no key and no HTTPS, has no limit and handles methods like other routes", () =>
    Effect.gen(function* () {
      const { fetch } = yield* ReferenceServer
      for (let request = 0; request < 3; request++) {
        const plain = yield* Effect.promise(() => fetch("http://reference-server.invalid/metrics"))
        assert.strictEqual(plain.status, 200)
        assert.isNull(plain.headers.get("x-ratelimit-limit"))
      }
      const head = yield* sendRequest("/metrics", { method: "HEAD" })
      assert.strictEqual(head.status, 200)
      assert.strictEqual(head.text, "")
      assert.isAbove(Number(head.headers.get("content-length")), 500)
      assert.strictEqual((yield* sendRequest("/metrics", { method: "OPTIONS" })).status, 204)
      assert.strictEqual((yield* sendRequest("/metrics", { method: "POST" })).status, 405)
      assert.strictEqual((yield* sendRequest("/metrics/x", {})).status, 404)
    }).pipe(served({ rateLimit: { limit: 1, window: "1 hour" } }))
  )

  it.live("reports the number of open connections on a socket", () =>
    Effect.gen(function* () {
      const { text } = yield* sendRequest("/metrics", {})
      assert.isAtLeast(samples(text).get("public_records_open_connections") ?? 0, 1)
    }).pipe(Effect.provide(ReferenceServer.layerSocket({ port: 0, tls: "off", allowHttp: true })))
  )

  it.effect("counts reloads, separately for each server", () =>
    Effect.gen(function* () {
      const server = yield* ReferenceServer
      yield* server.reload
      yield* server.reload
      const here = samples((yield* sendRequest("/metrics", {})).text)
      assert.strictEqual(here.get('public_records_reloads_total{outcome="done"}'), 2)
      yield* Effect.gen(function* () {
        const there = samples((yield* sendRequest("/metrics", {})).text)
        assert.isUndefined(there.get('public_records_reloads_total{outcome="done"}'))
        assert.isUndefined(there.get("public_records_limited_keys"))
      }).pipe(served({ rateLimit: "off" }))
    }).pipe(served({}))
  )

  it.effect("counts reloads that failed", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFiles({ "day.csv": dailyFile("Parma", 1) })
      yield* Effect.gen(function* () {
        const server = yield* ReferenceServer
        yield* Effect.promise(() => rm(path("day.csv")))
        yield* Effect.flip(server.reload)
        const metrics = samples((yield* sendRequest("/metrics", {})).text)
        assert.strictEqual(metrics.get('public_records_reloads_total{outcome="failed"}'), 1)
        assert.isUndefined(metrics.get('public_records_reloads_total{outcome="done"}'))
      }).pipe(served({ data: [path("day.csv")] }))
    })
  )

  it.effect("shows no key, wherever it is put, and no more lines for more of them", () =>
    Effect.gen(function* () {
      const server = yield* ReferenceServer
      yield* sendRequest("/metrics", {})
      const before = (yield* sendRequest("/metrics", {})).text
      for (const secret of [canary, plainCanary]) {
        for (const [path, headers] of requestsWith(secret)) {
          yield* Effect.promise(() => server.fetch(server.url + path, { headers: { ...headers } }))
        }
      }
      for (let id = 0; id < 500; id++) yield* sendRequest(`${complaints}/${id}-${canary}`, {})
      const { text } = yield* sendRequest("/metrics", {})
      assert.deepStrictEqual([...traces(text, canary), ...traces(text, plainCanary)], [])
      assert.isBelow(text.split("\n").length - before.split("\n").length, 20)
    }).pipe(served({ apiKeys: [canary, plainCanary] }))
  )
})
