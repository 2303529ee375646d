import { type Scenario } from "./Scenario.ts"
import { filters } from "./scenarios/filters.ts"
import { byHand, typed } from "./scenarios/byHand.ts"
import { envelopes } from "./scenarios/envelopes.ts"
import { gates } from "./scenarios/gates.ts"
import { safety } from "./scenarios/safety.ts"
import { leaving } from "./scenarios/leaving.ts"
import { live } from "./scenarios/live.ts"
import { malformed } from "./scenarios/malformed.ts"
import { paging } from "./scenarios/paging.ts"
import { quirks } from "./scenarios/quirks.ts"
import { refusals } from "./scenarios/refusals.ts"
import { resilience } from "./scenarios/resilience.ts"
import { stopping } from "./scenarios/stopping.ts"
import { singleRecords } from "./scenarios/singleRecords.ts"
import { sorting } from "./scenarios/sorting.ts"
import { walks } from "./scenarios/walks.ts"

/** Every scenario, in the order in which the specification tells of what they prove. */
export const scenarios: ReadonlyArray<Scenario> = [
  ...envelopes,
  ...paging,
  ...filters,
  ...sorting,
  ...singleRecords,
  ...refusals,
  ...byHand,
  ...typed,
  ...gates,
  ...walks,
  ...resilience,
  ...malformed,
  ...live,
  ...quirks,
  ...safety,
  ...leaving,
  ...stopping
]
