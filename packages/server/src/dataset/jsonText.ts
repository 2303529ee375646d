const lineFeed = 0x0a
const quotationMark = 0x22
const comma = 0x2c
const openingBracket = 0x5b
const backslash = 0x5c
const closingBracket = 0x5d
const openingBrace = 0x7b
const closingBrace = 0x7d

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === lineFeed || byte === 0x0d || byte === 0x09

/** The first place from `start` on that holds no space; the length where there is none. */
export const skipSpace = (bytes: Uint8Array, start: number): number => {
  let at = start
  while (at < bytes.length && isSpace(bytes[at])) at += 1
  return at
}

const endOfString = (bytes: Uint8Array, start: number): number => {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === backslash) at += 1
    else if (bytes[at] === quotationMark) return at + 1
  }
  return -1
}

const endOfNested = (bytes: Uint8Array, start: number): number => {
  let depth = 0
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === quotationMark) {
      at = endOfString(bytes, at) - 1
      if (at < 0) return -1
    } else if (byte === openingBrace || byte === openingBracket) {
      depth += 1
    } else if (byte === closingBrace || byte === closingBracket) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

const endOfBare = (bytes: Uint8Array, start: number, isEnd: boolean): number => {
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (isSpace(byte) || byte === comma || byte === closingBracket || byte === closingBrace) return at
  }
  return isEnd ? bytes.length : -1
}

/**
 * Behind the JSON value that begins at `start`; -1 where its end is not among the bytes.
 *
 * **Gotchas** it tells where a value ends, not whether it is one: brackets are counted and not matched.
 */
export const endOfValue = (bytes: Uint8Array, start: number, isEnd: boolean): number => {
  const byte = bytes[start]
  if (byte === quotationMark) return endOfString(bytes, start)
  if (byte === openingBrace || byte === openingBracket) return endOfNested(bytes, start)
  return endOfBare(bytes, start, isEnd)
}

/** How many line feeds there are before `end`. */
export const linesBefore = (bytes: Buffer, end: number): number => {
  let lines = 0
  for (let at = bytes.indexOf(lineFeed); at !== -1 && at < end; at = bytes.indexOf(lineFeed, at + 1)) lines += 1
  return lines
}
