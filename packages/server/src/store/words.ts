import { folded } from "./Dictionary.ts"

const word = /[\p{L}\p{N}]+/gu

/** The words of a text, case aside; what is neither letter nor digit separates them. */
export const wordsOf = (text: string): ReadonlyArray<string> => folded(text).match(word) ?? []
