import { type Verdict } from "./Verdict.ts"

/** A statement about the service, and what its answers showed. */
export type CheckedStatement = Verdict & {
  readonly family: string
  readonly name: string
  readonly rule: string
  /** Method and path of the request that showed it; empty where it could not be asked. */
  readonly asked: string
}

/** What a check found. `requests` counts those that were sent. */
export interface CheckReport {
  readonly baseUrl: string
  readonly requests: number
  readonly conforms: number
  readonly differs: number
  readonly breaks: number
  readonly notShown: number
  readonly statements: ReadonlyArray<CheckedStatement>
}

/** Counts what statements showed. */
export const reportOf = (
  baseUrl: string,
  requests: number,
  statements: ReadonlyArray<CheckedStatement>
): CheckReport => {
  const count = (verdict: Verdict["verdict"]): number =>
    statements.filter((statement) => statement.verdict === verdict).length
  return {
    baseUrl,
    requests,
    conforms: count("conforms"),
    differs: count("differs"),
    breaks: count("breaks"),
    notShown: count("notShown"),
    statements
  }
}
