export {
  type AcquireResult,
  type Budget,
  budgetInMemory,
  type BudgetState,
  type LocalBudget,
  type Permit,
  type RateLimitStatus,
  type RequestOutcome
} from "./budget/Budget.ts"
export { type BudgetOwner, Guards, type GuardsShape } from "./budget/Guards.ts"
export { budgetWindowMillis } from "./budget/Ledger.ts"
