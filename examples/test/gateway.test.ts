import { once } from "node:events"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { type RunningReferenceServer, startReferenceServer } from "@public-records/server"
import { gateway } from "../gateway/gateway.ts"

const apiKey = "the-gateways-own-key"
const hosts = new Set<string>()
let service: RunningReferenceServer
let server: ReturnType<typeof gateway>

beforeEach(async () => {
  hosts.clear()
  service = await startReferenceServer({ apiKeys: [apiKey], rateLimit: "off", synthetic: 10 })
  const fetch: typeof globalThis.fetch = (input, init) => {
    hosts.add(new URL(new Request(input).url).host)
    return service.fetch(input, init)
  }
  server = gateway({ url: service.url, apiKey, fetch }).listen(0, "127.0.0.1")
  await once(server, "listening")
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await service.close()
})

/** Sends a request without a key to the gateway. */
const send = () => {
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/v0/dnc-complaints`
  return fetch(url, { redirect: "manual", signal: AbortSignal.timeout(10_000) })
}

describe("the gateway", () => {
  it("passes a redirect on, and sends its key to no other host", async () => {
    service.faults.next({ do: "status", status: 302, headers: { Location: `${service.url}/docs` } })
    const { status } = await send()
    assert.deepStrictEqual([status, [...hosts]], [302, [new URL(service.url).host]])
    assert.strictEqual(service.faults.history().length, 1)
  })

  it("responds with 502 if the service fails, and works again afterward", async () => {
    service.faults.next({ do: "reset" })
    service.faults.next({ do: "truncate" })
    const statuses = [await send(), await send(), await send()].map(({ status }) => status)
    assert.deepStrictEqual(statuses, [502, 502, 200])
  })

  it("passes the pause that the service requests on, but no header that names the key", async () => {
    service.faults.next({ do: "status", status: 429, retryAfter: 30, headers: { "X-Echo": apiKey } })
    const { headers, status } = await send()
    assert.deepStrictEqual([status, headers.get("retry-after"), headers.get("x-echo")], [429, "30", null])
  })
})
