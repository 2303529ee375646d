import type { DataSet } from "./dataset/DataSet.ts"
import type { FaultInjector } from "./faults/FaultInjector.ts"
import type { PageTransform } from "./faults/PageTransform.ts"
import type { QuotaGate } from "./gateway/QuotaGate.ts"
import type { Profile } from "./Profile.ts"
import type { Quirks } from "./Quirks.ts"

/** Everything that a response depends on, apart from the request. A reload replaces the data set between two responses. */
export interface ServiceState {
  dataSet: DataSet
  readonly profile: Profile
  readonly quirks: Quirks
  readonly apiKeys: ReadonlySet<string>
  /** `undefined` without limits. */
  readonly quota: QuotaGate | undefined
  readonly faults: FaultInjector
  /** The effect of quirks on every page of a list. A fault that transforms the page replaces it. */
  readonly transformPage: PageTransform
  /** The server's base URL, without a trailing slash. */
  baseUrl: string
  /** The folder of the bundled files. */
  readonly bundledData: URL
}
