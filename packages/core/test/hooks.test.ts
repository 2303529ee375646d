import { inspect } from "node:util"
import { assert, describe, it, vi } from "@effect/vitest"
import { Effect, Exit, Stream } from "effect"
import { CallListener, type ClientEvent, ComplaintQuery, PublicRecords } from "../src/index.ts"
import { logLayer } from "../src/promise/listener.ts"
import { createClient, type ClientOptions, type Hooks, type Logger, PublicRecordsError } from "../src/promise.ts"
import { fakeFetch, listOf, neverRespond, rejection, waitUntil } from "./FakeFetch.ts"
import { clientOf as clientOfService, fakeService, pageOfIds } from "./FakeService.ts"

const canary = "canary-key-0123456789"
const hour = 3_600_000

const clientOf = (service: ReturnType<typeof fakeFetch>, more: ClientOptions = {}) =>
  createClient({ apiKey: canary, baseUrl: "https://records.test", fetch: service.fetch, logLevel: "off", ...more })

/** Hooks that keep the names and events of their calls. */
const recorder = () => {
  const events: Array<readonly [name: string, event: { readonly callId: string; readonly operation: string }]> = []
  const keep = (name: string) => (event: { readonly callId: string; readonly operation: string }) =>
    void events.push([name, event])
  const hooks: Hooks = {
    onCall: keep("call"),
    onRequest: keep("request"),
    onResponse: keep("response"),
    onRetry: keep("retry"),
    onWait: keep("wait"),
    onCallEnd: keep("end")
  }
  return { events, hooks, names: () => events.map(([name]) => name) }
}

const factsOf = (event: object | undefined): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(event ?? {}))

/** A logger that keeps its lines. */
const linesOf = () => {
  const lines: Array<string> = []
  const details: Array<unknown> = []
  const keep = (level: string) => (message: string, more?: object) => {
    lines.push(`${level} ${message}`)
    details.push(more)
  }
  const logger: Logger = { error: keep("error"), warn: keep("warn"), info: keep("info"), debug: keep("debug") }
  return { lines, details, logger }
}

/** Fails the first requests with 503. */
const downAtFirst = (failures: number, retryAfter = "0") =>
  fakeFetch((_url, n) =>
    n < failures ? new Response(null, { status: 503, headers: { "retry-after": retryAfter } }) : pageOfIds(["a"])
  )

const withFakeTime = async (use: () => Promise<void>): Promise<void> => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] })
  try {
    await use()
  } finally {
    vi.useRealTimers()
  }
}

