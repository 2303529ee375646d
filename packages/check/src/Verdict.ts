/**
 * What an answer shows of a statement: the service keeps it; does not, in a way that a decision of this project names; does not
 * at all; or has no data that lets it be seen.
 */
export type Verdict =
  | { readonly verdict: "conforms" }
  | { readonly verdict: "differs"; readonly decision: number; readonly seen: string }
  | { readonly verdict: "breaks"; readonly expected: string; readonly came: string }
  | { readonly verdict: "notShown"; readonly why: string }

export const conforms: Verdict = { verdict: "conforms" }
export const differs = (decision: number, seen: string): Verdict => ({ verdict: "differs", decision, seen })
export const breaks = (expected: string, came: string): Verdict => ({ verdict: "breaks", expected, came })
export const notShown = (why: string): Verdict => ({ verdict: "notShown", why })

/** The first verdict that is not "conforms"; what comes first weighs most. */
export const firstOf = (...verdicts: ReadonlyArray<Verdict>): Verdict =>
  verdicts.find(({ verdict }) => verdict !== "conforms") ?? conforms

/** Conforms where it holds; else breaks. */
export const holds = (isSo: boolean, expected: string, came: string): Verdict =>
  isSo ? conforms : breaks(expected, came)
