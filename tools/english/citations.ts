import { dirname, join } from "node:path/posix"
import type { SourceFile } from "./findWording.ts"

/** Joins the lines of comments and paragraphs, because a citation may continue on the next line. */
const joined = (text: string): string => text.replaceAll(/\s*\n[ \t]*(?:\*|\/\/)?[ \t]*/g, " ")

const withoutBlocks = (markdown: string): string => markdown.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "")

const headingsOf = (document: string): ReadonlyArray<string> =>
  [...withoutBlocks(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => heading.replaceAll("`", ""))

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\- ]/gu, "")
    .replaceAll(" ", "-")

/** Returns the cited numbers: `statements 3, 5 and 7 to 9` cites 3, 5, 7 and 9. */
const citedStatements = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(/\bstatements? (\d+(?:(?:, | and |, and | to )\d+)*)/gi)].flatMap(([, list = ""]) =>
    list.split(/\D+/).map(Number)
  )

/**
 * Returns an error message for each citation of a statement, document, heading or anchor that does not exist.
 * Citations look like `docs/api.md, statement 12`, `docs/export.md, "Formats"` and `docs/export.md#formats`.
 */
export const findBrokenCitations = (files: ReadonlyArray<SourceFile>): ReadonlyArray<string> => {
  const documents = new Map(files.filter(({ path }) => path.endsWith(".md")).map(({ path, text }) => [path, text]))
  const numbers = new Set(
    [...(documents.get("docs/api.md") ?? "").matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))
  )

  const problemOf = (
    from: string,
    cited: string,
    heading: string | undefined,
    anchor: string | undefined
  ): string | undefined => {
    const paths = cited.startsWith("docs/") ? [cited, join(dirname(from), cited)] : [join(dirname(from), cited), cited]
    const document = paths.map((path) => documents.get(path)).find((text) => text !== undefined)
    if (document === undefined) return cited.startsWith("docs/") ? `${cited} does not exist` : undefined
    const headings = headingsOf(document)
    if (heading !== undefined && !headings.includes(heading)) return `${cited} has no heading "${heading}"`
    if (anchor !== undefined && !headings.map(anchorOf).includes(anchor)) return `${cited} has no anchor "${anchor}"`
    return undefined
  }

  return files.flatMap(({ path, text }) => {
    const prose = joined(text)
    const statements = citedStatements(prose)
      .filter((number) => !numbers.has(number))
      .map((number) => `docs/api.md has no statement ${number}`)
    const headings = [...prose.matchAll(/([\w.-][\w./-]*\.md)`?(?:\)?, "([^"]+)"|#([\w-]+))?/g)].flatMap(
      ([, cited = "", heading, anchor]) => problemOf(path, cited, heading, anchor) ?? []
    )
    return [...statements, ...headings].map((problem) => `${path}: ${problem}`)
  })
}
