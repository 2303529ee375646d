import type { DataSet } from "./dataset/DataSet.ts"
import type { DocsPage } from "./contract/DocsPage.ts"
import type { Faults } from "./faults/Faults.ts"
import type { Metrics } from "./watching/Metrics.ts"
import type { PageBend } from "./faults/PageBend.ts"
import type { Profile } from "./Profile.ts"
import type { QuotaGate } from "./gateway/QuotaGate.ts"
import type { RecentAnswers } from "./requests/RecentAnswers.ts"

/** What a service answers from. The data set is swapped whole, between two answers. */
export interface ServiceState {
  dataSet: DataSet
  readonly profile: Profile
  readonly apiKeys: ReadonlySet<string>
  /** Nothing where the limit is off. */
  readonly quota: QuotaGate | undefined
  readonly faults: Faults
  /** What a quirk does to every page of a list; a fault that bends pages takes its place. */
  readonly pages: PageBend
  readonly metrics: Metrics
  readonly recent: RecentAnswers
  /** The server's own address, without a slash at its end. */
  baseUrl: string
  readonly docs: DocsPage
}
