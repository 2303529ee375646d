/** Starts servers, closes them in the middle of things, and ends by itself if nothing was left behind. */
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { ReferenceServer, startReferenceServer } from "../src/index.ts"

const path = "/v0/dnc-complaints"
const headers = { "X-Api-Key": "DEMO_KEY" }

/** An answer that stalls, one that is delayed for a day, and one that is read whole. */
const ask = async (fetch: typeof globalThis.fetch, url: string) => {
  const stalled = await fetch(url + path, { headers })
  const unread = stalled.text().catch(() => "cut")
  const delayed = fetch(url + path, { headers }).catch(() => "cut")
  await (await fetch(`${url}/health`)).text()
  return { ended: Promise.all([unread, delayed]) }
}

const faults = {
  faults: [
    { on: { requests: [1] }, do: "stall" },
    { on: { requests: [2] }, do: "delay", ms: 86_400_000 }
  ]
} as const
const limits = { drainMillis: 200 }

for (const tls of [false, true]) {
  const { close, fetch, url } = await startReferenceServer({ faults, tls, limits })
  const { ended } = await ask(fetch, url)
  await Promise.all([close(), close()])
  await ended
}

const scope = Scope.makeUnsafe()
const context = await Effect.runPromise(Layer.buildWithScope(ReferenceServer.layerInProcess({ faults }), scope))
const inProcess = Context.get(context, ReferenceServer)
const { ended } = await ask(inProcess.fetch, inProcess.url)
await Effect.runPromise(Scope.close(scope, Exit.void))
await ended

process.stdout.write("closed\n")
process.once("beforeExit", () => process.stdout.write("ended by itself\n"))
