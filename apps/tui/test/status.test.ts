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
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { unlockAtom } from "../src/commands/account.ts"
import { promptAtom } from "../src/panels/prompt.ts"
import { fakeComplaints, fakeNotices, fakeService } from "./fakeRecords.ts"
import { fakePlatform, openTerminal } from "./terminal.tsx"

const size = { columns: 100, rows: 30 }
const key = "kQ7dT2mX9pLw4RzV8bNc"
const held = { complaints: fakeComplaints(200), notices: fakeNotices(10) }
const origin = { baseUrl: "https://records.example", keySource: "typed in" }

const rejecting = fakeService(
  {
    ...held,
    before: () =>
      Effect.fail(new PublicRecordsError({ operation: "List complaints", reason: new KeyRejected({ detail: "" }) }))
  },
  { ...origin, keySource: "environment" }
)

describe("a typed key", () => {
  it("connects to the service and never appears on the screen", async () => {
    const terminal = await openTerminal(rejecting, size)
    const given: Array<string> = []
    terminal.registry.set(unlockAtom, {
      unlock: (typed) => {
        given.push(typed)
        return Effect.succeed(fakeService(held, origin))
      }
    })
    assert.match(terminal.frame(), /K another key/)
    await terminal.keys("K", key)
    assert.include(terminal.frame(), `Key: ${"•".repeat(key.length)}`)
    assert.notInclude(terminal.frame(), key.slice(0, 4))
    await terminal.keys("\r")
    await terminal.until((frame) => frame.includes("row 1 of 200") || frame.includes("Using the service with this key"))
    assert.deepStrictEqual(given, [key])
    assert.include(terminal.frame(), "key: typed in")
    assert.notInclude(JSON.stringify(terminal.registry.get(promptAtom)), key)
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
      fakeService({ ...held, before }, origin),
      size,
      fakePlatform(),
      TestClock.layer()
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
    const terminal = await openTerminal(fakeService(held, origin), size)
    await terminal.keys("i")
    for (const text of ["https://records.example", "typed in", "1 request in the last hour", "50 of 200 loaded"]) {
      assert.include(terminal.frame(), text)
    }
    await terminal.keys("key", "\r")
    assert.match(terminal.frame(), /ENTER A KEY/)
    terminal.close()
  })
})
