import { type Breakage } from "./Breakage.ts"
import { coreBreakages } from "./coreBreakages.ts"
import { serverBreakages } from "./serverBreakages.ts"

/** Every rule that can be broken, by its statement. */
export const breakages: ReadonlyArray<Breakage> = [...serverBreakages, ...coreBreakages].toSorted(
  (a, b) => a.statement - b.statement
)
