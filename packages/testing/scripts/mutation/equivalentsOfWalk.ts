import { type EquivalentMutant } from "./equivalentMutants.ts"

const seen = "packages/core/src/walk/SeenRecords.ts"

/** Mutants of the walk that change nothing. */
export const equivalentsOfWalk: ReadonlyArray<EquivalentMutant> = [
  {
    file: seen,
    code: "const digitValues = new Uint8Array(129).fill(notADigit)",
    why: "Unit 128 is no digit, whether the table says so or has no place for it."
  },
  {
    file: seen,
    code: "const notADigit = 17",
    why: "17 sets the bit of 16 as well, which is all that is asked of what is no digit."
  },
  {
    file: seen,
    code: "let digitsOr = 1",
    why: "1 is a digit's bit: it does not set that of what is no digit."
  },
  {
    file: seen,
    code: "for (let word = 0; word <= wordsPerDigest; word++) {",
    after: "let digitsOr = 0",
    why: "A fifth word reads the first digits again, and a digest has no place for it."
  },
  {
    file: seen,
    code: "let bits = 1",
    why: "Eight digits push the 32 bits that were there before them out."
  },
  {
    file: seen,
    code: "const from = halves[half] ?? 1",
    why: "Both lists have the place of each of the eight half words."
  },
  {
    file: seen,
    code: "this.#digest[word] = bits ^ (mark[word] ?? 1)",
    why: "Both marks have all four words."
  },
  {
    file: seen,
    code: "for (let at = 0; at <= text.length; at++) units[at] = text.charCodeAt(at)",
    why: "A typed array leaves out what is written behind its end."
  },
  {
    file: seen,
    code: "for (let word = 0; word <= wordsPerDigest; word++) this.#digest[word] = words.getUint32(4 * word)",
    why: "The hash has a fifth word, and the digest leaves out what is written behind its end."
  }
]
