import { equivalentFallbacks } from "./equivalentFallbacks.ts"
import { equivalentsOfBudget } from "./equivalentsOfBudget.ts"
import { equivalentsOfQueries } from "./equivalentsOfQueries.ts"
import { equivalentsOfStore } from "./equivalentsOfStore.ts"
import { equivalentsOfWalk } from "./equivalentsOfWalk.ts"

/** A mutant that no test can notice, because nothing that the code does is another. */
export interface EquivalentMutant {
  readonly file: string
  /** The line as the mistake leaves it; where lines are alike, the line before it too. */
  readonly code: string
  readonly after?: string
  readonly why: string
}

/**
 * Mutants that cannot change behaviour. They are told apart and do not count.
 *
 * **Gotchas** what only no test notices by now does not belong here. One that stands for no mutant any more is an error.
 */
export const equivalentMutants: ReadonlyArray<EquivalentMutant> = [
  ...equivalentsOfBudget,
  ...equivalentsOfQueries,
  ...equivalentsOfStore,
  ...equivalentFallbacks,
  ...equivalentsOfWalk
]
