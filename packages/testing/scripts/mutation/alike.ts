import { type EquivalentMutant } from "./EquivalentMutant.ts"

/** Mutants of one file that cannot be noticed for one reason, by the lines as the mistakes leave them. */
export const alike = (file: string, why: string, ...codes: ReadonlyArray<string>): ReadonlyArray<EquivalentMutant> =>
  codes.map((code) => ({ file, code, why }))
