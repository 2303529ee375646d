const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

const mix = (word: number): number => {
  const first = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  return second ^ (second >>> 16)
}

/** Length of a digest: eight UTF-16 code units, which are 16 bytes. */
export const digestLength = 8

/**
 * Returns a digest of an id: a variant of MurmurHash3 (128 bits) over its UTF-16 code units. Two of a billion ids
 * have the same digest with a probability of one in 10^20.
 */
export const digestOf = (id: string): string => {
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let at = 0; at < id.length; at += 8) {
    const word = (n: number): number => id.charCodeAt(at + n) | (id.charCodeAt(at + n + 1) << 16)
    a ^= Math.imul(rotate(Math.imul(word(0), 0x239b961b), 15), 0xab0e9789)
    a = (Math.imul(rotate(a, 19) + b, 5) + 0x561ccd1b) | 0
    b ^= Math.imul(rotate(Math.imul(word(2), 0xab0e9789), 16), 0x38b34ae5)
    b = (Math.imul(rotate(b, 17) + c, 5) + 0x0bcaa747) | 0
    c ^= Math.imul(rotate(Math.imul(word(4), 0x38b34ae5), 17), 0xa1e38b93)
    c = (Math.imul(rotate(c, 15) + d, 5) + 0x96cd1c35) | 0
    d ^= Math.imul(rotate(Math.imul(word(6), 0xa1e38b93), 18), 0x239b961b)
    d = (Math.imul(rotate(d, 13) + a, 5) + 0x32ac3b17) | 0
  }
  ;[a, b, c, d] = [a ^ id.length, b ^ id.length, c ^ id.length, d ^ id.length]
  const before = a + b + c + d
  ;[a, b, c, d] = [mix(before), mix(before + b), mix(before + c), mix(before + d)]
  const after = a + b + c + d
  ;[a, b, c, d] = [after, after + b, after + c, after + d]
  return String.fromCharCode(a, a >>> 16, b, b >>> 16, c, c >>> 16, d, d >>> 16)
}

/** Returns digests as Base64, 16 bytes each. */
export const toBase64 = (digests: string): string => {
  let bytes = ""
  for (let at = 0; at < digests.length; at++) {
    const unit = digests.charCodeAt(at)
    bytes += String.fromCharCode(unit & 255, unit >>> 8)
  }
  return btoa(bytes)
}

/** Returns the digests in a text of `toBase64`, or `undefined` for any other text. */
export const fromBase64 = (text: string): string | undefined => {
  let bytes: string
  try {
    bytes = atob(text)
  } catch {
    return undefined
  }
  if (bytes.length % (2 * digestLength) !== 0) return undefined
  let digests = ""
  for (let at = 0; at < bytes.length; at += 2) {
    digests += String.fromCharCode(bytes.charCodeAt(at) | (bytes.charCodeAt(at + 1) << 8))
  }
  return digests
}
