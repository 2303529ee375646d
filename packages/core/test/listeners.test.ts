import { assert, describe, it } from "@effect/vitest"
import { createClient, type Hooks, type ListenerOptions } from "../src/promise.ts"
import { fakeFetch, neverRespond, rejection, waitUntil } from "./FakeFetch.ts"

/** A hook and a logger with a state, whose methods need their `this`. */
class Counter {
  readonly #ends: Array<string> = []
  readonly #lines: Array<string> = []

  get ends(): ReadonlyArray<string> {
    return this.#ends
  }

  get lines(): ReadonlyArray<string> {
    return this.#lines
  }

  onCallEnd({ error, isCanceled }: Parameters<NonNullable<Hooks["onCallEnd"]>>[0]) {
    this.#ends.push(isCanceled ? "canceled" : (error?.code ?? "succeeded"))
  }

  error(message: string) {
    this.#lines.push(message)
  }

  warn() {}
  info() {}
  debug() {}
}

const clientOf = ({ fetch }: ReturnType<typeof fakeFetch>, options: ListenerOptions) =>
  createClient({ apiKey: "canary-key-0123456789", fetch, logLevel: "error", ...options })

const refused = () => fakeFetch(() => new Response(null, { status: 400 }))

describe("hooks and a logger", () => {
  it("can be objects with a state", async () => {
    const counter = new Counter()
    await rejection(clientOf(refused(), { hooks: counter, logger: counter }).complaints.get("a"))
    assert.deepStrictEqual([counter.ends, counter.lines.length], [["BadRequest"], 1])
  })

  it("work even if the other one throws", async () => {
    const counter = new Counter()
    const fail = () => {
      throw new Error("a broken hook")
    }
    await rejection(clientOf(refused(), { hooks: { onCallEnd: fail }, logger: counter }).complaints.get("a"))
    assert.strictEqual(counter.lines[0], "The hook onCallEnd failed: a broken hook")
    assert.match(counter.lines[1] ?? "", /^Get complaint a: The service refused the request/)
    const logger = { error: fail, warn: fail, info: fail, debug: fail }
    await rejection(clientOf(refused(), { hooks: counter, logger, logLevel: "debug" }).complaints.get("a"))
    assert.deepStrictEqual(counter.ends, ["BadRequest"])
  })

  it("see the quota of the response that they receive, and of the next one", async () => {
    const headers = (n: number) => ({ "x-ratelimit-limit": "1000", "x-ratelimit-remaining": String(900 - n) })
    const service = fakeFetch((_url, n) => new Response(null, { status: 400, headers: headers(n) }))
    const seen: Array<number | null> = []
    const client = clientOf(service, {
      logLevel: "off",
      hooks: { onResponse: () => seen.push(client.quota().remaining) }
    })
    await rejection(client.complaints.get("a"))
    await rejection(client.complaints.get("a"))
    assert.deepStrictEqual(seen, [900, 899])
  })

  it("may be a logger whose promises are rejected, without an unhandled rejection", async () => {
    const unhandled: Array<unknown> = []
    const keep = (error: unknown) => void unhandled.push(error)
    process.on("unhandledRejection", keep)
    const fail = async () => {
      throw new Error("the disk is full")
    }
    const logger = { error: fail, warn: fail, info: fail, debug: fail }
    await rejection(clientOf(refused(), { logger, logLevel: "debug" }).complaints.get("a"))
    await new Promise((resolve) => void setTimeout(resolve, 0))
    process.off("unhandledRejection", keep)
    assert.deepStrictEqual(unhandled, [])
  })

  it("receive the failures of streams and of walks of pages", async () => {
    const counter = new Counter()
    const { complaints } = clientOf(refused(), { hooks: counter, logger: counter })
    await rejection(complaints.stream()[Symbol.asyncIterator]().next())
    await rejection(complaints.pages()[Symbol.asyncIterator]().next())
    assert.deepStrictEqual(counter.ends, ["BadRequest", "BadRequest"])
    assert.strictEqual(counter.lines.length, 2)
    for (const line of counter.lines) assert.match(line, /^List complaints: The service refused the request/)
  })

  it("receive the end of a stream that is aborted during a request", async () => {
    const counter = new Counter()
    const service = fakeFetch(neverRespond)
    const aborting = new AbortController()
    const { complaints } = clientOf(service, { hooks: counter, logger: counter })
    const reading = rejection(complaints.stream({}, { signal: aborting.signal })[Symbol.asyncIterator]().next())
    await waitUntil(() => service.sent.length === 1)
    aborting.abort()
    await reading
    await waitUntil(() => counter.ends.length === 1)
    assert.deepStrictEqual([counter.ends, counter.lines], [["canceled"], []])
  })
})
