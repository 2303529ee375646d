import { Context, Metric } from "effect"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import type { ServiceResponse } from "../requests/Response.ts"
import type { Route } from "../requests/Route.ts"

type RouteName = Route["_tag"] | "None"

/** The label of each route. It contains no id, and all unknown paths share one label, so that the number of labels is bounded. */
const routeLabels: Readonly<Record<RouteName, string>> = {
  ComplaintList: "/v0/dnc-complaints",
  Complaint: "/v0/dnc-complaints/{id}",
  NoticeList: "/v0/hsr-early-termination-notices",
  Notice: "/v0/hsr-early-termination-notices/{id}",
  Root: "/",
  Health: "/health",
  Metrics: "/metrics",
  Contract: "/openapi.json",
  Docs: "/docs",
  None: "none"
}

const makeCounter = (name: string, description: string) =>
  Metric.counter(`public_records_${name}`, { description, incremental: true })

const requests = makeCounter("requests_total", "Responses, by route and status.")
const refusals = makeCounter("refused_total", "Rejected requests, by error code.")
const faults = makeCounter("faults_total", "Injected faults, by kind.")
const bytes = makeCounter("response_bytes_total", "Bytes of response bodies.")
const reloads = makeCounter("reloads_total", "Number of data reloads.")
const durations = Metric.histogram("public_records_request_duration_seconds", {
  description: "Time from a request to its response, including delays of faults.",
  boundaries: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]
})

/**
 * The metrics of one server, in Prometheus' text format.
 *
 * **Gotchas** Labels come from fixed lists, never from a request. They contain no key, and their number is bounded.
 */
export class Metrics {
  readonly #registry = Context.make(Metric.MetricRegistry, new Map())
  readonly #gauges: Array<() => void> = []

  countResponse({ body, errorCode, route, status, applied }: ServiceResponse, seconds: number): void {
    this.#count(requests, 1, { route: routeLabels[route ?? "None"], status: String(status) })
    this.#count(bytes, body.length, {})
    if (errorCode !== undefined) this.#count(refusals, 1, { reason: errorCode })
    for (const fault of applied) this.#count(faults, 1, { fault })
    durations.updateUnsafe(seconds, this.#registry)
  }

  countReload(outcome: "done" | "failed"): void {
    this.#count(reloads, 1, { outcome })
  }

  /** Registers a value that is read whenever the metrics are requested. */
  gauge(name: string, description: string, attributes: Metric.Metric.AttributeSet, read: () => number): void {
    const gauge = Metric.gauge(name, { description, attributes })
    this.#gauges.push(() => gauge.updateUnsafe(read(), this.#registry))
  }

  /** Returns all metrics in Prometheus' text format. */
  text(): string {
    for (const update of this.#gauges) update()
    return PrometheusMetrics.formatUnsafe(this.#registry)
  }

  #count(counter: typeof requests, amount: number, attributes: Metric.Metric.AttributeSet): void {
    Metric.withAttributes(counter, attributes).updateUnsafe(amount, this.#registry)
  }
}
