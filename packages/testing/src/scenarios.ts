import { type Scenario } from "./Scenario.ts"
import { filters } from "./scenarios/filters.ts"
import { live } from "./scenarios/live.ts"
import { malformed } from "./scenarios/malformed.ts"
import { paging } from "./scenarios/paging.ts"
import { quirks } from "./scenarios/quirks.ts"
import { refusals } from "./scenarios/refusals.ts"
import { resilience } from "./scenarios/resilience.ts"
import { singleRecords } from "./scenarios/singleRecords.ts"
import { sorting } from "./scenarios/sorting.ts"
import { walks } from "./scenarios/walks.ts"

/** Every scenario, in the order in which the specification tells of what they prove. */
export const scenarios: ReadonlyArray<Scenario> = [
  ...paging,
  ...filters,
  ...sorting,
  ...singleRecords,
  ...refusals,
  ...walks,
  ...resilience,
  ...malformed,
  ...live,
  ...quirks
]
