import { type Hooks } from "@public-records/core/promise"
import { type Span, SpanKind, SpanStatusCode, type Tracer } from "@opentelemetry/api"
import { Counter, type Registry } from "prom-client"

/** Hooks that record a span for each call, with an event for each retry and wait. */
export const spans = (tracer: Tracer): Hooks => {
  const open = new Map<string, Span>()
  return {
    onCall: ({ callId, operation }) =>
      open.set(callId, tracer.startSpan(`public_records.${operation}`, { kind: SpanKind.CLIENT })),
    onResponse: ({ callId, attempt, status }) =>
      open
        .get(callId)
        ?.setAttributes({ "http.response.status_code": status, "http.request.resend_count": attempt - 1 }),
    onRetry: ({ callId, reason, waitMilliseconds }) =>
      open.get(callId)?.addEvent("retry", { "error.type": reason._tag, "retry.wait_ms": waitMilliseconds }),
    onWait: ({ callId, until, for: cause }) =>
      open.get(callId)?.addEvent("wait", { "wait.for": cause, "wait.until": until.toISOString() }),
    onCallEnd: ({ callId, error }) => {
      const span = open.get(callId)
      open.delete(callId)
      if (error !== undefined) {
        span?.setAttribute("error.type", error.code)
        span?.setStatus({ code: SpanStatusCode.ERROR, message: error.message })
      }
      span?.end()
    }
  }
}

/** Hooks that count responses, retries and failed calls for Prometheus. */
export const counters = (registry: Registry): Hooks => {
  const counter = <Label extends string>(name: string, help: string, label: Label): Counter<Label> =>
    new Counter({ name: `public_records_${name}_total`, help, labelNames: [label], registers: [registry] })
  const responses = counter("responses", "Responses of the service, by status", "status")
  const retries = counter("retries", "Retries, by the reason of the failed attempt", "reason")
  const failures = counter("failures", "Calls that failed, by reason", "reason")
  return {
    onResponse: ({ status }) => responses.labels(String(status)).inc(),
    onRetry: ({ reason }) => retries.labels(reason._tag).inc(),
    onCallEnd: ({ error }) => error && failures.labels(error.code).inc()
  }
}

/** Hooks that call others one after another. */
export const combined = (...all: ReadonlyArray<Hooks>): Hooks => ({
  onCall: (event) => all.forEach(({ onCall }) => onCall?.(event)),
  onRequest: (event) => all.forEach(({ onRequest }) => onRequest?.(event)),
  onResponse: (event) => all.forEach(({ onResponse }) => onResponse?.(event)),
  onRetry: (event) => all.forEach(({ onRetry }) => onRetry?.(event)),
  onWait: (event) => all.forEach(({ onWait }) => onWait?.(event)),
  onCallEnd: (event) => all.forEach(({ onCallEnd }) => onCallEnd?.(event))
})
