import {
  CallListener,
  type ClientEvent,
  KeyRejected,
  PublicRecordsError,
  RateLimited,
  type Reason,
  Unavailable
} from "@public-records/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { AsyncResult } from "effect/reactivity"
import { TestClock } from "effect/testing"
import { appRuntime } from "../src/source.ts"
import { unlockAtom } from "../src/commands/account.ts"
import { promptAtom } from "../src/panels/prompt.ts"
import { fakeComplaints, fakeNotices, layerFakeRecords } from "./fakeRecords.ts"
import { openTerminal, sampleSource, settled } from "./terminal.tsx"

const size = { columns: 100, rows: 30 }
const key = "kQ7dT2mX9pLw4RzV8bNc"
const held = { complaints: fakeComplaints(200), notices: fakeNotices(10) }
const service = {
  ...sampleSource,
  isSample: false,
  baseUrl: "https://records.example",
  keySource: "typed in",
  hasLimit: true
}

const rejecting = layerFakeRecords({
  ...held,
  before: () =>
    Effect.fail(new PublicRecordsError({ operation: "List complaints", reason: new KeyRejected({ detail: "" }) }))
})

describe("a typed key", () => {
  it("connects to the service and never appears on the screen", async () => {
    const terminal = await openTerminal(rejecting, size, { ...service, keySource: "environment" })
    const given: Array<string> = []
    terminal.registry.set(unlockAtom, {
      unlock: (typed) => {
        given.push(typed)
        return Effect.succeed({ layer: layerFakeRecords(held), source: service })
      }
    })
    assert.match(terminal.frame(), /K another key/)
    await terminal.keys("K", key)
    assert.include(terminal.frame(), `Key: ${"•".repeat(key.length)}`)
    assert.notInclude(terminal.frame(), key.slice(0, 4))
    await terminal.keys("\r")
    await terminal.until(
      (frame) => frame.includes("row 1 of 200") || frame.includes("Using this key for the current session")
    )
    assert.deepStrictEqual(given, [key])
    assert.include(terminal.frame(), "key: typed in")
    assert.notInclude(JSON.stringify(terminal.registry.get(promptAtom)), key)
    terminal.close()
  })

  it("replaces all sample data with data of the service", async () => {
    const terminal = await openTerminal(layerFakeRecords(held), size)
    terminal.registry.set(unlockAtom, {
      unlock: () => Effect.succeed({ layer: layerFakeRecords({ complaints: fakeComplaints(3) }), source: service })
    })
    await terminal.keys("f", "\t", "\u001B[C", "\t", "ohi", "\u0013", "K", key, "\r")
    await terminal.until((frame) => frame.includes("https") || frame.includes("typed in"))
    await terminal.keys("[")
    assert.match(terminal.frame(), /No previous filter/)
    terminal.close()
  })

  it("is prompted for again with a reason if it is invalid", async () => {
    const terminal = await openTerminal(rejecting, size, service)
    await terminal.keys("K", "\r")
    assert.match(terminal.frame(), /✗ Type or paste the key/)
    await terminal.keys("two words", "\r")
    assert.match(terminal.frame(), /✗ A key has only ASCII characters/)
    assert.notInclude(terminal.frame(), "two words")
    await terminal.keys("\u001B[27u")
    assert.match(terminal.frame(), /403 API KEY REJECTED/)
    assert.strictEqual(terminal.registry.get(promptAtom).typed.text, "")
    terminal.close()
  })
})

