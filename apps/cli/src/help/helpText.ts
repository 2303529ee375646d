import { CliOutput, type HelpDoc } from "effect/cli"
import { exitCodesText } from "../exitCodes.ts"

const formatter = CliOutput.defaultFormatter({ colors: false })
const maxWidth = 80

const exitCodes = [
  "EXIT CODES",
  ...exitCodesText.map(([code, means]) => `  ${code.padEnd(4)} ${code.length > 4 ? "   " : ""}${means}`)
].join("\n")

/** Wraps a line. Further lines are indented to the start of the description. */
const wrapLine = (line: string): string => {
  if (line.length <= maxWidth) return line
  const indent = /^ {2}\S.*? {2,}(?=\S)/.exec(line)?.[0].length ?? 2
  const lines: Array<string> = []
  let current = line.slice(0, indent)
  for (const word of line.slice(indent).split(" ")) {
    if (current.length + word.length > maxWidth && current.trim() !== "") {
      lines.push(current.trimEnd())
      current = " ".repeat(indent)
    }
    current += `${word} `
  }
  return [...lines, current.trimEnd()].join("\n")
}

/** Removes the choices that Effect appends to a description, because the placeholder of the flag already shows them. */
const withoutChoices = (text: string): string => text.replaceAll(/ \(choices: [^)]*\)/g, "")

/** Formats the output of `--help`. Does not wrap examples, so that they can be copied. */
export const helpText = (doc: HelpDoc.HelpDoc): string => {
  const page = withoutChoices(formatter.formatHelpDoc(doc)).replace(/([^\n])\nEXAMPLES/, "$1\n\nEXAMPLES")
  const [text = "", examples] = page.split(/(?=^EXAMPLES$)/m)
  const wrap = (part: string): string => part.split("\n").map(wrapLine).join("\n")
  return `${wrap(text)}${examples ?? ""}\n\n${wrap(exitCodes)}\n`
}
