import { type Effect, Metric } from "effect"
import { type Reason } from "./PublicRecordsError.ts"

const requests = Metric.counter("public_records_requests_total", {
  description: "Requests that the service answered, by status",
  incremental: true
})
const retries = Metric.counter("public_records_retries_total", {
  description: "Attempts after the first, by the reason of the one before",
  incremental: true
})
const waits = Metric.histogram("public_records_budget_wait_milliseconds", {
  description: "How long a request waited for its place in the budget",
  boundaries: [0, 10, 100, 1000, 10_000, 60_000, 600_000, 3_600_000]
})
const failures = Metric.counter("public_records_failures_total", {
  description: "Calls that failed, by reason",
  incremental: true
})

/** Makes a counter for each value of an attribute, and each but once. */
const byAttribute = (counter: Metric.Counter<number>, attribute: string): ((value: string) => Effect.Effect<void>) => {
  const counted = new Map<string, Effect.Effect<void>>()
  return (value) => {
    const known = counted.get(value) ?? Metric.update(Metric.withAttributes(counter, { [attribute]: value }), 1)
    counted.set(value, known)
    return known
  }
}

const requestsByStatus = byAttribute(requests, "status")
const retriesByReason = byAttribute(retries, "reason")
const failuresByReason = byAttribute(failures, "reason")

/** Counts a request by the status of its answer. */
export const countRequest = (status: number): Effect.Effect<void> => requestsByStatus(String(status))

/** Counts an attempt that follows a failed one. */
export const countRetry = (reason: Reason["_tag"]): Effect.Effect<void> => retriesByReason(reason)

/** Notes how long a request waited for its place in the budget. */
export const noteWait = (milliseconds: number): Effect.Effect<void> => Metric.update(waits, milliseconds)

/** Counts a call that failed. */
export const countFailure = (reason: Reason["_tag"]): Effect.Effect<void> => failuresByReason(reason)
