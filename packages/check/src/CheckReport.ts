import { type Verdict } from "./Verdict.ts"

/** Statement about the service and its verdict. */
export type CheckedStatement = Verdict & {
  readonly family: string
  readonly name: string
  /** The statement of `docs/api.md` that requires it. */
  readonly rule: string
  /** Method, path and query of the evaluated request, or `""` if it could not be sent. */
  readonly request: string
}

/** Result of a check. `requests` is the number of requests sent. */
export interface CheckReport {
  readonly baseUrl: string
  readonly requests: number
  readonly conforms: number
  readonly differs: number
  readonly breaks: number
  readonly notShown: number
  readonly statements: ReadonlyArray<CheckedStatement>
}

/** Creates the report by counting the verdicts. */
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
