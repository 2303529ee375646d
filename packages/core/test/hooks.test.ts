import { inspect } from "node:util"
import { assert, describe, it, vi } from "@effect/vitest"
import { Effect, Exit, Stream } from "effect"
import { logLine } from "../src/CallListener.ts"
import { CallListener, type ClientEvent, ComplaintQuery, PublicRecords } from "../src/index.ts"
import { logLayer } from "../src/promise/listener.ts"
import {
  createClient,
  type ClientOptions,
  type Hooks,
  type Logger,
  PublicRecordsError,
  Unavailable
} from "../src/promise.ts"
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

  it("receive no part of the key, whatever the service returns, and neither does the log", async () => {
    const { events, hooks } = recorder()
    const { details, lines, logger } = linesOf()
    const echo = (status: number) =>
      new Response(`{"error":{"code":"X","message":"${canary}"}}`, {
        status,
        headers: { "x-echo": canary, [`x-${canary}`]: "1", "x-api-umbrella-request-id": canary }
      })
    const client = clientOf(
      fakeFetch((_url, n) => echo([503, 400, 200][n % 3] ?? 200)),
      { hooks, logger, logLevel: "debug" }
    )
    const outcomes = [
      await client.complaints.get(canary).catch((error: unknown) => error),
      await client.complaints
        .page()
        .withResponse()
        .catch((error: unknown) => error)
    ]
    const shown = inspect([events, lines, details, outcomes], { depth: Infinity, showHidden: true })
    assert.include(shown, "••••")
    assert.notInclude(shown.replaceAll(`Get complaint ${canary}`, ""), "canary")
  })
})

describe("the log", () => {
  it("ends a sentence of the service with one period", () => {
    for (const detail of ["the service returned 503: Wait. Busy", "the service returned 503: Wait. Busy."]) {
      const event = { operation: "complaints.page", detail, retry: 1, maxRetries: 4, waitMilliseconds: 2000 }
      const reason = new Unavailable({ detail })
      const call = { callId: "1", url: "https://x.test", attempt: 1 }
      const line = logLine({ _tag: "Retry", ...call, ...event, reason }, 0)
      assert.match(line?.message ?? "", /503: Wait\. Busy\. Retry 1 of 4 in 2 s/)
    }
  })

  it("has a warning for a wait of more than 10 seconds, and information for a shorter one", () =>
    withFakeTime(async () => {
      for (const [seconds, level] of [
        [10, "info"],
        [11, "warn"]
      ] as const) {
        const { details, lines, logger } = linesOf()
        const call = clientOf(downAtFirst(1, String(seconds)), { logger, logLevel: "info" }).complaints.get("a")
        await vi.advanceTimersByTimeAsync(20_000)
        await call
        assert.strictEqual(lines.length, 1)
        assert.deepInclude(details[0], { operation: "complaints.get", reason: "Unavailable", retry: 1 })
        assert.match(lines[0] ?? "", new RegExp(`^${level} complaints.get: the service returned 503. Retry 1 of 4 in `))
      }
    }))

  it("has the reason of a wait, and a warning if it is longer than 10 seconds", () => {
    const levelOf = (why: "budget" | "service", milliseconds: number) => {
      const event = { _tag: "Wait", callId: "1", operation: "complaints.page", until: new Date(milliseconds) } as const
      const { level, message } = logLine({ ...event, for: why }, 0) ?? {}
      return `${level}: ${message?.replace(/.*, because /, "")}`
    }
    assert.strictEqual(levelOf("budget", 10_000), "info: the key's hourly budget is used up")
    assert.strictEqual(levelOf("budget", 10_001), "warn: the key's hourly budget is used up")
    assert.strictEqual(levelOf("service", 10_000), "info: the service requested a pause")
    assert.strictEqual(levelOf("service", 10_001), "warn: the service requested a pause")
  })

  it("has no information by default", () =>
    withFakeTime(async () => {
      const { lines, logger } = linesOf()
      const call = clientOf(downAtFirst(1, "10"), { logger, logLevel: undefined }).complaints.get("a")
      await vi.advanceTimersByTimeAsync(20_000)
      await call
      assert.deepStrictEqual(lines, [])
    }))

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
    for (const logLevel of ["off", "error", "warn", "info", "debug"] as const) {
      const { lines, logger } = linesOf()
      await rejection(clientOf(downAtFirst(9), { logger, logLevel, maxRetries: 1 }).complaints.get("a"))
      counts[logLevel] = lines.length
    }
    assert.deepStrictEqual(counts, { off: 0, error: 1, warn: 1, info: 2, debug: 4 })
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

  it("may fail without consequences", async () => {
    const broken = () => {
      throw new Error("the disk is full")
    }
    const logger: Logger = { error: broken, warn: broken, info: broken, debug: broken }
    const client = clientOf(
      fakeFetch(() => pageOfIds(["a"])),
      { logger, logLevel: "debug" }
    )
    assert.strictEqual((await client.complaints.get("a")).id, "a")
  })
})