describe("hooks", () => {
  it("are called for a call, its requests, responses and retries, in order and with one id", async () => {
    const { events, hooks, names } = recorder()
    const client = clientOf(downAtFirst(1), { hooks })
    await client.complaints.page({ limit: 1 })
    assert.deepStrictEqual(names(), ["call", "request", "response", "retry", "request", "response", "end"])
    assert.strictEqual(new Set(events.map(([, { callId }]) => callId)).size, 1)
    assert.isTrue(events.every(([, { operation }]) => operation === "complaints.page"))
    await client.notices.get("a").catch(() => {})
    assert.deepStrictEqual(names().slice(7), ["call", "request", "response", "end"])
    assert.strictEqual(new Set(events.map(([, { callId }]) => callId)).size, 2)
    assert.strictEqual(events.at(-1)?.[1].operation, "notices.get")
  })

  it("receive the name of each call, whose errors state what was attempted", async () => {
    const { events, hooks } = recorder()
    const { complaints } = clientOf(
      fakeFetch(() => new Response(null, { status: 400 })),
      { hooks }
    )
    for (const [name, attempted, call] of [
      ["complaints.page", "List complaints", () => complaints.page()],
      ["complaints.get", "Get complaint a", () => complaints.get("a")],
      ["complaints.estimate", "Estimate complaints", () => complaints.estimate()],
      ["complaints.stream", "List complaints", () => complaints.stream().toArray({ limit: 1 })],
      ["complaints.pages", "List complaints", () => complaints.pages()[Symbol.asyncIterator]().next()]
    ] as const) {
      const error = await rejection(call())
      assert.strictEqual(PublicRecordsError.is(error) && error.operation, attempted)
      assert.strictEqual(events.at(-1)?.[1].operation, name)
    }
  })

  it("receive the facts of each event", async () => {
    const { events, hooks } = recorder()
    await clientOf(downAtFirst(1), { hooks }).complaints.get("a")
    const url = "https://records.test/v0/dnc-complaints/a"
    const [, request, response, retry, second, , end] = events.map(([, event]) => factsOf(event))
    assert.include(request, { attempt: 1, url })
    assert.include(response, { attempt: 1, status: 503, url })
    assert.include(retry, { attempt: 1, url, retry: 1, maxRetries: 4, detail: "the service returned 503" })
    assert.include(second, { attempt: 2, url })
    assert.include(end, { attempts: 2, error: undefined, isCanceled: false })
  })

  it("may be undefined", async () => {
    const { hooks, names } = recorder()
    const client = clientOf(downAtFirst(0), { hooks: { ...hooks, onCall: undefined } })
    await client.complaints.get("a")
    assert.deepStrictEqual(names(), ["request", "response", "end"])
  })

  it("receive the failure of a call", async () => {
    const { events, hooks } = recorder()
    const error = await rejection(clientOf(downAtFirst(9), { hooks, maxRetries: 1 }).complaints.page())
    assert.include(factsOf(events.at(-1)?.[1]), { attempts: 2, error })
  })

  it("receive waits for the budget, once for each, with their ends", () =>
    withFakeTime(async () => {
      const { events, hooks, names } = recorder()
      const service = fakeFetch(({ pathname }) => pageOfIds([pathname.split("/").at(-1) ?? ""]))
      const client = clientOf(service, { hooks, requestsPerHour: 1, maxWait: "3 hours" })
      const start = Date.now()
      const calls = ["a", "b", "c"].map((id) => client.complaints.get(id))
      await vi.advanceTimersByTimeAsync(hour)
      await vi.advanceTimersByTimeAsync(hour)
      await Promise.all(calls)
      const waits = events.filter(([name]) => name === "wait").map(([, event]) => event)
      assert.deepStrictEqual(
        waits.map((wait) => ("until" in wait && wait.until instanceof Date ? wait.until.getTime() - start : wait)),
        [hour, 2 * hour]
      )
      assert.include(factsOf(waits[0]), { for: "budget" })
      const ends = events.filter(([name]) => name === "end").map(([, event]) => factsOf(event)["milliseconds"])
      assert.deepStrictEqual(ends, [0, hour, 2 * hour])
      assert.strictEqual(new Set(waits.map(({ callId }) => callId)).size, 2)
      assert.notInclude(names(), "retry")
    }))

  it("receive the end of a canceled call, and of a loop that is left", async () => {
    const { events, hooks } = recorder()
    const client = clientOf(fakeFetch(neverRespond), { hooks })
    const aborting = new AbortController()
    const call = rejection(client.complaints.page({}, { signal: aborting.signal }))
    await waitUntil(() => events.length === 2)
    aborting.abort()
    await call
    await waitUntil(() => events.length === 3)
    assert.include(factsOf(events.at(-1)?.[1]), { isCanceled: true, error: undefined })
    const list = recorder()
    for await (const _ of clientOf(fakeFetch(listOf(70)), { hooks: list.hooks }).complaints.stream()) break
    assert.deepStrictEqual(list.names(), ["call", "request", "response", "end"])
    assert.include(factsOf(list.events.at(-1)?.[1]), { isCanceled: false, attempts: 1 })
  })

  it.effect("receive the end of a call that a defect ended, which is not canceled", () =>
    Effect.gen(function* () {
      const ends: Array<boolean> = []
      const listen = (event: ClientEvent) =>
        Effect.sync(() => void (event._tag === "CallEnd" && ends.push(event.isCanceled)))
      const service = fakeService(() => Effect.die(new Error("a defect")))
      const calls = PublicRecords.use(({ complaints }) =>
        Effect.all([
          Effect.exit(Effect.asVoid(complaints.page(ComplaintQuery.default))),
          Effect.exit(Stream.runDrain(complaints.stream(ComplaintQuery.default)))
        ])
      )
      const exits = yield* calls.pipe(
        Effect.provide(clientOfService(service)),
        Effect.provideService(CallListener, listen)
      )
      assert.isTrue(exits.every((exit) => Exit.hasDies(exit)))
      assert.deepStrictEqual(ends, [false, false])
    })
  )

  it("are ignored if they throw or reject, and the log says so", async () => {
    const { details, lines, logger } = linesOf()
    const hooks: Hooks = {
      onCall: () => {
        throw new Error("a broken hook")
      },
      onCallEnd: async () => {
        throw new Error("a rejected hook")
      }
    }
    const client = clientOf(
      fakeFetch(() => pageOfIds(["a"])),
      { hooks, logger, logLevel: "error" }
    )
    assert.strictEqual((await client.complaints.get("a")).id, "a")
    await waitUntil(() => lines.length === 2)
    assert.deepStrictEqual(lines, [
      "error The hook onCall failed: a broken hook",
      "error The hook onCallEnd failed: a rejected hook"
    ])
    assert.isTrue(details.every((more) => factsOf(Object(more))["error"] instanceof Error))
    assert.strictEqual((await client.complaints.get("a")).id, "a")
  })

  it("and errors, the log and the client itself show no key, whatever the service returns", async () => {
    const { events, hooks } = recorder()
    const { details, lines, logger } = linesOf()
    const echo = (status: number) => () =>
      new Response(`{"error":{"code":"X","message":"${canary} is wrong"}}`, {
        status,
        headers: { "retry-after": "60", "x-echo": canary, [`x-${canary}`]: "1", "x-api-umbrella-request-id": canary }
      })
    const answers = [
      ...[200, 400, 403, 404, 429, 503].map(echo),
      () => new Response(null, { status: 302, headers: { location: `https://evil.test/?api_key=${canary}` } }),
      () => new Response(`{"data":"${canary}"}`),
      () => Response.json({ data: [{ id: canary }] }),
      () => pageOfIds([canary])
    ]
    for (const respond of answers) {
      const service = fakeFetch(respond)
      const client = clientOf(service, { hooks, logger, logLevel: "debug", maxWait: 1 })
      const outcomes = [
        await client.complaints.get("a").catch((error: unknown) => error),
        await client.complaints
          .page()
          .withResponse()
          .catch((error: unknown) => error)
      ]
      const all = [client, events, lines, details, outcomes]
      const shown = `${inspect(all, { depth: Infinity, showHidden: true })} ${JSON.stringify(outcomes)} ${outcomes.join()}`
      assert.notInclude(shown, "canary")
      assert.isTrue(service.sent.every(({ url }) => url.host === "records.test"))
    }
    assert.include(inspect(events, { depth: Infinity }), "••••")
  })
})

