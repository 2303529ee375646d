import { alike } from "./alike.ts"
import { type EquivalentMutant } from "./EquivalentMutant.ts"

const walk = "packages/core/src/walk/walk.ts"
const reader = "packages/core/src/walk/PageReader.ts"
const ring = "packages/core/src/walk/DigestRing.ts"
const state = "packages/core/src/walk/WalkState.ts"
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
  },
  ...alike(
    state,
    "The first page ends the walk or brings news, and news puts these to what they are there before they are looked at.",
    "isEmptyTheEnd: false,",
    "pagesPutBack: 1,",
    "pagesWithoutNews: 1,",
    "pagesAtTheEnd: 1,",
    "pagesOfArrivals: 1,"
  ),
  {
    file: reader,
    code: "const repeats = false ? 0 : repeatsWithin(page)",
    why: "A page without a known record has no record twice: what is counted at once is counted as 0."
  },
  ...alike(
    walk,
    "What the callbacks give back is dropped, each at once or all at last.",
    "onRejected === undefined ? Effect.void : Effect.forEach(rejected, onRejected, { discard: false }),",
    "onDropped === undefined ? Effect.void : Effect.forEach(dropped, onDropped, { discard: false })"
  ),
  {
    file: walk,
    code: "return (false ? news : Stream.tap(news, tell)).pipe(",
    why: "To tell nobody is a detour, and does nothing."
  },
  {
    file: walk,
    code: "const reader = new PageReader<Record>(start, new SeenRecords(problem === undefined ? settings.rememberedRecords : 2))",
    why: "A walk that is refused before its first page remembers nothing."
  },
  {
    file: "packages/core/src/walk/DaysReader.ts",
    code: "return Fiber.interruptAll(behind.flatMap(({ fiber }) => (false ? [] : [fiber])))",
    why: "A day is behind another one only once it was begun, and then it has its fiber."
  },
  ...alike(
    ring,
    "Where the first look-up begins is a matter of speed: a digest finds its slot from any beginning that is always its own.",
    "let hash = (words[at] ?? 0) ^ Math.imul(words[at + 1] ?? 0, 2654435762)",
    "let hash = (words[at] ?? 0) ^ Math.imul(words[at + 2] ?? 0, 0x9e37_79b1)",
    "let hash = (words[at] && 0) ^ Math.imul(words[at + 1] ?? 0, 0x9e37_79b1)",
    "let hash = (words[at] ?? 0) ^ Math.imul(words[at + 1] && 0, 0x9e37_79b1)",
    "hash ^= Math.imul(words[at + 3] ?? 0, 0x85eb_ca6b) ^ Math.imul(words[at + 3] ?? 0, 0xc2b2_ae35)",
    "hash ^= Math.imul(words[at + 2] ?? 0, 2246822508) ^ Math.imul(words[at + 3] ?? 0, 0xc2b2_ae35)",
    "hash ^= Math.imul(words[at + 2] ?? 0, 0x85eb_ca6b) ^ Math.imul(words[at + 3] ?? 0, 3266489910)",
    "hash ^= Math.imul(words[at + 2] && 0, 0x85eb_ca6b) ^ Math.imul(words[at + 3] ?? 0, 0xc2b2_ae35)",
    "hash ^= Math.imul(words[at + 2] ?? 0, 0x85eb_ca6b) ^ Math.imul(words[at + 3] && 0, 0xc2b2_ae35)",
    "hash = Math.imul(hash ^ (hash >>> 17), 0x7feb_352d)",
    "hash = Math.imul(hash ^ (hash << 16), 0x7feb_352d)",
    "hash = Math.imul(hash ^ (hash >>> 16), 2146121006)",
    "hash = Math.imul(hash ^ (hash >>> 16), 0x846c_a68b)",
    "hash = Math.imul(hash ^ (hash << 15), 0x846c_a68b)",
    "hash = Math.imul(hash ^ (hash >>> 15), 2221713036)",
    "return (hash ^ (hash >>> 17)) & (this.#slots.length - 1)",
    "return (hash ^ (hash << 16)) & (this.#slots.length - 1)",
    "return (hash ^ (hash >>> 16)) & (this.#slots.length - 2)"
  ),
  {
    file: ring,
    code: "const firstCapacity = 1025",
    why: "A table that begins with one place more is outgrown one record later, and nothing else."
  },
  ...alike(
    ring,
    "The index is always within the digest and the tables, so that what stands for nothing is never used.",
    "this.#digests[place * wordsPerDigest + word] = digest[word] ?? 1",
    "let hash = (words[at] ?? 1) ^ Math.imul(words[at + 1] ?? 0, 0x9e37_79b1)",
    "let hash = (words[at] ?? 0) ^ Math.imul(words[at + 1] ?? 1, 0x9e37_79b1)",
    "hash ^= Math.imul(words[at + 2] ?? 1, 0x85eb_ca6b) ^ Math.imul(words[at + 3] ?? 0, 0xc2b2_ae35)",
    "hash ^= Math.imul(words[at + 2] ?? 0, 0x85eb_ca6b) ^ Math.imul(words[at + 3] ?? 1, 0xc2b2_ae35)"
  ),
  {
    file: ring,
    after: "for (let slot = this.#home(words, at); ; slot = (slot + 1) & mask) {",
    code: "const standing = this.#slots[slot] ?? 1",
    why: "The index is always within the table, so that what stands for nothing is never used."
  },
  {
    file: ring,
    after: "for (let slot = (empty + 1) & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {",
    code: "const standing = this.#slots[slot] ?? 1",
    why: "The index is always within the table, so that what stands for nothing is never used."
  }
]
