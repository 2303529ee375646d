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
  type RequestOutcome
} from "./budget/Budget.ts"
export { budgetWindowMillis, type RateLimitStatus } from "./budget/Ledger.ts"
export { RedisGuards, type RedisGuardsOptions } from "./redis/RedisGuards.ts"
