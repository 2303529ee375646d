import { Clock, type Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { HttpClient, type HttpClientRequest, HttpClientResponse } from "effect/http"
import { PublicRecords, type PublicRecordsOptions } from "../src/index.ts"

/** A request that reached the fake service. */
interface Arrival {
  readonly at: number
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

/** Returns the response to the n-th request, counted from 0. An effect can delay it. */
export type Respond = (url: URL, n: number) => Response | Effect.Effect<Response>

/** Creates a service from a function. It records the requests. */
export const fakeService = (respond: Respond) => {
  const arrivals: Array<Arrival> = []
  const execute = (request: HttpClientRequest.HttpClientRequest, url: URL) =>
    Effect.gen(function* () {
      const at = yield* Clock.currentTimeMillis
      const n = arrivals.push({ at, method: request.method, url, headers: { ...request.headers } }) - 1
      const response = respond(url, n)
      return HttpClientResponse.fromWeb(request, response instanceof Response ? response : yield* response)
    })
  return { arrivals, http: Layer.succeed(HttpClient.HttpClient, HttpClient.make(execute)) }
}

/** Creates a client of a fake service. */
export const clientOf = (service: ReturnType<typeof fakeService>, options: PublicRecordsOptions = {}) =>
  PublicRecords.layer({ apiKey: "canary-key-0123456789", baseUrl: "https://records.test", ...options }).pipe(
    Layer.provide(service.http)
  )

/** Returns the record of a complaint. */
export const complaintRecord = (id: string) => ({
  type: "dnc_complaint",
  id,
  attributes: { "created-date": "2021-07-07 10:00:00", "violation-date": "2021-07-06 10:00:00" }
})

/** Returns a page of complaints as the service sends it. */
export const pageOfIds = (ids: ReadonlyArray<string>, meta?: object) =>
  Response.json({ data: ids.map(complaintRecord), ...(meta === undefined ? {} : { meta }) })

/** Waits until response bodies are read, which is independent of the test clock. */
const bodiesArrive = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** Advances the test clock until a fiber ends. */
export const advanceUntil = Effect.fnUntraced(function* <A, E>(
  fiber: Fiber.Fiber<A, E>,
  step: Duration.Input = "1 second"
) {
  while (fiber.pollUnsafe() === undefined) {
    yield* bodiesArrive
    yield* bodiesArrive
    yield* TestClock.adjust(step)
  }
  return yield* Fiber.join(fiber)
})
