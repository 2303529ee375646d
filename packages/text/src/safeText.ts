const replacement = "\uFFFD"
const firstControlPicture = 0x2400
const deletePicture = "\u2421"
const maxMarksPerLetter = 3

const printableAscii = /^[ -~]*$/
const printableAsciiLines = /^[ -~\n]*$/
const privateUse = /\p{Co}/gu

/**
 * What a terminal may act on, or what hides, reorders or joins text: controls (C0, DEL, C1), line and paragraph
 * separators, bidirectional controls, zero-width characters, fillers that look empty, tags, lone surrogates.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** The selector of a picture's form belongs to the picture; elsewhere it hides text. */
const selectorOfEmoji = /(?<=\p{Extended_Pictographic})\uFE0F/gu

const stackedMarks = new RegExp(`(\\p{M}{${maxMarksPerLetter}})(\\p{M}+)`, "gu")
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
 * **Gotchas** private-use characters become `\uFFFD` too, and so does what joins pictures into one, because terminals do not
 * agree how wide the joined one is; at most three combining marks stay on a letter.
 */
export const safeText = (text: string): string => {
  if (printableAscii.test(text)) return text
  return text
    .replaceAll(privateUse, replacement)
    .replaceAll(selectorOfEmoji, keptSelector)
    .replaceAll(unsafe, visible)
    .replaceAll(keptSelector, "\uFE0F")
    .replaceAll(stackedMarks, "$1")
}

/** Text of several lines in the form in which it may reach a terminal: `safeText` of each line. */
export const safeLines = (text: string): string =>
  printableAsciiLines.test(text) ? text : text.replaceAll(/[^\n]+/g, safeText)

const jsonEscape = (text: string): string =>
  text
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("")

/** JSON in the form in which it may reach a terminal: the same value, with everything that `safeText` takes out escaped. */
export const safeJsonText = (json: string): string =>
  printableAsciiLines.test(json)
    ? json
    : json
        .replaceAll(unsafe, (character) => (character === "\n" ? character : jsonEscape(character)))
        .replaceAll(privateUse, jsonEscape)
        .replaceAll(stackedMarks, (_, kept: string, others: string) => kept + jsonEscape(others))
