import { containsName, hasWordsOf } from "./names.ts"
import { foldCase, wordsOf } from "./text.ts"

const quotedPhrase = /"([^"]*)"/g

/** The words and phrases of a keyword filter, case-folded. */
export interface Keywords {
  /** All of them must occur as words. */
  readonly words: ReadonlyArray<string>
  /** All of them must occur exactly as written. */
  readonly phrases: ReadonlyArray<string>
}

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(texts)].filter((text) => text !== "")

/**
 * Returns the distinct words and quoted phrases of a keyword filter.
 *
 * **Gotchas** All characters except letters and digits separate words, including an unmatched quotation mark.
 *
 * **Source** docs/api.md, statement 24.
 */
export const readKeywords = (text: string): Keywords => ({
  words: distinct(wordsOf(text.replaceAll(quotedPhrase, " "))),
  phrases: distinct(Array.from(text.matchAll(quotedPhrase), ([, phrase]) => foldCase(phrase ?? "")))
})

/** Returns the test of a keyword filter. */
export const matchesKeywords = ({ phrases, words }: Keywords): ((text: string) => boolean) => {
  return (text) => {
    const lowerCase = foldCase(text)
    // Fast path: most titles do not contain the words at all and need not be split.
    if (![...phrases, ...words].every((part) => lowerCase.includes(part))) return false
    const present = new Set(wordsOf(text))
    return words.every((word) => present.has(word))
  }
}

/** Returns the test of a keyword filter over local records, which compares words and phrases as names. */
export const matchesNames = (text: string): ((title: string) => boolean) => {
  const hasWords = hasWordsOf(text.replaceAll(quotedPhrase, " "))
  const phrases = readKeywords(text).phrases.map(containsName)
  return (title) => hasWords(title) && phrases.every((contains) => contains(title))
}