describe("the log", () => {
  it("has the messages of the client's parts at their level", async () => {
    const { lines, logger } = linesOf()
    const messages = [Effect.logError("a"), Effect.logWarning("b"), Effect.logInfo("c")]
    await Effect.runPromise(Effect.provide(Effect.all(messages), logLayer({ logger, logLevel: "debug" })))
    await Effect.runPromise(Effect.provide(Effect.all(messages), logLayer({ logger })))
    assert.deepStrictEqual(lines, ["error a", "warn b", "info c", "error a", "warn b"])
  })

  it("has a warning for a long wait for the budget by default, and again for the next one", () =>
    withFakeTime(async () => {
      const { lines, logger } = linesOf()
      const service = fakeFetch(() => pageOfIds(["a"]))
      const client = clientOf(service, { logger, logLevel: undefined, requestsPerHour: 1, maxWait: "1 hour" })
      await client.complaints.get("a")
      for (let n = 1; n <= 2; n++) {
        const call = client.complaints.get("a")
        await vi.advanceTimersByTimeAsync(hour)
        await call
        assert.strictEqual(lines.length, n)
        assert.match(lines[n - 1] ?? "", /^warn complaints.get waits for 3600 s, until .*Z, because the key's hourly/)
      }
    }))

  it("has errors for failures, except those that only concern the call's input", async () => {
    const { details, lines, logger } = linesOf()
    const missing = fakeFetch(() => Response.json({ data: [] }))
    await rejection(clientOf(missing, { logger, logLevel: "warn" }).complaints.get("a"))
    const { complaints } = clientOf(missing, { logger, logLevel: "warn" })
    await rejection(complaints.stream({}, { timeout: -1 }).toArray({ limit: 1 }))
    assert.deepStrictEqual(lines, [])
    const refused = fakeFetch(() => Response.json({ error: { code: "API_KEY_INVALID" } }, { status: 403 }))
    await rejection(clientOf(refused, { logger, logLevel: "warn" }).complaints.get("a"))
    assert.match(lines.join("\n"), /^error Get complaint a: The service did not accept the API key[^\n]*$/)
    // Plain data, without a stack.
    const { error } = Object(details[0])
    assert.notInstanceOf(error, Error)
    assert.include(error, { code: "KeyRejected", status: 403, attempts: 1 })
  })

  it("has nothing above its level", async () => {
    const counts: Record<string, number> = {}
    for (const logLevel of [undefined, "off", "error", "warn", "info", "debug"] as const) {
      const { lines, logger } = linesOf()
      await rejection(clientOf(downAtFirst(9), { logger, logLevel, maxRetries: 1 }).complaints.get("a"))
      counts[String(logLevel)] = lines.length
    }
    assert.deepStrictEqual(counts, { undefined: 1, off: 0, error: 1, warn: 1, info: 2, debug: 4 })
  })

  it("is the console unless another one is given, and gets details only if there are some", async () => {
    const calls: Array<ReadonlyArray<unknown>> = []
    const keep = (...args: ReadonlyArray<unknown>) => void calls.push(args)
    vi.stubGlobal("console", { error: keep, warn: keep, info: keep, debug: keep })
    try {
      await Effect.runPromise(Effect.provide(Effect.logWarning("a"), logLayer({})))
      await rejection(
        clientOf(
          fakeFetch(() => new Response(null, { status: 403 })),
          { logLevel: "error" }
        ).complaints.get("a")
      )
    } finally {
      vi.unstubAllGlobals()
    }
    assert.deepStrictEqual(
      calls.map(({ length }) => length),
      [1, 2]
    )
    assert.deepStrictEqual(calls[0], ["a"])
  })

  it("says so if a hook throws something that is no error", async () => {
    const { lines, logger } = linesOf()
    const hooks: Hooks = {
      onRequest: () => {
        throw "broken"
      }
    }
    const client = clientOf(
      fakeFetch(() => pageOfIds(["a"])),
      { hooks, logger, logLevel: "error" }
    )
    await client.complaints.get("a")
    assert.deepStrictEqual(lines, ["error The hook onRequest failed: no error"])
  })
})
