import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import type { Send } from "../budget/Call.ts"

/** Redirects are checked before they are followed. Traces of the caller are not sent to the service. */
const transportSettings = Context.make(FetchHttpClient.RequestInit, { redirect: "manual" }).pipe(
  Context.add(HttpClient.TracerPropagationEnabled, false)
)
const untracedTransportSettings = Context.add(transportSettings, HttpClient.TracerDisabledWhen, () => true)

/** Provides the settings of the HTTP client. Without a tracer it creates no spans, which cost more than decoding a page. */
export const withTransportSettings =
  <Request, A, E>(send: Send<Request, A, E>): Send<Request, A, E> =>
  (request, call) =>
    Effect.flatMap(Effect.tracer, (tracer) =>
      Effect.provideContext(
        send(request, call),
        tracer === Tracer.nativeTracer ? untracedTransportSettings : transportSettings
      )
    )

const weight = 0.2

/** The latency of requests, including the response body. **Units** milliseconds. */
export class LatencyStats {
  #responses = 0
  /** Mean latency, weighted towards recent responses, or `None` before the first response. */
  mean = Option.none<number>()

  record(milliseconds: number): void {
    const mean = Option.getOrElse(this.mean, () => milliseconds)
    this.#responses++
    // The first response is often slow, because it includes opening the connection.
    const next = this.#responses === 2 ? Math.min(mean, milliseconds) : mean + weight * (milliseconds - mean)
    this.mean = Option.some(next)
  }
}
