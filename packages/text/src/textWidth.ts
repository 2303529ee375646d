import stringWidth from "string-width"

/**
 * Characters that are separate graphemes and fill one cell, for use in a regular expression class: ASCII, Latin letters, dashes and
 * quotation marks, arrows, the characters of frames and bars, and the warning sign.
 */
const oneCellCharacters = String.raw` -~\u00A1-\u00AC\u00AE-\u02FF\u2010-\u2027\u2030-\u205E\u2190-\u21FF\u2500-\u25FC\u26A0`
const oneCellEach = new RegExp(`^[${oneCellCharacters}]*$`)

const escape = "\u001B"

/** Colors and attributes, which fill no cell. */
const styles = new RegExp(`${escape}\\[[\\d;]*m`, "g")

/**
 * Returns the width of text in terminal cells.
 *
 * **Gotchas** the first use of the regular expressions in `string-width` takes as long as drawing a frame. The characters of the
 * terminal UI do not need them.
 */
export const widthOf = (text: string): number => {
  const bare = text.includes(escape) ? text.replaceAll(styles, "") : text
  return oneCellEach.test(bare) ? bare.length : stringWidth(text)
}
