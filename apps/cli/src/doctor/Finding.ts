import { type CommandFailure, type Sentences } from "../CommandFailure.ts"

/** What the doctor looks at, in this order. */
export type Examined = "versions" | "configuration" | "key" | "reachability" | "clock" | "quota"

/**
 * What the doctor found about one thing: that it is fine, what to do about it, or why nothing is known.
 *
 * **Gotchas** texts may quote the service; they are not safe for a terminal unfiltered. No part of a key is in them.
 */
export type Finding =
  | { readonly of: Examined; readonly verdict: "ok" | "unknown"; readonly found: string }
  | { readonly of: Examined; readonly verdict: "advice"; readonly found: string; readonly todo: string }
  | {
      readonly of: Examined
      readonly verdict: "problem"
      readonly found: string
      readonly todo: string
      readonly exitCode: number
    }

export const ok = (of: Examined, found: string): Finding => ({ of, verdict: "ok", found })

/** Nothing is known about these, and why. */
export const unknown = (names: ReadonlyArray<Examined>, found: string): ReadonlyArray<Finding> =>
  names.map((of) => ({ of, verdict: "unknown", found }))

export const advice = (of: Examined, [found, todo]: Sentences): Finding => ({ of, verdict: "advice", found, todo })

/** A failure as a finding. */
export const problem = (of: Examined, { exitCode, todo, what }: CommandFailure): Finding => ({
  of,
  verdict: "problem",
  found: what,
  todo: todo === "" ? "Correct it." : todo,
  exitCode
})
