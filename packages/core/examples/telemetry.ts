import { PublicRecords } from "@public-records/core"
import { Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { Otlp } from "effect/observability"

/** Spans, metrics and log lines of everything above it go to an OpenTelemetry collector. */
const telemetry = Otlp.layerJson({
  baseUrl: "http://localhost:4318",
  resource: { serviceName: "complaints-mirror" }
})

/** The client, observed, with its options from the environment. */
export const observed = PublicRecords.layerConfig.pipe(
  Layer.provideMerge(telemetry),
  Layer.provide(FetchHttpClient.layer)
)
