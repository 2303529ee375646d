import { type Scenario } from "./Scenario.ts"
import { complete } from "./scenarios/Draft.ts"
import { filters } from "./scenarios/filters.ts"
import { rawRequests, typed } from "./scenarios/rawRequests.ts"
import { envelopes } from "./scenarios/envelopes.ts"
import { gates } from "./scenarios/gates.ts"
import { untrustedContent } from "./scenarios/untrustedContent.ts"
import { earlyExit } from "./scenarios/earlyExit.ts"
import { liveProfile } from "./scenarios/liveProfile.ts"
import { malformed } from "./scenarios/malformed.ts"
import { paging } from "./scenarios/paging.ts"
import { quirks } from "./scenarios/quirks.ts"
import { refusals } from "./scenarios/refusals.ts"
import { resilience } from "./scenarios/resilience.ts"
import { cancellation } from "./scenarios/cancellation.ts"
import { singleRecords } from "./scenarios/singleRecords.ts"
import { sorting } from "./scenarios/sorting.ts"
import { walks } from "./scenarios/walks.ts"

/** Every scenario, ordered by topic. */
export const scenarios: ReadonlyArray<Scenario> = [
  ...envelopes,
  ...paging,
  ...filters,
  ...sorting,
  ...singleRecords,
  ...refusals,
  ...rawRequests,
  ...typed,
  ...gates,
  ...walks,
  ...resilience,
  ...malformed,
  ...liveProfile,
  ...quirks,
  ...untrustedContent,
  ...earlyExit,
  ...cancellation
].map(complete)
