import { type EquivalentMutant } from "./EquivalentMutant.ts"

const state = "packages/core/src/queries/State.ts"
const inTheRow = "The index is always within the row, so that what stands for nothing is never used."

/** Mutants of the queries that change nothing. */
export const equivalentsOfQueries: ReadonlyArray<EquivalentMutant> = [
  {
    file: state,
    code: "const distanceOf = (name: string): number => (name.startsWith(typed) ? 1 : editDistance(typed, name))",
    why: "No beginning of a state's name is a single letter away from another state's name, so that none comes between."
  },
  {
    file: state,
    code: "let above = Array.from({ length: to.length + 2 }, (_, column) => column)",
    why: "One more number at the end of the row is never read."
  },
  {
    file: state,
    code: "const changed = (above[column - 1] ?? 1) + (from[row - 1] === to[column - 1] ? 0 : 1)",
    why: inTheRow
  },
  {
    file: state,
    code: "current.push(Math.min(changed, (above[column] ?? 1) + 1, (current[column - 1] ?? 0) + 1))",
    why: inTheRow
  },
  {
    file: state,
    code: "current.push(Math.min(changed, (above[column] ?? 0) + 1, (current[column - 1] ?? 1) + 1))",
    why: inTheRow
  },
  { file: state, code: "return above[to.length] ?? 1", why: inTheRow }
]
