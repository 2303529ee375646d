import { type Kind, patterns } from "./patterns.ts"

/** A file of the repository and its contents. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

interface Sentence {
  readonly line: number
  readonly kind: Kind
  readonly text: string
}

/** Comments (consecutive line comments as one), strings, templates and regular expressions of TypeScript. */
const tokens =
  /\/\*[\s\S]*?\*\/|(?:\/\/.*\n[ \t]*)*\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|(?<=[(,=:[!&|?{};+>]\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//g

const kindOfToken = (token: string): Kind | undefined => {
  if (token.startsWith("/**")) return "doc"
  if (token.startsWith("/*") || token.startsWith("//")) return "comment"
  return token.startsWith("/") || !/[A-Za-z]{2,} [A-Za-z]{2,}/.test(token) ? undefined : "string"
}

const withoutMarks = (token: string): string =>
  token
    .replaceAll(/^\/\*\*?|\*\/$|^["'`]|["'`]$/g, "")
    .replaceAll(/\n[ \t]*\* ?/g, "\n")
    .replaceAll(/^[ \t]*\/\/ ?/gm, "")

const sentencesOf = (text: string, line: number, kind: Kind): ReadonlyArray<Sentence> =>
  text
    .replaceAll(/\s+/g, " ")
    .trim()
    .split(/(?<=[.!?])\s+(?=[A-Z`*"])/)
    .map((sentence, index) => ({ line, kind: kind === "doc" && index === 0 ? "opening" : kind, text: sentence }))

const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length

const codeSentences = ({ text }: SourceFile): ReadonlyArray<Sentence> => [
  ...text.split("\n").map((line, index) => ({ line: index + 1, kind: "code" as const, text: line.trim() })),
  ...[...text.matchAll(tokens)].flatMap(({ 0: token, index }) => {
    const kind = kindOfToken(token)
    return kind === undefined ? [] : sentencesOf(withoutMarks(token), lineAt(text, index), kind)
  })
]

/** Returns the sentences of a Markdown document without its blocks of code. */
const markdownSentences = ({ text }: SourceFile): ReadonlyArray<Sentence> => {
  const withoutBlocks = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, (block) => block.replaceAll(/[^\n]/g, " "))
  return [...withoutBlocks.matchAll(/\S.*(\n(?!\s*([-*|#]|\d+\.|\n|$)).*)*/g)].flatMap(({ 0: block, index }) =>
    sentencesOf(block, lineAt(text, index), "markdown")
  )
}

/** Returns a message for each sentence of a file that has wording to avoid. */
export const findWording = (file: SourceFile): ReadonlyArray<string> => {
  const sentences = file.path.endsWith(".md") ? markdownSentences(file) : codeSentences(file)
  return sentences.flatMap(({ line, kind, text }) =>
    patterns
      .filter(({ on, regex }) => on.includes(kind) && regex.test(text))
      .map(({ advice, id }) => `${file.path}:${line} "${id}" (${advice}): ${text}`)
  )
}
