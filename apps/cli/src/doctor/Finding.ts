import { type CommandFailure } from "../CommandFailure.ts"

/** Result of a diagnostic. For `unknown`, the message states the reason. */
export type Verdict =
  | { readonly verdict: "ok" | "unknown"; readonly message: string }
  | { readonly verdict: "advice"; readonly message: string; readonly fix: string }
  | { readonly verdict: "problem"; readonly message: string; readonly fix: string; readonly exitCode: number }

const diagnosticNames = ["versions", "configuration", "key", "reachability", "clock", "quota", "mirror"] as const

export type Verdicts = { readonly [Name in (typeof diagnosticNames)[number]]?: Verdict }

export const ok = (message: string): Verdict => ({ verdict: "ok", message })
export const unknown = (message: string): Verdict => ({ verdict: "unknown", message })
export const advice = (message: string, fix: string): Verdict => ({ verdict: "advice", message, fix })

export type Problem = Pick<CommandFailure, "exitCode" | "fix" | "summary">

export const problem = ({ exitCode, fix, summary }: Problem): Verdict => ({
  verdict: "problem",
  message: summary,
  fix,
  exitCode
})

/** Completes the verdicts about the key and the service with `unknown` ones, for this reason. */
export const otherwise = (verdicts: Verdicts, reason: string): Verdicts => {
  const other = unknown(reason)
  return { key: other, reachability: other, clock: other, quota: other, ...verdicts }
}

/**
 * Returns the findings in their order.
 *
 * **Gotchas** messages may quote the service, so filter them before printing them to a terminal. They contain no part of a key.
 */
export const findingsIn = (verdicts: Verdicts) =>
  diagnosticNames.flatMap((name) => {
    const verdict = verdicts[name]
    return verdict === undefined ? [] : [{ name, ...verdict }]
  })

export type Finding = ReturnType<typeof findingsIn>[number]
