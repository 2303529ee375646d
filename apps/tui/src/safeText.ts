const replacement = "\uFFFD"
const firstControlPicture = 0x2400
const deletePicture = "\u2421"
const maxMarksPerLetter = 3

const printableAscii = /^[ -~]*$/
const privateUse = /\p{Co}/gu

/**
 * What a terminal may act on, or what hides, reorders or joins text: controls (C0, DEL, C1), line and paragraph
 * separators, bidirectional controls, zero-width characters, fillers that look empty, tags, lone surrogates.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** A joiner between two pictographs, and the selector of a picture's form, belong to them; elsewhere they hide text. */
const joinerInEmoji =
  /(?<=\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)\u200D(?=\p{Extended_Pictographic})/gu
const selectorOfEmoji = /(?<=\p{Extended_Pictographic})\uFE0F/gu

const stackedMarks = new RegExp(`(\\p{M}{${maxMarksPerLetter}})\\p{M}+`, "gu")
const keptJoiner = "\uE000"
const keptSelector = "\uE001"

const visible = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(firstControlPicture + code)
  return code === 0x7f ? deletePicture : replacement
}

/**
 * Text from a record, a service or a file name in the form in which it may reach a terminal: one line, nothing that acts,
 * hides or reorders. What was taken out stays visible, as `␛`, `␊`, … or `\uFFFD`.
 *
 * **Gotchas** private-use characters become `\uFFFD` too; at most three combining marks stay on a letter.
 */
export const safeText = (text: string): string => {
  if (printableAscii.test(text)) return text
  return text
    .replaceAll(privateUse, replacement)
    .replaceAll(joinerInEmoji, keptJoiner)
    .replaceAll(selectorOfEmoji, keptSelector)
    .replaceAll(unsafe, visible)
    .replaceAll(keptJoiner, "\u200D")
    .replaceAll(keptSelector, "\uFE0F")
    .replaceAll(stackedMarks, "$1")
}
