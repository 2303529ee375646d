import { alike } from "./alike.ts"
import { type EquivalentMutant } from "./EquivalentMutant.ts"

const ledger = "packages/core/src/budget/Ledger.ts"

/** Mutants of the budget that cannot change behaviour. */
export const equivalentsOfBudget: ReadonlyArray<EquivalentMutant> = [
  ...alike(
    ledger,
    "What was dropped leaves the memory sooner or later; it is not looked at again.",
    "if (this.#first < 1024 && this.#first < this.#made.length / 2) return",
    "if (this.#first <= 1024 || this.#first < this.#made.length / 2) return",
    "if (this.#first >= 1024 || this.#first < this.#made.length / 2) return",
    "if (this.#first < 1025 || this.#first < this.#made.length / 2) return",
    "if (this.#first < 1024 || this.#first <= this.#made.length / 2) return",
    "if (this.#first < 1024 || this.#first >= this.#made.length / 2) return",
    "if (this.#first < 1024 || this.#first < this.#made.length * 2) return",
    "if (this.#first < 1024 || this.#first < this.#made.length / 3) return"
  ),
  {
    file: ledger,
    code: "if (true) return",
    after: "this.#first += 1",
    why: "What was dropped never leaves the memory; it is not looked at again."
  },
  {
    file: ledger,
    code: "if (false) return",
    after: "this.#first += 1",
    why: "What was dropped leaves the memory at once; it is not looked at again."
  },
  {
    file: ledger,
    code: "if (false) return",
    after: "this.#size += count",
    why: "What is in order already is sorted, which changes nothing."
  },
  {
    file: ledger,
    code: "const isLast = at > (this.#made.at(-1)?.at ?? at)",
    why: "What is in order already is sorted, which changes nothing."
  },
  {
    file: ledger,
    code: "while (oldest !== undefined && oldest.count < left) {",
    why: "What would be dropped stays with a count of nothing, which counts nowhere."
  },
  {
    file: ledger,
    code: "if (oldest === undefined || left < 0) return",
    why: "Where nothing is left to take back, the oldest is written again with the count that it has."
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
  ),
  {
    file: "packages/core/src/budget/Quota.ts",
    code: "if (true) activePermits.add(verdict.permit)",
    why: "A result without a permit adds nothing that is ever looked for."
  }
]
