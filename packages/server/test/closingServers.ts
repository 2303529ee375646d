/** Starts servers and closes them while requests are in flight. The process exits on its own if no handle is left open. */
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { ReferenceServer, startReferenceServer } from "../src/index.ts"

const path = "/v0/dnc-complaints"
const headers = { "X-Api-Key": "DEMO_KEY" }

/** Sends requests: the first response stalls, two are delayed for a day and one of their clients leaves, the last one completes. */
const sendRequests = async (fetch: typeof globalThis.fetch, url: string) => {
  const stalled = await fetch(url + path, { headers })
  const unread = stalled.text().catch(() => "failed")
  const leaving = new AbortController()
  const left = fetch(url + path, { headers, signal: leaving.signal }).catch(() => "failed")
  const delayed = fetch(url + path, { headers }).catch(() => "failed")
  await (await fetch(`${url}/health`)).text()
  leaving.abort()
  await left
  return { ended: Promise.all([unread, delayed]) }
}

const faults = {
  faults: [
    { on: { requests: [1] }, do: "stall" },
    { on: { requests: [2, 3] }, do: "delay", ms: 86_400_000 }
  ]
} as const

// This server closes long before the time for responses in flight.
const idle = await startReferenceServer()
await idle.close()
const timers = process.getActiveResourcesInfo().filter((resource) => resource === "Timeout")

/** Closes a server on a socket after the time for responses in flight. */
const closeSocket = async (tls: boolean) => {
  const { close, fetch, url } = await startReferenceServer({ faults, tls })
  const { ended } = await sendRequests(fetch, url)
  await Promise.all([close(), close()])
  await ended
}
await Promise.all([closeSocket(false), closeSocket(true)])

const scope = Scope.makeUnsafe()
const context = await Effect.runPromise(Layer.buildWithScope(ReferenceServer.layerInProcess({ faults }), scope))
const inProcess = Context.get(context, ReferenceServer)
const { ended } = await sendRequests(inProcess.fetch, inProcess.url)
await Effect.runPromise(Scope.close(scope, Exit.void))
await ended

process.stdout.write(`closed, with ${timers.length} timers\n`)
process.once("beforeExit", () => process.stdout.write("exited on its own\n"))
