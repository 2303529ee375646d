import { dirname, join } from "node:path/posix"
import type { SourceFile } from "./findWording.ts"

/** Joins the lines of comments and paragraphs, because a citation may continue on the next line. */
const joined = (text: string): string => text.replaceAll(/\s*\n[ \t]*(?:\*|\/\/)?[ \t]*/g, " ")

const withoutBlocks = (markdown: string): string => markdown.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "")

const headingsOf = (document: string): ReadonlyArray<string> =>
  [...withoutBlocks(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => heading.replaceAll("`", ""))

/** Returns the cited numbers: `statements 3, 5 and 7 to 9` cites 3, 5, 7 and 9. */
const citedStatements = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(/\bstatements? (\d+(?:(?:, | and |, and | to )\d+)*)/gi)].flatMap(([, list = ""]) =>
    list.split(/\D+/).map(Number)
  )

/**
 * Returns an error message for each citation of a statement, document or heading that does not exist. Citations look like
 * `docs/api.md, statement 12` and `docs/export.md, "Formats"`. The tests of the examples check the links between documents.
 */
export const findBrokenCitations = (files: ReadonlyArray<SourceFile>): ReadonlyArray<string> => {
  const documents = new Map(files.filter(({ path }) => path.endsWith(".md")).map(({ path, text }) => [path, text]))
  const numbers = new Set(
    [...(documents.get("docs/api.md") ?? "").matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))
  )

  const problemOf = (from: string, cited: string, heading: string | undefined): string | undefined => {
    const paths = cited.startsWith("docs/") ? [cited, join(dirname(from), cited)] : [join(dirname(from), cited), cited]
    const document = paths.map((path) => documents.get(path)).find((text) => text !== undefined)
    if (document === undefined) return cited.startsWith("docs/") ? `${cited} does not exist` : undefined
    return heading === undefined || headingsOf(document).includes(heading)
      ? undefined
      : `${cited} has no heading "${heading}"`
  }

  return files.flatMap(({ path, text }) => {
    const prose = joined(text)
    const statements = citedStatements(prose)
      .filter((number) => !numbers.has(number))
      .map((number) => `docs/api.md has no statement ${number}`)
    const headings = [...prose.matchAll(/([\w.-][\w./-]*\.md)`?(?:\)?, "([^"]+)")?/g)].flatMap(
      ([, cited = "", heading]) => problemOf(path, cited, heading) ?? []
    )
    return [...statements, ...headings].map((problem) => `${path}: ${problem}`)
  })
}
