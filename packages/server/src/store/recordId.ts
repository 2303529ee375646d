/** Words of 32 bits that an id of 32 hexadecimal digits takes. */
export const wordsOfId = 4

const digitsOfWord = 8
const digits = "0123456789abcdef"

/** The value of each lower-case hexadecimal digit by its character code; 16 for everything else. */
const digitValues = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = digits.indexOf(String.fromCharCode(code))
  return value === -1 ? 16 : value
})

/** Reads an id of 32 lower-case hexadecimal digits into four words; false for any other text. */
export const readHexId = (text: string, into: Uint32Array): boolean => {
  if (text.length !== wordsOfId * digitsOfWord) return false
  for (let word = 0; word < wordsOfId; word++) {
    let value = 0
    for (let place = word * digitsOfWord; place < (word + 1) * digitsOfWord; place++) {
      const digit = digitValues[text.charCodeAt(place)] ?? 16
      if (digit === 16) return false
      value = (value << 4) | digit
    }
    into[word] = value
  }
  return true
}

/** The text of a word of an id. */
export const hexOfWord = (word: number): string => word.toString(16).padStart(digitsOfWord, "0")

/** A number of 32 bits that a text has in common with few others. */
export const digestOf = (text: string): number => {
  let digest = 0x811c9dc5
  for (let place = 0; place < text.length; place++) {
    digest = Math.imul(digest ^ text.charCodeAt(place), 0x01000193)
  }
  return digest >>> 0
}

/** Mixes the words of an id, which may be a plain count, into the place to look for it. */
export const mixed = (first: number, second: number, third: number, fourth: number): number => {
  let mix = Math.imul(first ^ Math.imul(second, 0x9e3779b1), 0x85ebca6b)
  mix = Math.imul(mix ^ (mix >>> 15) ^ third, 0xc2b2ae35)
  mix = Math.imul(mix ^ (mix >>> 13) ^ Math.imul(fourth, 0x27d4eb2f), 0x165667b1)
  return (mix ^ (mix >>> 16)) >>> 0
}
