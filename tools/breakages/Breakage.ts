import { readFileSync } from "node:fs"

/** Source text and its replacement. */
interface Change {
  find: string
  replace: string
}

/** A plausible mistake. */
export interface Breakage {
  /** The source file, from the root of the repository. */
  readonly file: string
  /** The test file that must notice it, or the number of a statement of `docs/api.md` whose scenarios must. */
  readonly proof: string
  /** Short form of the rule that the mistake breaks. */
  readonly name: string
  readonly changes: Array<Change>
}

const join = (text: string, line: string): string => (text === "" ? line : `${text}\n${line}`)

/**
 * Parses a list of breakages. `# FILE` starts the breakages of a file. `33 five attempts` starts one that violates statement 33,
 * and `packages/core/test/walk.test.ts five attempts` one for that test. Lines with `-` are replaced by the lines with `+` after
 * them, if any.
 */
export const parseBreakages = (text: string): ReadonlyArray<Breakage> => {
  const breakages: Array<Breakage> = []
  let file = ""
  let previous = ""
  for (const [index, line] of text.split("\n").entries()) {
    const [, mark = "", rest = ""] = /^(#|-|\+|\d+|\S+\.test\.tsx?)(?: (.*))?$/.exec(line) ?? []
    const changes = breakages.at(-1)?.changes
    if (mark === "#") file = rest
    else if (/\w/.test(mark)) breakages.push({ file, proof: mark, name: rest, changes: [] })
    else if (mark === "-" && previous !== "-") changes?.push({ find: rest, replace: "" })
    else {
      const change = changes?.at(-1)
      if (mark === "-" && change !== undefined) change.find = join(change.find, rest)
      else if (mark === "+" && change !== undefined) change.replace = join(change.replace, rest)
      else if (line !== "") throw new Error(`Line ${index + 1} of the list of breakages cannot be read: ${line}`)
    }
    previous = mark
  }
  return breakages
}

/** Every breakage of `list.txt`. */
export const breakages: ReadonlyArray<Breakage> = parseBreakages(
  readFileSync(new URL("list.txt", import.meta.url), "utf8")
)

/** Matches text regardless of the whitespace between words, so that formatting a file keeps its breakages valid. */
const patternOf = (text: string): RegExp =>
  new RegExp(
    text
      .trim()
      .split(/\s+/)
      .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
      .join(String.raw`\s+`),
    "g"
  )

/** Applies a breakage to a source. Throws an error that names the breakage if its text does not occur exactly once. */
export const breakSource = ({ changes, file, name, proof }: Breakage, source: string): string =>
  changes.reduce((text, { find, replace }) => {
    const times = [...text.matchAll(patternOf(find))].length
    if (times !== 1) {
      throw new Error(
        `Breakage "${proof} ${name}": ${file} contains this text ${times} times, not once. Correct it in tools/breakages/list.txt:\n${find}`
      )
    }
    return text.replace(patternOf(find), () => replace)
  }, source)
