import { layerConfig } from "@public-records/core/config"
import { Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { Otlp } from "effect/observability"

/** Sends spans and logs to an OpenTelemetry collector. */
const telemetry = Otlp.layerJson({
  baseUrl: "http://localhost:4318",
  resource: { serviceName: "complaints-mirror" }
})

/** A client with telemetry that reads its options from the environment. */
export const observed = layerConfig.pipe(Layer.provideMerge(telemetry), Layer.provide(FetchHttpClient.layer))