describe("an unreachable service", () => {
  const reason = new Unavailable({ detail: "getaddrinfo ENOTFOUND" })

  it("is retried automatically, and rows stay", async () => {
    const requests: Array<number> = []
    let isDown = false
    const records = layerFakeRecords({
      ...held,
      before: (count) => {
        requests.push(count)
        return isDown ? Effect.fail(new PublicRecordsError({ operation: "List complaints", reason })) : Effect.void
      }
    })
    const terminal = await openTerminal(Layer.merge(records, TestClock.layer()), size, service)
    const adjust = async (seconds: number): Promise<void> => {
      const services = Option.getOrThrow(AsyncResult.value(terminal.registry.get(appRuntime)))
      await Effect.runPromise(Effect.provideContext(TestClock.adjust(seconds * 1000), services))
      await settled()
    }
    isDown = true
    await terminal.keys("G")
    assert.match(terminal.frame(), /The 50 loaded rows are still here/)
    assert.match(terminal.frame(), /Retrying in 00:15 · r now · Esc stop/)
    assert.match(terminal.frame(), /○ offline/)
    assert.lengthOf(requests, 2)
    await adjust(15)
    assert.lengthOf(requests, 3)
    assert.match(terminal.frame(), /Retrying in 00:30/)
    isDown = false
    await adjust(30)
    assert.lengthOf(requests, 4)
    assert.match(terminal.frame(), /● .*requests? this hour/)
    assert.match(terminal.frame(), /100 of 200 loaded/)
    terminal.close()
  })

  it("is not retried if the user must act first", async () => {
    const advised = new Unavailable({ detail: "its certificate is not trusted", advice: "Name it with --ca." })
    const failing = () => Effect.fail(new PublicRecordsError({ operation: "List complaints", reason: advised }))
    const terminal = await openTerminal(layerFakeRecords({ ...held, before: failing }), size, service)
    assert.match(terminal.frame(), /Name it with --ca/)
    assert.notMatch(terminal.frame(), /Retrying in/)
    terminal.close()
  })
})

describe("a request that waits", () => {
  const call = { callId: "1", operation: "List complaints" }
  const until = new Date(2026, 10, 28, 14, 5, 10)
  const retry = (reason: Reason): ClientEvent => ({
    ...call,
    _tag: "Retry",
    attempt: 1,
    url: "https://records.example",
    reason,
    detail: "",
    retry: 1,
    maxRetries: 4,
    waitMilliseconds: until.getTime()
  })

  it.each<readonly [ClientEvent, string]>([
    [
      retry(new Unavailable({ detail: "503" })),
      "waiting for the service, next try at 14:05:10, Esc stops loading 1–50"
    ],
    [retry(new RateLimited({ by: "service" })), "rate limit reached, next request at 14:05:10, Esc stops loading 1–50"],
    [{ ...call, _tag: "Wait", until, for: "budget" }, "rate limit reached, next request at 14:05:10, Esc stops"],
    [{ ...call, _tag: "Wait", until, for: "service" }, "the service requested a pause, next request at 14:05:10, Esc"]
  ])("says for what, and until when: %#", async (event, text) => {
    const resumed = Promise.withResolvers<void>()
    const before = Effect.fnUntraced(function* () {
      const listen = yield* CallListener
      yield* listen(event)
      yield* Effect.promise(() => resumed.promise)
      yield* listen({ ...call, _tag: "Request", attempt: 2, url: "https://records.example" })
      yield* Effect.never
    })
    const terminal = await openTerminal(
      Layer.merge(layerFakeRecords({ ...held, before }), TestClock.layer()),
      size,
      service
    )
    assert.include(terminal.frame(), text)
    await terminal.resize({ columns: 40, rows: 12 })
    assert.match(terminal.frame(), /next (?:try|request) at 14:05:10, Esc stops/)
    await terminal.resize(size)
    resumed.resolve()
    await terminal.until((frame) => frame.includes("loading 1–50… Esc cancels"))
    assert.notInclude(terminal.frame(), "14:05:10")
    terminal.close()
  })
})

describe("the status panel", () => {
  it("shows source, key, requests and rows", async () => {
    const terminal = await openTerminal(layerFakeRecords(held), size, service)
    await terminal.keys("i")
    for (const text of ["https://records.example", "typed in", "1 request in the last hour", "50 of 200 loaded"]) {
      assert.include(terminal.frame(), text)
    }
    await terminal.keys("key", "\r")
    assert.match(terminal.frame(), /ENTER A KEY/)
    terminal.close()
  })
})
