import stringWidth from "string-width"

/**
 * Characters that are a grapheme of their own and take one cell, for a class of a pattern: ASCII, Latin letters, dashes and
 * quotation marks, arrows, what frames and bars are drawn with, and the sign of a warning.
 */
export const oneCellCharacters = String.raw` -~\u00A1-\u00AC\u00AE-\u02FF\u2010-\u2027\u2030-\u205E\u2190-\u21FF\u2500-\u25FC\u26A0`
const oneCellEach = new RegExp(`^[${oneCellCharacters}]*$`)

const escape = "\u001B"

/** Colours and attributes, which take no cell. */
const styles = new RegExp(`${escape}\\[[\\d;]*m`, "g")

/**
 * How many terminal cells a text takes.
 *
 * **Gotchas** `string-width` looks at each grapheme with patterns whose first use alone takes as long as drawing a frame.
 * What a screen is made of needs none of them.
 */
export const widthOf = (text: string): number => {
  const bare = text.includes(escape) ? text.replaceAll(styles, "") : text
  return oneCellEach.test(bare) ? bare.length : stringWidth(text)
}
