import { oneCellCharacters, widthOf } from "@public-records/text/textWidth"

const escape = "\u001B"
/** Matches text whose width differs between terminals, such as some scripts and emoji. */
const unsureText = `[^${oneCellCharacters}\\p{Cc}]+`
const unsure = new RegExp(unsureText, "u")
const otherEscape = new RegExp(`${escape}[^[]`)
const piece = new RegExp(
  `${escape}\\[([\\d;?]*)([@-~])|(\\n)|([${oneCellCharacters}]+)|(${unsureText}(?: ${unsureText})*)( *)|\\p{Cc}`,
  "gu"
)

/** Returns the column after a control sequence, from 0, or `undefined` if it is unknown. */
const columnAfter = (column: number | undefined, parameter: string, letter: string): number | undefined => {
  if (letter === "G") return Number(parameter || "1") - 1
  if (letter === "E") return 0
  return /^[mKAhl]$/.test(letter) ? column : undefined
}

const toColumn = (column: number): string => `${escape}[${column + 1}G`

/**
 * Adds a cursor movement after each string of uncertain width, so that the rest of the line does not move. Spaces that follow
 * such a string are written before it, to clear its cells.
 */
export const anchoredFrame = (frame: string): string => {
  if (!unsure.test(frame) || otherEscape.test(frame)) return frame
  let column: number | undefined = 0
  return frame.replaceAll(piece, (whole, parameter = "", letter = "", end = "", sure = "", text = "", room = "") => {
    if (letter !== "") column = columnAfter(column, parameter, letter)
    if (end !== "") column = 0
    if (column === undefined) return whole
    const start = column
    column += sure.length + widthOf(text) + room.length
    if (text === "") return whole
    const blank = room === "" ? "" : " ".repeat(column - start) + toColumn(start)
    return blank + text + toColumn(column)
  })
}
