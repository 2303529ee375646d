import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { type ClientOptions, createClient, PublicRecordsError, type PublicRecordsClient } from "../src/promise.ts"
import { fakeFetch, listOf, neverRespond, rejection } from "./FakeFetch.ts"
import { pageOfIds } from "./FakeService.ts"

type Service = ReturnType<typeof fakeFetch>

const minute = 60_000

const clientOf = (service: Service, more: ClientOptions = {}) =>
  createClient({ apiKey: "canary", fetch: service.fetch, logLevel: "off", ...more })

const codeOf = (error: unknown) => (PublicRecordsError.is(error) ? error.code : String(error))

const paused = () => fakeFetch(() => new Response(null, { status: 503, headers: { "retry-after": "60" } }))
const refused = () => fakeFetch(() => new Response(null, { status: 403 }))

/** Uses up the budget of a client, so that its next call waits for an hour. */
const usedUp = async (client: PublicRecordsClient): Promise<PublicRecordsClient> => {
  await client.complaints.get("first").catch(() => {})
  return client
}

/** The things that a call may wait for. */
const waits: ReadonlyArray<readonly [string, () => Promise<PublicRecordsClient>]> = [
  ["its response", async () => clientOf(fakeFetch(neverRespond))],
  ["a pause of the service", async () => clientOf(paused())],
  ["the budget", () => usedUp(clientOf(refused(), { requestsPerHour: 1, maxWait: "2 hours" }))],
  [
    "the budget behind another call",
    async () => {
      const client = await usedUp(clientOf(refused(), { requestsPerHour: 1, maxWait: "3 hours" }))
      void rejection(client.complaints.get("second"))
      return client
    }
  ]
]

beforeEach(
  () => void vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] })
)
afterEach(() => void vi.useRealTimers())

describe("no timer is left, so that the process can end,", () => {
  for (const [what, service, call] of [
    [
      "succeeds",
      () => fakeFetch(() => pageOfIds(["a"])),
      (client) => client.complaints.get("a", { deadline: "1 hour" })
    ],
    ["fails", refused, (client) => client.complaints.get("a", { deadline: "1 hour" })],
    ["would have to wait too long", paused, (client) => client.complaints.get("a", { maxWait: 1000 })],
    ["would miss its deadline", paused, (client) => client.complaints.get("a", { deadline: "30 seconds" })],
    [
      "reads a stream to its end",
      () => fakeFetch(listOf(70)),
      (client) => client.complaints.stream().toArray({ limit: 99 })
    ],
    ["leaves a stream", () => fakeFetch(listOf(70)), (client) => client.complaints.stream().toArray({ limit: 1 })]
  ] as const satisfies ReadonlyArray<
    readonly [string, () => Service, (client: PublicRecordsClient) => Promise<unknown>]
  >) {
    it(`when a call ${what}`, async () => {
      const client = clientOf(service())
      for (let n = 0; n < 2; n++) await call(client).catch(() => {})
      await vi.advanceTimersByTimeAsync(0)
      assert.strictEqual(vi.getTimerCount(), 0)
    })
  }

  for (const [what, start] of waits) {
    it(`when a client is closed while a call waits for ${what}, and the call says so`, async () => {
      const client = await start()
      const calls = [client.complaints.get("a"), client.complaints.stream({ limit: 7 }).toArray({ limit: 1 })]
      const errors = Promise.all(calls.map(rejection))
      await vi.advanceTimersByTimeAsync(1000)
      assert.isAbove(vi.getTimerCount(), 0)
      await client.close()
      assert.deepStrictEqual((await errors).map(codeOf), ["InvalidOptions", "InvalidOptions"])
      assert.strictEqual(vi.getTimerCount(), 0)
    })

    it(`when all calls are aborted while they wait for ${what}, and when others follow`, async () => {
      const client = await start()
      const others = vi.getTimerCount()
      for (let n = 0; n < 2; n++) {
        const aborting = new AbortController()
        const options = { signal: aborting.signal, deadline: "1 day" } as const
        const calls = [client.complaints.get("a", options), client.complaints.stream({}, options).toArray({ limit: 1 })]
        const errors = Promise.all(calls.map(rejection))
        await vi.advanceTimersByTimeAsync(1000)
        aborting.abort("enough")
        assert.deepStrictEqual(await errors, ["enough", "enough"])
        await vi.advanceTimersByTimeAsync(0)
        assert.strictEqual(vi.getTimerCount(), others)
      }
      await client.close()
      assert.strictEqual(vi.getTimerCount(), 0)
    })
  }

  it("when the timeout of an attempt, of its retries and of its deadline pass", async () => {
    const client = clientOf(fakeFetch(neverRespond), { timeout: "10 seconds", deadline: "25 seconds" })
    for (let n = 0; n < 2; n++) {
      const failed = rejection(client.complaints.get("a"))
      await vi.advanceTimersByTimeAsync(minute)
      assert.strictEqual(codeOf(await failed), "DeadlineExceeded")
      assert.strictEqual(vi.getTimerCount(), 0)
    }
  })
})
