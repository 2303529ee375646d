import { foldCase, wordsOf } from "../store/text.ts"

const quotedPhrase = /"([^"]*)"/g

/** What a keyword filter asks for, case aside. */
export interface Keywords {
  /** Each must occur as a whole word. */
  readonly words: ReadonlyArray<string>
  /** Each must occur as it stands. */
  readonly phrases: ReadonlyArray<string>
}

/**
 * The words and the quoted phrases of a keyword filter, each once: repeating a word asks for nothing more.
 *
 * **Gotchas** what is neither letter nor digit separates words; a quotation mark without its partner separates them, too.
 *
 * **Source** decision 16.
 */
export const readKeywords = (text: string): Keywords => ({
  words: distinct(wordsOf(text.replaceAll(quotedPhrase, " "))),
  phrases: distinct(Array.from(text.matchAll(quotedPhrase), ([, phrase]) => foldCase(phrase ?? "")))
})

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(texts)].filter((text) => text !== "")

/** The test of a keyword filter. */
export const matchesKeywords = ({ phrases, words }: Keywords): ((text: string) => boolean) => {
  return (text) => {
    const lowerCase = foldCase(text)
    if (!phrases.every((phrase) => lowerCase.includes(phrase))) return false
    if (!words.every((one) => lowerCase.includes(one))) return false
    const present = new Set(words.length === 0 ? [] : wordsOf(text))
    return words.every((one) => present.has(one))
  }
}
