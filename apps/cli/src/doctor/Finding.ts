import { type CommandFailure } from "../CommandFailure.ts"

/** What the doctor found about one thing: that it is fine, what to do about it, or why nothing is known. */
export type Verdict =
  | { readonly verdict: "ok" | "unknown"; readonly found: string }
  | { readonly verdict: "advice"; readonly found: string; readonly todo: string }
  | { readonly verdict: "problem"; readonly found: string; readonly todo: string; readonly exitCode: number }

/** What the doctor looks at, in this order. */
const examined = ["versions", "configuration", "key", "reachability", "clock", "quota"] as const

export type Verdicts = { readonly [Name in (typeof examined)[number]]?: Verdict }

export const ok = (found: string): Verdict => ({ verdict: "ok", found })
export const unknown = (found: string): Verdict => ({ verdict: "unknown", found })
export const advice = (found: string, todo: string): Verdict => ({ verdict: "advice", found, todo })

export type Problem = Pick<CommandFailure, "exitCode" | "todo" | "what">

export const problem = ({ exitCode, todo, what }: Problem): Verdict => ({
  verdict: "problem",
  found: what,
  todo: todo === "" ? "Correct it." : todo,
  exitCode
})

/** Says why nothing else is known about the key and the service. */
export const otherwise = (verdicts: Verdicts, why: string): Verdicts => {
  const other = unknown(why)
  return { key: other, reachability: other, clock: other, quota: other, ...verdicts }
}

/**
 * **Gotchas** texts may quote the service; they are not safe for a terminal unfiltered. No part of a key is in them.
 */
export const findingsIn = (verdicts: Verdicts) =>
  examined.flatMap((of) => {
    const verdict = verdicts[of]
    return verdict === undefined ? [] : [{ of, ...verdict }]
  })

export type Finding = ReturnType<typeof findingsIn>[number]
