import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { type FaultSchedule, type NextFault, ReferenceServer, type ReferenceServerOptions } from "../src/index.ts"
import { startReferenceServer } from "../src/startReferenceServer.ts"
import { ids, sendRequest } from "./requests.ts"
import { temporaryFiles } from "./temporaryFiles.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"

const served = (options: ReferenceServerOptions = {}) => Effect.provide(ReferenceServer.layerInProcess(options))
const faulty = (faults: FaultSchedule["faults"]) => served({ faults: { seed: 7, faults } })

const statuses = (...paths: ReadonlyArray<string>) =>
  Effect.forEach(paths, (path) => Effect.map(sendRequest(path), ({ status }) => status))

const many = Array.from({ length: 40 }, () => `${complaints}/x`)

describe("a schedule of faults", () => {
  it.effect("affects only the numbered requests of its path, and every nth one that passed the gates", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* sendRequest(complaints, {})).status, 403)
      const sent = yield* statuses(complaints, notices, complaints, complaints, `${complaints}/x`, complaints, notices)
      assert.deepStrictEqual(sent, [200, 200, 503, 503, 404, 500, 200])
      assert.strictEqual((yield* sendRequest("/health")).status, 200)
    }).pipe(
      faulty([
        { on: { path: complaints, requests: [2, 3] }, do: "status", status: 503 },
        { on: { every: 6 }, do: "status", status: 500 }
      ])
    )
  )

  it.effect(
    "draws the same requests for the same seed, one draw for each request, whatever its other conditions are",
    () =>
      Effect.gen(function* () {
        const { faults } = yield* ReferenceServer
        const half = { path: `${complaints}/*`, probability: 0.5 }
        const drawn = Effect.fnUntraced(function* (seed: number, ...scheduled: FaultSchedule["faults"]) {
          yield* faults.set({ seed, faults: scheduled })
          return yield* statuses(...many)
        })
        const first = yield* drawn(5, { on: half, do: "status", status: 503 })
        assert.deepStrictEqual(new Set(first), new Set([404, 503]))
        assert.deepStrictEqual(yield* drawn(5, { on: half, do: "status", status: 503 }), first)
        assert.notDeepEqual(yield* drawn(6, { on: half, do: "status", status: 503 }), first)
        const requests = [2, 5, 11, 12, 17, 20]
        const both = yield* drawn(5, { on: { ...half, requests, every: 2 }, do: "status", status: 503 })
        const isMeant = (number: number) => number % 2 === 0 && requests.includes(number)
        assert.deepStrictEqual(
          both,
          first.map((status, index) => (isMeant(index + 1) ? status : 404))
        )
        // The second fault draws like the first one with the next seed.
        const never = { on: { probability: 0 }, do: "status", status: 500 } as const
        assert.deepStrictEqual(yield* drawn(4, never, { on: half, do: "status", status: 503 }), first)
      }).pipe(served())
  )

  it.effect("delays by the sum of all delays, then applies the first other fault, and the history names them", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(sendRequest(complaints))
      yield* TestClock.adjust("599 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(fiber)).status, 503)
      assert.deepStrictEqual(yield* (yield* ReferenceServer).faults.history, [
        { number: 1, path: complaints, applied: ["delay", "delay", "status"], delayMillis: 600 }
      ])
    }).pipe(
      faulty([
        { do: "delay", ms: 200 },
        { do: "status", status: 503 },
        { do: "status", status: 500 },
        { do: "delay", ms: 400 }
      ])
    )
  )

  it.effect("delays no longer than a timer can", () =>
    Effect.gen(function* () {
      const slow = yield* Effect.forkChild(sendRequest(complaints))
      yield* TestClock.adjust("24 days")
      assert.isUndefined(slow.pollUnsafe())
      yield* TestClock.adjust("1 days")
      assert.strictEqual((yield* Fiber.join(slow)).status, 200)
    }).pipe(
      faulty([
        { do: "delay", ms: 2_147_483_647 },
        { do: "delay", ms: 2_147_483_647 }
      ])
    )
  )

  it.effect("is read from a file, and an unusable file fails with a one-line message", () =>
    Effect.gen(function* () {
      const files = {
        "syntax.json": "{",
        "empty.json": "{}",
        "kind.json": '{"faults":[{"do":"explode"}]}',
        "member.json": '{"faults":[{"do":"stall","on":{"evry":2}}]}',
        "faults.json": '{"seed":1,"faults":[{"do":"status","status":503}]}'
      }
      const path = yield* temporaryFiles(files)
      const request = (file: string) => sendRequest(complaints).pipe(served({ faults: file }))
      assert.strictEqual((yield* request(path("faults.json"))).status, 503)
      for (const name of ["none.json", ...Object.keys(files).filter((name) => name !== "faults.json")]) {
        const error = yield* Effect.flip(request(path(name)))
        const message = error instanceof Error ? error.message : ""
        const problem = name === "none.json" ? "cannot be read" : "cannot be used: "
        assert.isTrue(message.startsWith(`The faults file ${path(name)} ${problem}`), message)
        assert.notInclude(message, "\n")
      }
    }).pipe(Effect.scoped)
  )
})

