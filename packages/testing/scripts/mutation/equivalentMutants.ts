import { type EquivalentMutant } from "./EquivalentMutant.ts"
import { equivalentsOfBudget } from "./equivalentsOfBudget.ts"
import { equivalentsOfQueries } from "./equivalentsOfQueries.ts"

/**
 * Mutants that cannot change behaviour. They are told apart and do not count.
 *
 * **Gotchas** what only no test notices by now does not belong here. One that stands for no mutant any more is an error.
 */
export const equivalentMutants: ReadonlyArray<EquivalentMutant> = [...equivalentsOfBudget, ...equivalentsOfQueries]
