import { Clock, type Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { HttpClient, type HttpClientRequest, HttpClientResponse } from "effect/http"
import { PublicRecords, type PublicRecordsOptions } from "../src/index.ts"

/** A request that reached the fake service, and when. */
interface Arrival {
  readonly at: number
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

/** Answers the n-th request, counted from 0: at once, or in its own time. */
export type Answer = (url: URL, n: number) => Response | Effect.Effect<Response>

/** A service made of a function, with a record of what reached it. */
export const fakeService = (answer: Answer) => {
  const arrivals: Array<Arrival> = []
  const respond = (request: HttpClientRequest.HttpClientRequest, url: URL) =>
    Effect.gen(function* () {
      const at = yield* Clock.currentTimeMillis
      const n = arrivals.push({ at, url, headers: { ...request.headers } }) - 1
      const answered = answer(url, n)
      return HttpClientResponse.fromWeb(request, answered instanceof Response ? answered : yield* answered)
    })
  return { arrivals, http: Layer.succeed(HttpClient.HttpClient, HttpClient.make(respond)) }
}

/** The client under test over a fake service. */
export const clientOf = (service: ReturnType<typeof fakeService>, options: PublicRecordsOptions = {}) =>
  PublicRecords.layer({ apiKey: "canary-key-0123456789", baseUrl: "https://records.test", ...options }).pipe(
    Layer.provide(service.http)
  )

/** A complaint's record with a given id. */
export const complaintRecord = (id: string) => ({
  type: "dnc_complaint",
  id,
  attributes: { "created-date": "2021-07-07 10:00:00", "violation-date": "2021-07-06 10:00:00" }
})

/** A page of complaints as the service sends it. */
export const pageOfIds = (ids: ReadonlyArray<string>, meta?: object) =>
  Response.json({ data: ids.map(complaintRecord), ...(meta === undefined ? {} : { meta }) })

/** Lets bodies, which are read by promises that no test clock knows, arrive. */
const bodiesArrive = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** Lets time pass, step by step, until a fiber has ended. */
export const passTimeUntil = Effect.fnUntraced(function* <A, E>(
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
