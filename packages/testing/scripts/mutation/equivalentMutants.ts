import { type EquivalentMutant } from "./EquivalentMutant.ts"
import { equivalentFallbacks } from "./equivalentFallbacks.ts"
import { equivalentsOfBudget } from "./equivalentsOfBudget.ts"
import { equivalentsOfQueries } from "./equivalentsOfQueries.ts"
import { equivalentsOfStore } from "./equivalentsOfStore.ts"

/**
 * Mutants that cannot change behaviour. They are told apart and do not count.
 *
 * **Gotchas** what only no test notices by now does not belong here. One that stands for no mutant any more is an error.
 */
export const equivalentMutants: ReadonlyArray<EquivalentMutant> = [
  ...equivalentsOfBudget,
  ...equivalentsOfQueries,
  ...equivalentsOfStore,
  ...equivalentFallbacks
]
