import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import {
  type Fault,
  type NextFault,
  ReferenceServer,
  type ReferenceServerOptions,
  startReferenceServer
} from "../src/index.ts"
import { faultControlOf, makeFaultInjector } from "../src/faults/FaultControl.ts"
import { at, ids, sendRequest } from "./requests.ts"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"
const served = (options: ReferenceServerOptions = {}) => Effect.provide(ReferenceServer.layerInProcess(options))

const statuses = (...paths: ReadonlyArray<string>) =>
  Effect.forEach(paths, (path) => Effect.map(sendRequest(path), ({ status }) => status))

const control = Effect.map(makeFaultInjector(), faultControlOf)

const refusal = (fault: Fault) =>
  Effect.gen(function* () {
    return (yield* Effect.flip((yield* control).set({ faults: [fault] }))).message
  })

describe("the fault control of a running server", () => {
  it.effect("injects single faults into the next requests, before the schedule, which still counts them", () =>
    Effect.gen(function* () {
      const { faults } = yield* ReferenceServer
      yield* faults.next({ do: "status", status: 500 })
      yield* faults.next({ do: "status", status: 502 })
      assert.deepStrictEqual(yield* statuses(complaints, complaints, complaints, complaints), [500, 502, 503, 200])
    }).pipe(served({ faults: { faults: [{ on: { requests: [2, 3] }, do: "status", status: 503 }] } }))
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

  it.effect("restarts counts and random draws whenever a schedule is set or cleared", () =>
    Effect.gen(function* () {
      const { faults } = yield* ReferenceServer
      const schedule = { seed: 5, faults: [{ on: { probability: 0.5 }, do: "status", status: 503 }] } as const
      const paths = Array.from({ length: 20 }, () => complaints)
      yield* faults.set(schedule)
      const first = yield* statuses(...paths)
      assert.deepStrictEqual(new Set(first), new Set([200, 503]))
      yield* faults.next({ do: "reset" })
      yield* faults.set(schedule)
      assert.deepStrictEqual(yield* statuses(...paths), first)
      yield* faults.clear
      assert.deepStrictEqual(yield* faults.history, [])
      assert.deepStrictEqual(new Set(yield* statuses(...paths)), new Set([200]))
    }).pipe(served())
  )

  it.effect("draws for the second fault as for the first one with the next seed", () =>
    Effect.gen(function* () {
      const { faults } = yield* ReferenceServer
      const random = { on: { probability: 0.5 }, do: "status", status: 503 } as const
      const never = { on: { probability: 0 }, do: "status", status: 500 } as const
      const paths = Array.from({ length: 20 }, () => complaints)
      yield* faults.set({ seed: 5, faults: [never, random] })
      const second = yield* statuses(...paths)
      yield* faults.set({ seed: 6, faults: [random] })
      assert.deepStrictEqual(yield* statuses(...paths), second)
    }).pipe(served())
  )

  it.effect("reports the faults of each request, delays first", () =>
    Effect.gen(function* () {
      const { faults } = yield* ReferenceServer
      yield* sendRequest(complaints, {})
      yield* sendRequest(`${complaints}?state=Ohio`)
      const slow = yield* Effect.forkChild(sendRequest(`${notices}/x`))
      yield* TestClock.adjust("3 seconds")
      yield* Fiber.join(slow)
      assert.deepStrictEqual(yield* faults.history, [
        { number: 1, path: complaints, applied: [], delayMillis: 0 },
        { number: 2, path: `${notices}/x`, applied: ["delay", "delay", "mutate"], delayMillis: 3_000 }
      ])
    }).pipe(
      served({
        faults: {
          faults: [
            { on: { path: `${notices}/*` }, do: "mutate" },
            { on: { path: `${notices}/*` }, do: "delay", ms: 1_000 },
            { on: { path: "/v0/*", requests: [2] }, do: "delay", ms: 2_000 }
          ]
        }
      })
    )
  )

  it.effect("draws once for each request with its path, whatever its other conditions are", () =>
    Effect.gen(function* () {
      const { faults } = yield* ReferenceServer
      const paths = Array.from({ length: 20 }, () => complaints)
      const half = { path: complaints, probability: 0.5 }
      yield* faults.set({ seed: 5, faults: [{ on: half, do: "status", status: 503 }] })
      const drawn = yield* statuses(...paths)
      const requests = [2, 5, 11, 12, 17, 20]
      for (const [on, isMeant] of [
        [{ ...half, every: 2 }, (number: number) => number % 2 === 0],
        [{ ...half, requests }, (number: number) => requests.includes(number)],
        [{ ...half, requests, every: 2 }, (number: number) => number % 2 === 0 && requests.includes(number)]
      ] as const) {
        yield* faults.set({ seed: 5, faults: [{ on, do: "status", status: 503 }] })
        const expected = drawn.map((status, index) => (isMeant(index + 1) ? status : 200))
        assert.deepStrictEqual(yield* statuses(...paths), expected)
        assert.include(expected, 503)
      }
    }).pipe(served())
  )

  it.effect("counts requests from 1 after each schedule, and its history is a copy", () =>
    Effect.gen(function* () {
      const { faults } = yield* ReferenceServer
      const numbers = Effect.map(faults.history, (history) => history.map(({ number }) => number))
      yield* statuses(complaints, complaints)
      const before = yield* faults.history
      yield* statuses(complaints)
      for (const restart of [faults.clear, faults.set({ faults: [] })]) {
        yield* restart
        assert.deepStrictEqual(yield* numbers, [])
        yield* statuses(complaints, complaints, complaints)
        assert.deepStrictEqual(yield* numbers, [1, 2, 3])
      }
      assert.lengthOf(before, 2)
    }).pipe(served())
  )

  it.effect("sends an empty body and a Retry-After of 0 if a fault names them", () =>
    Effect.gen(function* () {
      const { faults } = yield* ReferenceServer
      for (const fault of ["status", "html"] as const) {
        yield* faults.next({ do: fault, status: 503, retryAfter: 0, body: "" })
        const response = yield* sendRequest(complaints)
        assert.deepStrictEqual(
          [response.status, response.headers.get("retry-after"), response.text],
          [503, "0", ""],
          fault
        )
      }
      yield* faults.next({ do: "malformed", body: "" })
      assert.strictEqual((yield* sendRequest(complaints)).text, "")
    }).pipe(served())
  )

  it.effect("adds a new record to the collection of the request, even if it is for a single record", () =>
    Effect.gen(function* () {
      const server = yield* ReferenceServer
      const sizes = Effect.sync(() => [server.dataSet.complaints, server.dataSet.notices])
      const [complaintsBefore = 0, noticesBefore = 0] = yield* sizes
      yield* server.faults.next({ do: "mutate" })
      yield* sendRequest(`${notices}/unknown`)
      assert.deepStrictEqual(yield* sizes, [complaintsBefore, noticesBefore + 1])
      yield* server.faults.next({ do: "mutate" })
      yield* sendRequest(`${complaints}/unknown`)
      assert.deepStrictEqual(yield* sizes, [complaintsBefore + 1, noticesBefore + 1])
    }).pipe(served())
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
      yield* faults.next({ do: "duplicate" })
      assert.isNull((yield* page(10)).headers.get("etag"))
      assert.isNotNull(quirky.headers.get("etag"))
    }).pipe(served({ quirks: { overlaps: 5 } }))
  )

  it.effect("counts the records of a page with a repeated record as they are sent", () =>
    Effect.gen(function* () {
      const { faults } = yield* ReferenceServer
      yield* faults.next({ do: "duplicate" })
      const { json } = yield* sendRequest(`${complaints}?items_per_page=3`)
      assert.strictEqual(at(json, "meta", "records-this-page"), 4)
      yield* faults.next({ do: "duplicate" })
      assert.strictEqual(at((yield* sendRequest(`${notices}?page[limit]=3`)).json, "meta", "count"), "4")
    }).pipe(served())
  )

  it.effect("records only the last requests", () =>
    Effect.gen(function* () {
      const { faults } = yield* ReferenceServer
      const numbers = Effect.map(faults.history, (history) => history.map(({ number }) => number))
      yield* statuses(...Array.from({ length: 1_002 }, () => `${complaints}/x`))
      const [first, ...others] = yield* numbers
      assert.deepStrictEqual([first, others.length], [3, 999])
    }).pipe(served({ rateLimit: "off" }))
  )

  it.effect("limits the sum of delays to the maximum of a timer", () =>
    Effect.gen(function* () {
      const slow = yield* Effect.forkChild(sendRequest(complaints))
      yield* TestClock.adjust("24 days")
      assert.isUndefined(slow.pollUnsafe())
      yield* TestClock.adjust("1 days")
      assert.strictEqual((yield* Fiber.join(slow)).status, 200)
    }).pipe(
      served({
        faults: {
          faults: [
            { do: "delay", ms: 2_147_483_647 },
            { do: "delay", ms: 2_147_483_647 }
          ]
        }
      })
    )
  )

  const unusable: ReadonlyArray<readonly [Fault, string]> = [
    [{ do: "status" }, '"do": "status" needs a "status"'],
    [{ do: "delay" }, '"do": "delay" needs a number of milliseconds, "ms"'],
    [{ do: "stall", ms: 5 }, '"do": "stall" takes no "ms"'],
    [{ do: "reset", status: 500 }, '"do": "reset" takes no "status"'],
    [{ do: "mutate", body: "x" }, '"do": "mutate" takes no "body"'],
    [{ do: "malformed", retryAfter: 1 }, '"do": "malformed" takes no "retryAfter"'],
    [{ do: "status", status: 199 }, "between 200 and 599"],
    [{ do: "status", status: 103 }, "between 200 and 599"],
    [{ do: "status", status: 600 }, "between 200 and 599"],
    [{ do: "status", status: 204, body: "x" }, "a response with status 204 has no body"],
    [{ do: "status", status: 304, body: "x" }, "a response with status 304 has no body"],
    [{ do: "status", status: 503, headers: { "Content-Length": "1" } }, "Content-Length frames the response"],
    [{ do: "html", headers: { "transfer-encoding": "chunked" } }, "transfer-encoding frames the response"],
    [{ do: "status", status: 503, headers: { Connection: "close" } }, "Connection frames the response"],
    ...["Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Upgrade"].map(
      (name) => [{ do: "html", headers: { [name]: "x" } }, `the header ${name} frames the response`] as const
    ),
    [{ do: "status", status: 503, headers: { "X Y": "1" } }, '"X Y" is not a valid header name'],
    [{ do: "status", status: 503, headers: { "X:Y": "1" } }, '"X:Y" is not a valid header name'],
    [{ do: "status", status: 503, headers: { é: "1" } }, '"é" is not a valid header name'],
    [{ do: "status", status: 503, headers: { "X-A": "a\u007F" } }, "the value of X-A contains characters"],
    [{ do: "status", status: 503, headers: { "X-A": "Āa" } }, "the value of X-A contains characters"],
    [{ do: "status", status: 503, headers: { "": "1" } }, '"" is not a valid header name'],
    [{ do: "status", status: 503, headers: { "X-A": "1\r\nX-B: 2" } }, "the value of X-A contains characters"],
    [{ do: "status", status: 503, headers: { "X-A": "日" } }, "the value of X-A contains characters"],
    [{ do: "status", status: 503, retryAfter: "1\u0000" }, "the value of Retry-After contains characters"],
    [{ do: "delay", ms: -1 }, "between 0 and 2147483647"],
    [{ do: "delay", ms: 2_147_483_648 }, "between 0 and 2147483647"],
    [{ do: "reset", on: { every: 0 } }, "0"],
    [{ do: "reset", on: { requests: [1.5] } }, "an integer"],
    [{ do: "reset", on: { probability: 1.1 } }, "between 0 and 1"],
    [{ do: "reset", on: { path: "v0/dnc-complaints" } }, 'a path that begins with "/"'],
    [{ do: "reset", on: { path: `${complaints}?offset=1` } }, "has no query"],
    [{ do: "reset", on: { path: `${complaints}#1` } }, "has no query"],
    [{ do: "reset", on: { probability: -0.1 } }, "between 0 and 1"],
    [{ do: "reset", on: { requests: [0] } }, "greater than or equal to 1"]
  ]
  for (const [fault, reason] of unusable) {
    it.effect(`rejects ${JSON.stringify(fault)} with a one-line message`, () =>
      Effect.gen(function* () {
        const message = yield* refusal(fault)
        assert.isTrue(message.startsWith("The schedule of faults cannot be used: "), message)
        assert.include(message, reason)
        assert.include(message, '["faults"][0]')
        assert.match(message, /^\S+(?: \S+)* at \["faults"\]\[0\]\S*\.$/)
      })
    )
  }

  it.effect("accepts every header that a response can carry, and the bounds of each number", () =>
    Effect.gen(function* () {
      const headers = { "!#$%&'*+-.^_`|~09AZaz": "", "X-A": "\t \u007E\u0080\u00FF" }
      for (const fault of [
        { do: "status", status: 200, headers },
        { do: "status", status: 599, retryAfter: 0.5, body: "" },
        { do: "html", status: 299, headers, retryAfter: "", body: "x" },
        { do: "malformed", headers, body: "[" },
        { do: "delay", ms: 0, on: { every: 1, requests: [1], probability: 0, path: "/" } },
        { do: "delay", ms: 2_147_483_647, on: { probability: 1 } }
      ] as const) {
        yield* (yield* control).set({ faults: [fault] })
      }
    })
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
      assert.deepStrictEqual([await requestStatus(), await requestStatus()], [502, 200])
      faults.set({ faults: [{ on: { every: 2 }, do: "status", status: 503 }] })
      assert.deepStrictEqual([await requestStatus(), await requestStatus()], [200, 503])
      assert.deepStrictEqual(
        faults.history().map(({ applied }) => applied),
        [[], ["status"]]
      )
      assert.throws(() => faults.next(unusableFault), /The fault cannot be used: /)
      faults.clear()
      assert.deepStrictEqual([await requestStatus(), await requestStatus()], [200, 200])
    } finally {
      await close()
    }
  })
})
