export {
  type AcquireResult,
  type Budget,
  budgetInMemory,
  type BudgetOwner,
  type BudgetState,
  Guards,
  type GuardsShape,
  type LocalBudget,
  type Permit,
  type RateLimitStatus,
  type RequestOutcome
} from "./budget/Budget.ts"
export { budgetWindowMillis } from "./budget/Ledger.ts"
