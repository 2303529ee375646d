/**
 * Result of evaluating a statement. `conforms`: the service behaves as documented. `differs`: it differs in a way that the numbered
 * statement of `docs/api.md` allows. `breaks`: it violates the documentation. `notShown`: its data does not allow a verdict.
 */
export type Verdict =
  | { readonly verdict: "conforms" }
  | { readonly verdict: "differs"; readonly statement: number; readonly observed: string }
  | { readonly verdict: "breaks"; readonly expected: string; readonly actual: string }
  | { readonly verdict: "notShown"; readonly reason: string }

export const conforms: Verdict = { verdict: "conforms" }
export const differs = (statement: number, observed: string): Verdict => ({ verdict: "differs", statement, observed })
export const breaks = (expected: string, actual: string): Verdict => ({ verdict: "breaks", expected, actual })
export const notShown = (reason: string): Verdict => ({ verdict: "notShown", reason })

/** Returns the first verdict that is not "conforms". Pass the most severe one first. */
export const worstOf = (...verdicts: ReadonlyArray<Verdict>): Verdict =>
  verdicts.find(({ verdict }) => verdict !== "conforms") ?? conforms

/** Returns "conforms" if the condition is true, otherwise "breaks". */
export const expectTrue = (condition: boolean, expected: string, actual: string): Verdict =>
  condition ? conforms : breaks(expected, actual)
