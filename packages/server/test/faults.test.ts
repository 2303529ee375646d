import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { type FaultSchedule, ReferenceServer, type ReferenceServerOptions } from "../src/index.ts"
import { sendRequest, at, data, ids } from "./requests.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"

const faulty = (faults: FaultSchedule["faults"], options: ReferenceServerOptions = {}) =>
  Effect.provide(ReferenceServer.layerInProcess({ faults: { seed: 7, faults }, ...options }))

describe("faults", () => {
  it.effect("affect only the numbered requests of their path", () =>
    Effect.gen(function* () {
      const statuses: Array<number> = []
      for (const path of [complaints, notices, complaints, complaints, `${complaints}/x`, complaints]) {
        statuses.push((yield* sendRequest(path)).status)
      }
      assert.deepStrictEqual(statuses, [200, 200, 503, 503, 404, 200])
    }).pipe(faulty([{ on: { path: complaints, requests: [2, 3] }, do: "status", status: 503, retryAfter: 1 }]))
  )

  it.effect("affect every nth request to both collections, after the gates, and count against the limit", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* sendRequest(complaints, {})).status, 403)
      assert.strictEqual((yield* sendRequest(complaints)).status, 200)
      const failed = yield* sendRequest(`${notices}/x`)
      assert.strictEqual(failed.status, 500)
      assert.strictEqual(failed.headers.get("retry-after"), "soon")
      assert.strictEqual(failed.headers.get("x-extra"), "1")
      assert.strictEqual(failed.text, "gone")
      assert.strictEqual(failed.headers.get("x-ratelimit-remaining"), "998")
      assert.strictEqual((yield* sendRequest("/health")).status, 200)
    }).pipe(
      faulty([
        { on: { every: 2 }, do: "status", status: 500, retryAfter: "soon", headers: { "X-Extra": "1" }, body: "gone" }
      ])
    )
  )

  it.effect("affect the same random requests for the same seed", () => {
    const run = (seed: number) =>
      Effect.gen(function* () {
        const statuses: Array<number> = []
        for (let request = 0; request < 40; request++) statuses.push((yield* sendRequest(complaints)).status)
        return statuses
      }).pipe(
        faulty([], {
          faults: { seed, faults: [{ on: { path: "/v0/*", probability: 0.3 }, do: "status", status: 502 }] }
        })
      )
    return Effect.gen(function* () {
      const first = yield* run(7)
      assert.deepStrictEqual(yield* run(7), first)
      assert.notDeepEqual(yield* run(8), first)
      const failed = first.filter((status) => status === 502).length
      assert.isTrue(failed > 4 && failed < 22, String(failed))
    })
  })

  it.effect("delay by the sum of all matching delays, then apply the first other fault", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(sendRequest(complaints))
      yield* TestClock.adjust("599 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(fiber)).status, 503)
    }).pipe(
      faulty([
        { do: "delay", ms: 200 },
        { do: "status", status: 503 },
        { do: "status", status: 500 },
        { do: "delay", ms: 400 }
      ])
    )
  )

  it.effect("send malformed JSON, an error page, half a body or nothing", () =>
    Effect.gen(function* () {
      const malformed = yield* sendRequest(complaints)
      assert.strictEqual(malformed.status, 200)
      assert.isUndefined(malformed.json)
      const html = yield* sendRequest(complaints)
      assert.strictEqual(html.status, 502)
      assert.match(html.headers.get("content-type") ?? "", /^text\/html/)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(sendRequest(complaints))))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(sendRequest(complaints))))
      assert.strictEqual((yield* sendRequest(complaints)).status, 200)
    }).pipe(
      faulty([
        { on: { requests: [1] }, do: "malformed" },
        { on: { requests: [2] }, do: "html" },
        { on: { requests: [3] }, do: "truncate" },
        { on: { requests: [4] }, do: "reset" }
      ])
    )
  )

  it.effect("stall until the client gives up", () =>
    Effect.gen(function* () {
      const { fetch, url } = yield* ReferenceServer
      const controller = new AbortController()
      const response = yield* Effect.promise(() =>
        fetch(url + complaints, { headers: { "X-Api-Key": "DEMO_KEY" }, signal: controller.signal })
      )
      assert.strictEqual(response.status, 200)
      const reading = yield* Effect.forkChild(Effect.exit(Effect.tryPromise(() => response.text())))
      controller.abort()
      assert.isTrue(Exit.isFailure(yield* Fiber.join(reading)))
    }).pipe(faulty([{ do: "stall" }]))
  )

  it.effect("start a page one record early or repeat a record", () =>
    Effect.gen(function* () {
      const unchanged = yield* sendRequest(`${complaints}?offset=9&items_per_page=3`)
      const early = yield* sendRequest(`${complaints}?offset=10&items_per_page=3`)
      assert.deepStrictEqual(ids(early), ids(unchanged))
      const doubled = yield* sendRequest(`${complaints}?offset=9&items_per_page=3`)
      const [first = ""] = ids(unchanged)
      assert.deepStrictEqual(ids(doubled), [first, ...ids(unchanged)])
    }).pipe(
      faulty([
        { on: { requests: [2] }, do: "overlap" },
        { on: { requests: [3] }, do: "duplicate" }
      ])
    )
  )

  it.effect("add a new record, which remains", () =>
    Effect.gen(function* () {
      for (const [path, newest] of [
        [complaints, "created-date"],
        [notices, "created"]
      ] as const) {
        const before = yield* sendRequest(path)
        const after = yield* sendRequest(path)
        assert.deepStrictEqual(ids(after).slice(1), ids(before).slice(0, 49))
        const [arrived, known] = data(after)
        assert.isTrue(String(at(arrived, "attributes", newest)) > String(at(known, "attributes", newest)))
        assert.deepStrictEqual(ids(yield* sendRequest(path)), ids(after))
        assert.notStrictEqual(after.headers.get("etag"), before.headers.get("etag"))
      }
      assert.strictEqual((yield* ReferenceServer).dataSet.complaints, 14_035)
    }).pipe(
      faulty([
        { on: { path: complaints, requests: [2] }, do: "mutate" },
        { on: { path: notices, requests: [2] }, do: "mutate" }
      ])
    )
  )

  it.effect("are read from a file, and an unusable file fails with a one-line message", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "reference-server-"))),
        (made) => Effect.promise(() => rm(made, { recursive: true }))
      )
      const file = join(folder, "faults.json")
      const served = () =>
        sendRequest(complaints).pipe(Effect.provide(ReferenceServer.layerInProcess({ faults: file })))
      const missing = yield* Effect.flip(served())
      assert.strictEqual(missing instanceof Error && missing.message, `The faults file ${file} cannot be read.`)
      for (const text of [
        "{",
        "{}",
        '{"faults":[{"do":"explode"}]}',
        '{"faults":[{"do":"status"}]}',
        '{"faults":[{"do":"stall","on":{"evry":2}}]}'
      ]) {
        yield* Effect.promise(() => writeFile(file, text))
        const unusable = yield* Effect.flip(served())
        const message = unusable instanceof Error ? unusable.message : ""
        assert.isTrue(message.startsWith(`The faults file ${file} cannot be used: `), message)
        assert.notInclude(message, "\n")
      }
      yield* Effect.promise(() => writeFile(file, '{"seed":1,"faults":[{"do":"status","status":503}]}'))
      assert.strictEqual((yield* served()).status, 503)
    }).pipe(Effect.scoped)
  )
})
