import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import { budgetForAll, Guards } from "./Budget.ts"
import type { SharedBudget } from "./SharedBudget.ts"
import { sharedBudget } from "./sharedGuards.ts"

/** Creates a budget in this process, for several clients with the same key. The smallest `requestsPerHour` of them counts. */
export const memoryBudget = (): SharedBudget => {
  const budgetFor = budgetForAll()
  return sharedBudget(
    "memory",
    Layer.succeed(Guards, {
      budget: ({ requestsPerHour }) => Effect.sync(() => budgetFor(requestsPerHour)),
      breakers: CircuitBreaker.layerStoreMemory()
    })
  )
}
