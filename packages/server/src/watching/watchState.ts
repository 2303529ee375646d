import type { Clock } from "effect"
import type { ServiceState } from "../Service.ts"

/** Adds what is read from a running server, at the moment when it is asked for, to what it counts. */
export const watchState = (state: ServiceState, clock: Clock.Clock): void => {
  const { metrics, quota } = state
  const records = "Records held, by collection."
  metrics.gauge("public_records_records", records, { collection: "complaints" }, () => state.dataSet.summary.complaints)
  metrics.gauge("public_records_records", records, { collection: "notices" }, () => state.dataSet.summary.notices)
  if (quota !== undefined) {
    const kept = () => quota.kept(clock.currentTimeMillisUnsafe())
    metrics.gauge("public_records_limited_keys", "Keys kept for the limits.", {}, () => kept().keys)
    metrics.gauge("public_records_limited_requests", "Times of requests kept for the limits.", {}, () => kept().times)
  }
  metrics.gauge("process_resident_memory_bytes", "Resident memory of the process.", {}, () => process.memoryUsage.rss())
  metrics.gauge("nodejs_heap_size_used_bytes", "Used heap of the process.", {}, () => process.memoryUsage().heapUsed)
}
