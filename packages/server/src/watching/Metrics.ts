import { Context, Metric } from "effect"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import type { Answer } from "../requests/Answer.ts"
import type { Route } from "../requests/Route.ts"

type RouteName = Route["_tag"] | "None"

/** The routes as the counters name them: no id, and one name for all that are none, so that their number is bounded. */
const routeLabels: Readonly<Record<RouteName, string>> = {
  ComplaintList: "/v0/dnc-complaints",
  Complaint: "/v0/dnc-complaints/{id}",
  NoticeList: "/v0/hsr-early-termination-notices",
  Notice: "/v0/hsr-early-termination-notices/{id}",
  Health: "/health",
  Metrics: "/metrics",
  Contract: "/openapi.json",
  Docs: "/docs",
  None: "none"
}

/** **Units** seconds. */
const durationBounds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]

/** A count that goes up. */
class Count {
  value = 0
}

/** How long answers took, in the buckets of `durationBounds` and one for what took longer. **Units** seconds. */
class Durations {
  readonly #buckets = new Float64Array(durationBounds.length + 1)
  #count = 0
  #sum = 0

  add(seconds: number): void {
    let bucket = 0
    while (seconds > (durationBounds[bucket] ?? Infinity)) bucket += 1
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1
    this.#count += 1
    this.#sum += seconds
  }

  state(): Metric.HistogramState {
    let below = 0
    const buckets = durationBounds.map((bound, bucket): [number, number] => {
      below += this.#buckets[bucket] ?? 0
      return [bound, below]
    })
    return { buckets, count: this.#count, sum: this.#sum, min: 0, max: 0 }
  }
}

const ignore = (): void => undefined

/**
 * What a server counts, in Prometheus' text format when it is asked for.
 *
 * **Gotchas** counting is a few additions to plain numbers; Effect reads them when the text is made. Labels come from
 * closed lists, never from a request, so no key can be in one and their number is bounded.
 */
export class Metrics {
  readonly #registry = Context.make(Metric.MetricRegistry, new Map())
  readonly #requests = new Map<RouteName, Map<number, Count>>()
  readonly #refused = new Map<string, Count>()
  readonly #faults = new Map<string, Count>()
  readonly #reloads = new Map<string, Count>()
  readonly #durations = new Durations()
  readonly #bytes: Count

  constructor() {
    this.#bytes = this.#counter("public_records_response_bytes_total", "Bytes of the bodies of answers.", {})
    const durations = Metric.histogram("public_records_request_duration_seconds", {
      description: "Time from a request to its answer, delays of faults included.",
      boundaries: durationBounds
    })
    const get = () => this.#durations.state()
    Metric.registerUnsafe(durations, this.#registry, { get, update: ignore, modify: ignore })
  }

  /** Counts an answer. */
  answered({ body, refused, route, status, struck }: Answer, seconds: number): void {
    this.#requestsOf(route ?? "None", status).value += 1
    this.#bytes.value += body.length
    this.#durations.add(seconds)
    if (refused !== undefined) {
      this.#named(this.#refused, refused, "public_records_refused_total", "Refused requests, by error code.", "reason")
    }
    for (const fault of struck) {
      this.#named(this.#faults, fault, "public_records_faults_total", "Faults that struck, by kind.", "fault")
    }
  }

  /** Counts what was refused before it was a request. */
  unread(status: number): void {
    this.#requestsOf("None", status).value += 1
  }

  /** Counts a reload of the data. */
  reloaded(outcome: "done" | "failed"): void {
    this.#named(
      this.#reloads,
      outcome,
      "public_records_reloads_total",
      "Times that the data was read again.",
      "outcome"
    )
  }

  /** Adds a value that is read whenever the text is made. */
  gauge(name: string, description: string, attributes: Metric.Metric.AttributeSet, read: () => number): void {
    const gauge = Metric.gauge(name, { description, attributes })
    Metric.registerUnsafe(gauge, this.#registry, { get: () => ({ value: read() }), update: ignore, modify: ignore })
  }

  /** Everything, in Prometheus' text format. */
  text(): string {
    return PrometheusMetrics.formatUnsafe(this.#registry)
  }

  #requestsOf(route: RouteName, status: number): Count {
    const byStatus = this.#requests.get(route) ?? new Map<number, Count>()
    this.#requests.set(route, byStatus)
    const known = byStatus.get(status)
    if (known !== undefined) return known
    const labels = { route: routeLabels[route], status: String(status) }
    const count = this.#counter("public_records_requests_total", "Answered requests, by route and status.", labels)
    byStatus.set(status, count)
    return count
  }

  #named(counts: Map<string, Count>, value: string, name: string, description: string, label: string): void {
    const count = counts.get(value) ?? this.#counter(name, description, { [label]: value })
    counts.set(value, count)
    count.value += 1
  }

  #counter(name: string, description: string, attributes: Metric.Metric.AttributeSet): Count {
    const count = new Count()
    const counter = Metric.counter(name, { description, attributes, incremental: true })
    const get = () => ({ count: count.value, incremental: true })
    Metric.registerUnsafe(counter, this.#registry, { get, update: ignore, modify: ignore })
    return count
  }
}
