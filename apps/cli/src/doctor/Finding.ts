/** What the doctor looks at, in this order. */
export type Examined = "versions" | "configuration" | "key" | "reachability" | "clock" | "quota"

/**
 * What the doctor found of one thing: that it is well, what to do about it, or why nothing can be said.
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

/** The code with which a program ends that found this: that of the first problem. */
export const exitCodeOf = (findings: ReadonlyArray<Finding>): number =>
  findings.map((finding) => (finding.verdict === "problem" ? finding.exitCode : 0)).find((code) => code !== 0) ?? 0

/** A sentence of a failure as what was found, and what to do. */
export const halvesOf = (message: string): { readonly found: string; readonly todo: string } => {
  const end = message.search(/[.?] (?=[A-Z])/)
  return end === -1
    ? { found: message, todo: "Correct it." }
    : { found: message.slice(0, end + 1), todo: message.slice(end + 2) }
}
