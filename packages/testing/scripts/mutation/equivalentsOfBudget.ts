import { alike } from "./alike.ts"
import { type EquivalentMutant } from "./EquivalentMutant.ts"

const ledger = "packages/core/src/budget/Ledger.ts"

/** Mutants of the budget that cannot change behaviour. */
export const equivalentsOfBudget: ReadonlyArray<EquivalentMutant> = [
  {
    file: ledger,
    code: "if (true) this.batches.sort(byTime)",
    why: "What is in order already is sorted, which changes nothing."
  },
  {
    file: ledger,
    code: "const isLast = at > (this.batches.at(-1)?.at ?? at)",
    why: "What is in order already is sorted, which changes nothing."
  },
  {
    file: ledger,
    code: "#othersLearnedAt = 1",
    why: "Until something is learned of others, nothing is held against them that an older answer could take back."
  },
  ...alike(
    "packages/core/src/budget/Budget.ts",
    "The numbers of permits still differ from each other.",
    "let permits = 1",
    "return { id: String(permits--), acquiredAt: now }"
  )
]
