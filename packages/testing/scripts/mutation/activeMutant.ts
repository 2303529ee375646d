declare global {
  /** What the mutants in the sources ask: whether one of them is chosen. */
  var isMutant: (mutant: number) => boolean
}

const most = 10_000

/** The mutant that is chosen in this thread, -1 for none, and whether its place was reached. */
export const mutants = { active: -1, isAsked: false, reached: new Uint8Array(most) }

globalThis.isMutant = (mutant) => {
  mutants.reached[mutant] = 1
  if (mutant !== mutants.active) return false
  mutants.isAsked = true
  return true
}

/** The mutants whose place was reached since this was last asked. */
export const takeReached = (): ReadonlyArray<number> => {
  const numbers = [...mutants.reached.entries()].flatMap(([number, isReached]) => (isReached === 1 ? [number] : []))
  mutants.reached.fill(0)
  return numbers
}
