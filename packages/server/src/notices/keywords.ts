import { folded } from "../store/Dictionary.ts"

const word = /[\p{L}\p{N}]+/gu
const quotedPhrase = /"([^"]*)"/g

const wordsOf = (text: string): ReadonlyArray<string> => folded(text).match(word) ?? []

/**
 * The test of a keyword filter: every word must occur as a whole word, every quoted phrase as it stands, case aside.
 *
 * **Gotchas** what is neither letter nor digit separates words, in the filter and in the title; a quotation mark without
 * its partner separates words, too.
 *
 * **Source** decision 16.
 */
export const matchesKeywords = (keywords: string): ((text: string) => boolean) => {
  const phrases = Array.from(keywords.matchAll(quotedPhrase), ([, phrase]) => folded(phrase ?? ""))
  const words = wordsOf(keywords.replaceAll(quotedPhrase, " "))
  return (text) => {
    const lowerCase = folded(text)
    if (!phrases.every((phrase) => lowerCase.includes(phrase))) return false
    if (!words.every((one) => lowerCase.includes(one))) return false
    const present = new Set(words.length === 0 ? [] : wordsOf(text))
    return words.every((one) => present.has(one))
  }
}
