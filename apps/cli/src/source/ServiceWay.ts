import { type PublicRecordsOptions } from "@public-records/core"
import { type Redacted } from "effect"
import { type HttpClient } from "effect/http"

/** How a service is reached: what carries requests, and what its client is built with. */
export interface ServiceWay {
  readonly http: HttpClient.HttpClient
  readonly options: PublicRecordsOptions & { readonly apiKey: Redacted.Redacted; readonly baseUrl: string }
}
