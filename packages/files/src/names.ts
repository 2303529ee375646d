import { foldCase, wordsOf } from "./text.ts"

/** Letters that have no mark to drop, as they are typed without them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  ð: "d",
  ø: "o",
  þ: "th",
  đ: "d",
  ı: "i",
  ł: "l",
  œ: "oe"
}

const ascii = /^[\0-\u007F]*$/

/** Folds the letters of a name, but keeps its punctuation, with one sign for all apostrophes. */
const foldLetters = (name: string): string => {
  const plain = ascii.test(name)
    ? foldCase(name)
    : foldCase(name.replaceAll(/[\u00B4\u2018\u2019\u201B\u02BC\u2032\uFF07]/g, "'").normalize("NFD"))
        .replaceAll(/\p{M}/gu, "")
        .replaceAll(/[ßæðøþđıłœ]/g, (letter) => plainLetters[letter] ?? letter)
  return plain.replaceAll("`", "'").replaceAll(/\s*&\s*/g, " and ")
}

/** A single letter before another one, with stops or blanks between them. */
const initial = /(?<![\p{L}\p{N}])(\p{L})[.\s]+(?=\p{L}(?![\p{L}\p{N}]))/gu

/**
 * Folds a name for comparison: its case, accents and other forms of letters, its apostrophes and stops, and `&`, which is `and`.
 * `Macy’s` is `macys`, and `A. P. Møller` is `ap moller`.
 */
export const foldName = (name: string): string =>
  foldLetters(name)
    .replaceAll("'", "")
    .replaceAll(initial, "$1")
    .replaceAll(/\.(?![\p{L}\p{N}])/gu, "")

/** Returns the test whether a name contains a text, anywhere. */
export const containsName = (text: string): ((name: string) => boolean) => {
  const [small, folded] = [foldCase(text), foldName(text)]
  return (name) => foldCase(name).includes(small) || (folded.trim() !== "" && foldName(name).includes(folded))
}

/** Returns the test whether a name has all words of a text. `Macy’s` has the words `macys`, `macy` and `s`. */
export const hasWordsOf = (text: string): ((name: string) => boolean) => {
  const spellings = [wordsOf(foldLetters(text)), wordsOf(foldName(text))]
  return (name) => {
    const words = new Set([...wordsOf(foldLetters(name)), ...wordsOf(foldName(name))])
    return spellings.some((spelling) => spelling.every((word) => words.has(word)))
  }
}

const endings: ReadonlySet<string> = new Set(
  "ag and bv co company corp corporation gmbh inc incorporated limited llc llp lp ltd nv plc sa se spa".split(" ")
)

/** Returns a name without endings such as `Inc.` and `S.A.`, as it is written, or the full name if it has none, or nothing else. */
export const withoutEnding = (name: string): string => {
  const [, rest = "", ending = ""] = /^(.*[\p{L}\p{N}].*?)[\s,]+(\S+)\s*$/su.exec(name) ?? []
  return endings.has(foldName(ending).trim()) ? withoutEnding(rest.replace(/[\s,]+$/, "")) : name
}
