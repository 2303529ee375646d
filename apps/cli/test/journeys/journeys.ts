import { complianceEngineer } from "./complianceEngineer.ts"
import { dealAnalyst } from "./dealAnalyst.ts"
import { journalist } from "./journalist.ts"
import type { Journey } from "./Journey.ts"

/** Every journey, one for each kind of user. */
export const journeys: ReadonlyArray<Journey> = [journalist, complianceEngineer, dealAnalyst]
