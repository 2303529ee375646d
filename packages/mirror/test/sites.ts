import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import type { Mirror, SyncEvent, SyncOptions } from "@public-records/mirror"
import { ReferenceServer, type ReferenceServerOptions } from "@public-records/server"
import { Context, Effect, Fiber, Layer, Stream } from "effect"
import { HttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { ComplaintStore } from "../../server/src/store/ComplaintStore.ts"
import { makeMemoryMirror } from "./mirrors.ts"
import { complaintsOf, url } from "./syncs.ts"

/** Friday at 17:30 Eastern time. */
export const friday = Date.parse("2026-11-20T22:30:00Z")

const dayMillis = 86_400_000

/** Returns the dates from one to another, both included. */
export const datesBetween = (from: string, to: string): ReadonlyArray<string> =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / dayMillis + 1 }, (_, index) =>
    new Date(Date.parse(from) + index * dayMillis).toISOString().slice(0, 10)
  )

/** Lets a second pass each millisecond while something runs. The process is idle in between, so that the engine has the processor. */
const passingTime = Effect.fnUntraced(function* <A, E>(work: Effect.Effect<A, E>) {
  const fiber = yield* Effect.forkChild(work)
  while (fiber.pollUnsafe() === undefined) {
    yield* Effect.promise(() => new Promise((resolve) => void setTimeout(resolve, 1)))
    yield* TestClock.adjust("1 second")
  }
  return yield* Fiber.join(fiber)
})

/** A site with ten complaints a day, and how requests to it are seen. */
export const startSite = Effect.fnUntraced(function* (
  options: ReferenceServerOptions = {},
  complaints: ReadonlyArray<PlainComplaint> = datesBetween("2026-09-01", "2026-11-19").flatMap((day) =>
    complaintsOf(day, 10)
  )
) {
  yield* TestClock.setTime(friday)
  const requests: Array<string> = []
  const server = yield* Layer.build(
    ReferenceServer.layerInProcess({
      apiKeys: ["a-key"],
      openRecords: Effect.succeed({ source: "test", complaints: new ComplaintStore(complaints), notices: [] }),
      log: ({ status, url: path }) => void requests.push(`${status} ${path}`),
      ...options
    })
  )
  const http = Layer.build(Layer.provide(ReferenceServer.httpClient, Layer.succeedContext(server)))
  const client = Context.get(yield* http, HttpClient.HttpClient)
  const { faults } = Context.get(server, ReferenceServer)
  /** Runs a sync to its end, or to its error. */
  const sync = (mirror: Mirror["Service"], syncOptions: SyncOptions = {}) => {
    const events: Array<SyncEvent> = []
    const all = { site: url, source: "files", from: "2026-11-11", ...syncOptions } as const
    return mirror.sync(all as SyncOptions).pipe(
      Stream.runForEach((event) => Effect.sync(() => void events.push(event))),
      Effect.provideService(HttpClient.HttpClient, client),
      Effect.match({ onFailure: (error) => ({ events, error }), onSuccess: () => ({ events, error: undefined }) }),
      passingTime
    )
  }
  return { client, faults, requests, sync, ...(yield* makeMemoryMirror) }
})
