import { assert, describe, it } from "@effect/vitest"
import { createClient, type PublicRecordsClient } from "../src/promise.ts"
import { fakeFetch, listOf, neverRespond, waitUntil } from "./FakeFetch.ts"
import { pageOfIds } from "./FakeService.ts"

/** A signal that keeps its listeners. */
const watchedSignal = () => {
  const listeners = new Set<unknown>()
  const controller = new AbortController()
  const { signal } = controller
  const { addEventListener, removeEventListener } = signal
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    listeners.add(args[1])
    addEventListener.apply(signal, args)
  }
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    listeners.delete(args[1])
    removeEventListener.apply(signal, args)
  }
  return { controller, listeners, signal }
}

type Watched = ReturnType<typeof watchedSignal>
type Use = (client: PublicRecordsClient, watched: Watched) => Promise<unknown>

/** Runs a use while its request waits, and then stops it. */
const stopped =
  (use: Use, stop: (client: PublicRecordsClient, watched: Watched) => unknown): Use =>
  async (client, watched) => {
    const call = use(client, watched).catch(() => {})
    await waitUntil(() => watched.listeners.size > 0)
    await stop(client, watched)
    await call
  }

const get: Use = ({ complaints }, { signal }) => complaints.get("a", { signal })
const read: Use = async ({ complaints }, { signal }) => {
  for await (const _ of complaints.stream({}, { signal }));
}
const readPages: Use = async ({ complaints }, { signal }) => {
  for await (const _ of complaints.pages({}, { signal }));
}
const readOne: Use = ({ complaints }, { signal }) => complaints.stream({}, { signal }).toArray({ limit: 1 })

const refuse = () => new Response(null, { status: 403 })
const failAfterPage = (url: URL, n: number, sent: Parameters<typeof neverRespond>[2]) =>
  n === 0 ? listOf(120)(url, n, sent) : refuse()

describe("the signal of a call has no listeners after it", () => {
  for (const [what, reply, use] of [
    ["succeeded", () => pageOfIds(["a"]), get],
    ["failed", refuse, get],
    ["was refused", refuse, ({ complaints }, { signal }) => complaints.page({}, { signal, maxRetries: -1 })],
    ["was aborted", neverRespond, stopped(get, (_, { controller }) => controller.abort())],
    ["was stopped with its client", neverRespond, stopped(get, (client) => client.close())],
    ["read its last record", listOf(120), read],
    ["read its last page", listOf(120), readPages],
    ["read as many records as it was to read", listOf(120), readOne],
    ["failed in a stream", refuse, read],
    ["failed between pages", failAfterPage, readPages],
    [
      "was refused in a stream",
      refuse,
      ({ complaints }, { signal }) => complaints.stream({ city: "a" }, { signal }).toArray({ limit: 1 })
    ],
    ["was aborted in a stream", neverRespond, stopped(read, (_, { controller }) => controller.abort())],
    ["was stopped in a stream with its client", neverRespond, stopped(read, (client) => client.close())]
  ] as const satisfies ReadonlyArray<readonly [string, Parameters<typeof fakeFetch>[0], Use]>) {
    it(`${what}`, async () => {
      const { fetch } = fakeFetch(reply)
      const watched = watchedSignal()
      await use(createClient({ apiKey: "canary", fetch, logLevel: "off" }), watched).catch(() => {})
      await waitUntil(() => true)
      assert.strictEqual(watched.listeners.size, 0)
    })
  }
})
