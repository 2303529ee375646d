const replacement = "\uFFFD"
const firstControlPicture = 0x2400
const deletePicture = "\u2421"

const printableAscii = /^[ -~]*$/
const printableAsciiLines = /^[ -~\n]*$/

// The regular expressions with Unicode properties are created when they are needed. Creating them takes milliseconds, and most text
// is ASCII.
const privateUse = (): RegExp => /\p{Co}/gu

/**
 * Characters that control a terminal, or hide, reorder or join text: controls (C0, DEL, C1), line and paragraph separators,
 * bidirectional controls, zero-width characters, invisible fillers, tags and lone surrogates.
 */
const unsafe = (): RegExp => /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** A variation selector after an emoji, which is harmless. In other places it could hide text. */
const selectorOfEmoji = (): RegExp => /(?<=\p{Extended_Pictographic})\uFE0F/gu

/** The marks of a letter after the first three. */
const stackedMarks = (): RegExp => /(\p{M}{3})(\p{M}+)/gu
const selectorMarker = "\uE001"

const visible = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(firstControlPicture + code)
  return code === 0x7f ? deletePicture : replacement
}

/**
 * Makes text from a record, a service or a file name safe to print to a terminal, on one line. Replaces unsafe characters with
 * visible ones: `␛`, `␊`, … or `\uFFFD`.
 *
 * **Gotchas** private-use characters and emoji joiners also become `\uFFFD`, because terminals disagree about the width of joined
 * emoji. A letter keeps at most three combining marks.
 */
export const safeText = (text: string): string => {
  if (printableAscii.test(text)) return text
  return text
    .replaceAll(privateUse(), replacement)
    .replaceAll(selectorOfEmoji(), selectorMarker)
    .replaceAll(unsafe(), visible)
    .replaceAll(selectorMarker, "\uFE0F")
    .replaceAll(stackedMarks(), "$1")
}

/** Makes text of several lines safe to print to a terminal. Applies `safeText` to each line. */
export const safeLines = (text: string): string =>
  printableAsciiLines.test(text) ? text : text.replaceAll(/[^\n]+/g, safeText)

const jsonEscape = (text: string): string =>
  text
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("")

/** Makes JSON safe to print to a terminal. Escapes the characters that `safeText` replaces, which does not change the value. */
export const safeJsonText = (json: string): string =>
  printableAsciiLines.test(json)
    ? json
    : json
        .replaceAll(unsafe(), (character) => (character === "\n" ? character : jsonEscape(character)))
        .replaceAll(privateUse(), jsonEscape)
        .replaceAll(stackedMarks(), (_, allowed: string, others: string) => allowed + jsonEscape(others))
