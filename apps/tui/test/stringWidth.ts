import { widthOf } from "@public-records/text/textWidth"
import stringWidth, { type Options } from "string-width"

/** Returns the width of text with the function of the program, which returns the same width in less time. */
export default (text: string, options?: Options): number =>
  options === undefined ? widthOf(text) : stringWidth(text, options)
