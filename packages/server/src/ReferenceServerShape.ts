import type { Effect, Option } from "effect"
import type { HttpClient } from "effect/http"
import type { DataSetSummary } from "./dataset/DataSet.ts"
import type { FaultControl } from "./faults/FaultControl.ts"
import type { ReferenceServerError } from "./ReferenceServerError.ts"
import type { Certificate } from "./socket/Certificate.ts"

/** A running reference server. */
export interface ReferenceServerShape {
  /** The base URL without a trailing slash. In process it is one that no network resolves. */
  readonly url: string
  /** A `fetch` that reaches this server and trusts its certificate. */
  readonly fetch: typeof globalThis.fetch
  /** An HTTP client that reaches this server and trusts its certificate. */
  readonly httpClient: HttpClient.HttpClient
  /** The certificate to trust, or `None` in process and for plain HTTP. */
  readonly certificate: Option.Option<Certificate>
  /** The summary of the current data. A reload changes it. */
  readonly dataSet: DataSetSummary
  /** Reloads the data and serves it from the next request on. If that fails, the server continues with the previous data. */
  readonly reload: Effect.Effect<DataSetSummary, ReferenceServerError>
  /** Injects faults into this server and reports which requests they affected. */
  readonly faults: FaultControl
}