describe("the fault control of a running server", () => {
  it.effect("injects single faults into the next requests, before the schedule, which still counts them", () =>
    Effect.gen(function* () {
      const { faults } = yield* ReferenceServer
      yield* faults.next({ do: "status", status: 500 })
      yield* faults.next({ do: "status", status: 502 })
      assert.deepStrictEqual(yield* statuses(complaints, complaints, complaints, complaints), [500, 502, 503, 200])
    }).pipe(faulty([{ on: { requests: [2, 3] }, do: "status", status: 503 }]))
  )

  it.effect("waits for a request with the path that passes the gates", () =>
    Effect.gen(function* () {
      const { faults } = yield* ReferenceServer
      yield* faults.next({ on: { path: notices }, do: "status", status: 500 })
      yield* faults.next({ on: { path: `${complaints}/*` }, do: "status", status: 502 })
      assert.deepStrictEqual(yield* statuses(complaints, `${complaints}/x`, `${notices}/x`), [200, 502, 404])
      assert.strictEqual((yield* sendRequest(notices, {})).status, 403)
      assert.deepStrictEqual(yield* statuses(notices, notices), [500, 200])
    }).pipe(served())
  )

  it.effect("starts from the beginning, without single faults and history, if a schedule is set or cleared", () =>
    Effect.gen(function* () {
      const { faults } = yield* ReferenceServer
      const numbers = Effect.map(faults.history, (history) => history.map(({ number }) => number))
      const schedule = { faults: [{ on: { requests: [2] }, do: "status", status: 503 }] } as const
      for (const [restart, second] of [
        [faults.set(schedule), 503],
        [faults.clear, 200]
      ] as const) {
        yield* faults.next({ do: "reset" })
        yield* restart
        assert.deepStrictEqual(yield* numbers, [])
        assert.deepStrictEqual(yield* statuses(complaints, complaints), [200, second])
        assert.deepStrictEqual(yield* numbers, [1, 2])
      }
    }).pipe(served())
  )

  it.effect("remembers the last thousand requests", () =>
    Effect.gen(function* () {
      const { faults } = yield* ReferenceServer
      yield* statuses(...Array.from({ length: 1_002 }, () => `${complaints}/x`))
      const [first, ...others] = yield* faults.history
      assert.deepStrictEqual([first?.number, others.length], [3, 999])
    }).pipe(served({ rateLimit: "off" }))
  )

  it.effect("replaces the effect of a quirk on a page, for one request, and sends no ETag with the changed page", () =>
    Effect.gen(function* () {
      const { faults } = yield* ReferenceServer
      const page = (offset: number) => sendRequest(`${complaints}?items_per_page=20&offset=${offset}`)
      const quirky = yield* page(14)
      yield* faults.next({ do: "overlap" })
      const overlapping = yield* page(10)
      assert.deepStrictEqual(ids(overlapping), ids(quirky))
      assert.isNull(overlapping.headers.get("etag"))
      assert.notDeepEqual(ids(yield* page(10)), ids(quirky))
      assert.isNotNull(quirky.headers.get("etag"))
    }).pipe(served({ quirks: { overlaps: 5 } }))
  )

  it.effect("leaves the faults unchanged if it rejects new ones", () =>
    Effect.gen(function* () {
      const { faults } = yield* ReferenceServer
      yield* faults.set({ faults: [{ do: "status", status: 503 }] })
      yield* Effect.flip(faults.set({ faults: [{ do: "status" }] }))
      const { message } = yield* Effect.flip(faults.next({ do: "delay" }))
      assert.isTrue(message.startsWith("The fault cannot be used: "), message)
      assert.deepStrictEqual(yield* statuses(complaints), [503])
    }).pipe(served())
  )

  it("works without Effect", async () => {
    const { close, faults, fetch, url } = await startReferenceServer({ rateLimit: "off" })
    const requestStatus = async () => (await fetch(`${url}${complaints}?api_key=DEMO_KEY&items_per_page=1`)).status
    const unusableFault: NextFault = { do: "delay" }
    try {
      faults.next({ do: "status", status: 502 })
      faults.set({ faults: [{ on: { every: 2 }, do: "status", status: 503 }] })
      assert.deepStrictEqual([await requestStatus(), await requestStatus()], [200, 503])
      const applied = faults.history().map((request) => request.applied)
      assert.deepStrictEqual(applied, [[], ["status"]])
      assert.throws(() => faults.next(unusableFault), /The fault cannot be used: /)
      faults.clear()
      assert.deepStrictEqual([await requestStatus(), await requestStatus()], [200, 200])
    } finally {
      await close()
    }
  })
})
