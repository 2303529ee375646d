import type { Clock } from "effect"
import type { ServiceState } from "../ServiceState.ts"

/** Registers the gauges of a server. */
export const registerGauges = (state: ServiceState, clock: Clock.Clock): void => {
  const { metrics, quota } = state
  const records = "Records held, by collection."
  metrics.gauge("public_records_records", records, { collection: "complaints" }, () => state.dataSet.summary.complaints)
  metrics.gauge("public_records_records", records, { collection: "notices" }, () => state.dataSet.summary.notices)
  if (quota !== undefined) {
    const usage = () => quota.usage(clock.currentTimeMillisUnsafe())
    metrics.gauge("public_records_limited_keys", "Keys held for the limits.", {}, () => usage().keys)
    metrics.gauge("public_records_limited_requests", "Request times held for the limits.", {}, () => usage().times)
  }
  metrics.gauge("process_resident_memory_bytes", "Resident memory of the process.", {}, () => process.memoryUsage.rss())
  metrics.gauge("nodejs_heap_size_used_bytes", "Used heap of the process.", {}, () => process.memoryUsage().heapUsed)
}
