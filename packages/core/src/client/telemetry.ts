import { Context, Effect, Metric, Option, Tracer } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { type Send } from "../budget/Call.ts"
import { type Reason } from "../PublicRecordsError.ts"

/** Makes what counts by the value of an attribute. Each counter is made once. */
const counterBy = (name: string, attribute: string, description: string): ((value: string) => Effect.Effect<void>) => {
  const counter = Metric.counter(name, { description, incremental: true })
  const counted = new Map<string, Effect.Effect<void>>()
  return (value) => {
    const known = counted.get(value) ?? Metric.update(Metric.withAttributes(counter, { [attribute]: value }), 1)
    counted.set(value, known)
    return known
  }
}

const countByStatus = counterBy(
  "public_records_requests_total",
  "status",
  "Requests that the service answered, by status"
)
const countByReason = counterBy("public_records_failures_total", "reason", "Calls that failed, by reason")

/** Counts a request by the status of its response. */
export const countRequest = (status: number): Effect.Effect<void> => countByStatus(String(status))

/** Counts an attempt that follows a failed one, by the reason of the failure. */
export const countRetry: (reason: Reason["_tag"]) => Effect.Effect<void> = counterBy(
  "public_records_retries_total",
  "reason",
  "Attempts after the first, by the reason of the one before"
)

/** Counts the calls that fail, by reason. */
export const countFailures =
  <Request, A>(send: Send<Request, A, Reason>): Send<Request, A, Reason> =>
  (request, call) =>
    Effect.tapError(send(request, call), ({ _tag }) => countByReason(_tag))

/** A redirect is examined before it is followed, and the service does not learn about the caller's traces. */
const transportSettings = Context.make(FetchHttpClient.RequestInit, { redirect: "manual" }).pipe(
  Context.add(HttpClient.TracerPropagationEnabled, false)
)
const untracedTransportSettings = Context.add(transportSettings, HttpClient.TracerDisabledWhen, () => true)

/** Provides the settings of the HTTP client. Without a tracer no spans are made: one costs more than decoding a page. */
export const withTransportSettings =
  <Request, A, E>(send: Send<Request, A, E>): Send<Request, A, E> =>
  (request, call) =>
    Effect.flatMap(Effect.tracer, (tracer) =>
      Effect.provideContext(
        send(request, call),
        tracer === Tracer.nativeTracer ? untracedTransportSettings : transportSettings
      )
    )

/** Weight of the latest response in the mean. */
const weight = 0.2

/** Latency of requests, including the response body. **Units** milliseconds. */
export class LatencyStats {
  #mean: number | undefined
  #fastest = Number.POSITIVE_INFINITY
  #responses = 0

  record(milliseconds: number): void {
    this.#responses++
    this.#mean = this.#meanWith(milliseconds)
    this.#fastest = Math.min(this.#fastest, milliseconds)
  }

  #meanWith(milliseconds: number): number {
    if (this.#mean === undefined) return milliseconds
    // One of the first two responses is often slow for once, because the first one also includes opening the connection.
    if (this.#responses === 2) return Math.min(this.#mean, milliseconds)
    return this.#mean + weight * (milliseconds - this.#mean)
  }

  /** Mean latency, weighted towards the latest responses; `None` before the first response. */
  get mean(): Option.Option<number> {
    return Option.fromUndefinedOr(this.#mean)
  }

  /** Lowest latency so far; 0 before the first response. */
  get fastest(): number {
    return this.#mean === undefined ? 0 : this.#fastest
  }
}
