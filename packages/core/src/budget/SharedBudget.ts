/** Counts requests for several clients or processes. Made by `memoryBudget` or `redisBudget`. */
export interface SharedBudget {
  readonly "~public-records/budget": unknown
}
