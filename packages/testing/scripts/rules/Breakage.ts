import { readFileSync } from "node:fs"

/** One rule, and how to break it: a text of a source file, and what stands there when the rule is broken. */
export interface Breakage {
  /** The numbered statement of `docs/api.md` that says the rule. */
  readonly statement: number
  /** The rule in a few words. */
  readonly rule: string
  /** From the root of the repository. */
  readonly file: string
  readonly changes: ReadonlyArray<Change>
}

/** A text that occurs once in a file, and what stands there instead. */
export type Change = readonly [find: string, replace: string]

/** Breaks rules that stand in one file. */
export const breaking =
  (file: string) =>
  (statement: number, rule: string, ...changes: readonly [Change, ...ReadonlyArray<Change>]): Breakage => ({
    statement,
    rule,
    file,
    changes
  })

/** The root of the repository. */
export const root = new URL("../../../../", import.meta.url)

/** The source with the rule broken; of the repository, or of a copy of it. */
export const brokenSource = (
  { changes, file, rule }: Pick<Breakage, "changes" | "file" | "rule">,
  from: URL = root
): string =>
  changes.reduce(
    (source, [find, replace]) => {
      const parts = source.split(find)
      const [before, after] = parts
      if (parts.length !== 2 || before === undefined || after === undefined) {
        throw new Error(`"${rule}" cannot be broken: ${file} has ${parts.length - 1} times, not once: ${find}`)
      }
      return before + replace + after
    },
    readFileSync(new URL(file, from), "utf8")
  )
