import { complianceEngineer } from "./complianceEngineer.ts"
import { dealAnalyst } from "./dealAnalyst.ts"
import { journalist } from "./journalist.ts"
import type { Round } from "./Round.ts"

/** The rounds, one for each kind of person who works with the program. */
export const rounds: ReadonlyArray<Round> = [journalist, complianceEngineer, dealAnalyst]
