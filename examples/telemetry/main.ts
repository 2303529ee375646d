/** Reads one page with spans and counters, and prints the counters. Needs `PUBLIC_RECORDS_API_KEY`. */
import { createClient } from "@public-records/core/promise"
import { BasicTracerProvider, ConsoleSpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base"
import { Registry } from "prom-client"
import { combined, counters, spans } from "./hooks.ts"

const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())] })
const registry = new Registry()

const hooks = combined(spans(provider.getTracer("example")), counters(registry))
const client = createClient({ hooks })
await client.complaints.page({ limit: 1 })
await client.close()
process.stdout.write(await registry.metrics())
