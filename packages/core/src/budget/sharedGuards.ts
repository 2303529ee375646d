import type * as Layer from "effect/Layer"
import type { SharedBudget } from "./SharedBudget.ts"

/** The layers of shared budgets. The type of a budget does not name them, so that it does not refer to `effect`. */
const layers = new WeakMap<SharedBudget, Layer.Layer<never>>()

/** Creates a budget from a layer that provides `Guards`. */
export const sharedBudget = (storage: string, guards: Layer.Layer<never>): SharedBudget => {
  const budget = { "~public-records/budget": storage }
  layers.set(budget, guards)
  return budget
}

/** Returns the layer of a budget, or `undefined` if another copy of this package made it. */
export const guardsOf = (budget: SharedBudget): Layer.Layer<never> | undefined => layers.get(budget)
