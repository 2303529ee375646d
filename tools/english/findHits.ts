import { type Kind, type Pattern, patterns } from "./patterns.ts"

/** A file of the repository and its contents. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

interface Sentence {
  readonly line: number
  readonly kind: Kind
  readonly isFirst: boolean
  readonly text: string
}

/** A sentence that uses wording to avoid. */
export interface Hit {
  readonly path: string
  readonly line: number
  readonly pattern: Pattern
  readonly sentence: string
}

/** Comments (consecutive line comments as one), strings, templates and regular expressions of TypeScript. */
const tokens =
  /\/\*[\s\S]*?\*\/|(?:\/\/.*\n[ \t]*)*\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|(?<=[(,=:[!&|?{};+>]\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//g

/** Beginnings of functions: declarations, function values, members of a function type, and methods. */
const functionStarts = [
  /^\s*(export )?(async )?function\b/,
  /^\s*(export )?(const |static |readonly )?#?\w+(: .+)? = (async )?(Effect\.fn|\w+ =>|(<.*>)?\()/,
  /^\s*(readonly )?#?\w+\??: (<.*>)?\(.*=>/,
  /^\s*(static )?(async )?\*?#?\w+\(.*\{\n/
]

const kindOfToken = (token: string, before: string, after: string, isTest: boolean): Kind | undefined => {
  if (token.startsWith("/**")) return functionStarts.some((start) => start.test(after)) ? "functionDoc" : "doc"
  if (token.startsWith("/*") || token.startsWith("//")) return "comment"
  if (token.startsWith("/") || !/[A-Za-z]{2,} [A-Za-z]{2,}/.test(token)) return undefined
  return isTest && /\b(it|test|describe)(\.\w+)*(\([^()]*\))?\($/.test(before.trimEnd()) ? "title" : "string"
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
    .map((sentence, index) => ({ line, kind, isFirst: index === 0, text: sentence }))

const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length

const codeSentences = ({ path, text }: SourceFile): ReadonlyArray<Sentence> => [
  ...text
    .split("\n")
    .map((line, index) => ({ line: index + 1, kind: "code" as const, isFirst: true, text: line.trim() })),
  ...[...text.matchAll(tokens)].flatMap(({ 0: token, index }) => {
    const end = index + token.length
    const isTest = /\.test\.tsx?$/.test(path)
    const kind = kindOfToken(token, text.slice(Math.max(0, index - 100), index), text.slice(end, end + 300), isTest)
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

/** Returns every sentence of a file that matches one of the patterns. */
export const findHits = (file: SourceFile): ReadonlyArray<Hit> => {
  const sentences = file.path.endsWith(".md") ? markdownSentences(file) : codeSentences(file)
  return sentences.flatMap(({ line, kind, isFirst, text }) =>
    patterns
      .filter(({ on, isOpening, regex }) => on.includes(kind) && (isFirst || !isOpening) && regex.test(text))
      .map((pattern) => ({ path: file.path, line, pattern, sentence: text }))
  )
}

/** Returns an error message for each hit that fails the check and each allowed sentence that has no hit. */
export const checkHits = (hits: ReadonlyArray<Hit>, allowed: ReadonlySet<string>): ReadonlyArray<string> => {
  const errors = hits.filter(({ pattern }) => pattern.isError)
  const keyOf = ({ path, sentence }: Hit): string => `${path}: ${sentence}`
  const keys = new Set(errors.map(keyOf))
  return [
    ...errors
      .filter((hit) => !allowed.has(keyOf(hit)))
      .map(({ path, line, pattern, sentence }) => `${path}:${line} "${pattern.id}" (${pattern.advice}): ${sentence}`),
    ...[...allowed]
      .filter((key) => !keys.has(key))
      .map((key) => `The allowed sentence does not occur or breaks no rule; remove it: ${key}`)
  ]
}
