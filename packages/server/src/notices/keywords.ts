import { folded } from "../store/Dictionary.ts"

const word = /[\p{L}\p{N}]+/gu
const quotedPhrase = /"([^"]*)"/g

const wordsOf = (text: string): ReadonlyArray<string> => folded(text).match(word) ?? []

/** What must occur, each once: repeating a word asks for nothing more. */
const readKeywords = (keywords: string) => ({
  phrases: distinct(Array.from(keywords.matchAll(quotedPhrase), ([, phrase]) => folded(phrase ?? ""))),
  words: distinct(wordsOf(keywords.replaceAll(quotedPhrase, " ")))
})

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(texts)].filter((text) => text !== "")

/** How many words and phrases a keyword filter asks for. */
export const keywordCount = (keywords: string): number => {
  const { phrases, words } = readKeywords(keywords)
  return phrases.length + words.length
}

/**
 * The test of a keyword filter: every word must occur as a whole word, every quoted phrase as it stands, case aside.
 *
 * **Gotchas** what is neither letter nor digit separates words, in the filter and in the title; a quotation mark without
 * its partner separates words, too.
 *
 * **Source** decision 16.
 */
export const matchesKeywords = (keywords: string): ((text: string) => boolean) => {
  const { phrases, words } = readKeywords(keywords)
  return (text) => {
    const lowerCase = folded(text)
    if (!phrases.every((phrase) => lowerCase.includes(phrase))) return false
    if (!words.every((one) => lowerCase.includes(one))) return false
    const present = new Set(words.length === 0 ? [] : wordsOf(text))
    return words.every((one) => present.has(one))
  }
}
