import { rm } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { columns } from "../../core/test/documentedDefaults.ts"
import { FaultKind } from "../src/faults/FaultKind.ts"
import { type Fault, ReferenceServer, type ReferenceServerOptions } from "../src/index.ts"
import { dailyFile } from "./dailyFile.ts"
import { key, sendRequest } from "./requests.ts"
import { canary, plainCanary, requestsWith, traces } from "./sentKeys.ts"
import { lastRequest, rawConnection } from "./rawSocket.ts"
import { temporaryFiles } from "./temporaryFiles.ts"
import { families, samples } from "./prometheus.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"

const served = (options: ReferenceServerOptions) => Effect.provide(ReferenceServer.layerInProcess(options))

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
      for (const path of ["/", "/metrics", "/openapi.json", "/docs", notices, `${notices}/x`]) {
        yield* sendRequest(path, {})
      }
      const counted = samples((yield* sendRequest("/metrics", {})).text)
      for (const [route, status, count] of [
        ["/", 302, 1],
        ["/metrics", 200, 1],
        ["/openapi.json", 200, 1],
        ["/docs", 200, 1],
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
      const open = Effect.map(sendRequest("/metrics", {}), ({ text }) =>
        samples(text).get("public_records_open_connections")
      )
      assert.strictEqual(yield* open, 1)
      const { end, send } = yield* rawConnection((yield* ReferenceServer).url)
      assert.strictEqual(yield* open, 2)
      send(lastRequest("GET", "/health"))
      yield* end
      yield* Effect.repeat(open, { until: (count) => count === 1 })
    }).pipe(Effect.scoped, Effect.provide(ReferenceServer.layerSocket({ port: 0, tls: "off", allowHttp: true })))
  )

  it.effect("counts a HEAD like a GET, without bytes", () =>
    Effect.gen(function* () {
      const { byteLength } = new TextEncoder().encode((yield* sendRequest("/health", {})).text)
      yield* sendRequest("/health", { method: "HEAD" })
      const counted = samples((yield* sendRequest("/metrics", {})).text)
      assert.strictEqual(counted.get('public_records_requests_total{route="/health",status="200"}'), 2)
      assert.strictEqual(counted.get("public_records_response_bytes_total"), byteLength)
    }).pipe(served({}))
  )

  it.effect("counts every fault of a request", () =>
    Effect.gen(function* () {
      yield* sendRequest(complaints)
      const counted = samples((yield* sendRequest("/metrics", {})).text)
      const faults = ["delay", "html"].map((fault) => counted.get(`public_records_faults_total{fault="${fault}"}`))
      assert.deepStrictEqual(faults, [2, 1])
    }).pipe(
      served({
        faults: {
          faults: [{ do: "delay", ms: 0 }, { do: "delay", ms: 0 }, { do: "html" }, { do: "stall" }]
        }
      })
    )
  )

  it.effect.each(FaultKind.literals)("counts the fault %s", (kind) =>
    Effect.gen(function* () {
      const server = yield* ReferenceServer
      const fault = { do: kind, ...(kind === "status" ? { status: 503 } : {}), ...(kind === "delay" ? { ms: 0 } : {}) }
      yield* server.faults.next(fault)
      // A reset request fails, and the body of a stalled one never ends.
      yield* Effect.exit(Effect.tryPromise((signal) => server.fetch(server.url + complaints, { headers: key, signal })))
      const counted = samples((yield* sendRequest("/metrics", {})).text)
      const faults = [...counted].filter(([name]) => name.startsWith("public_records_faults_total"))
      assert.deepStrictEqual(faults, [[`public_records_faults_total{fault="${kind}"}`, 1]])
    }).pipe(served({}))
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
