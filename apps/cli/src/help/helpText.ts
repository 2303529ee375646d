import { CliOutput, type HelpDoc } from "effect/cli"
import { exitCodesText } from "../exitCodes.ts"

const formatter = CliOutput.defaultFormatter({ colors: false })
/** What fits into the terminal that most people have. */
const widest = 80

const exitCodes = [
  "EXIT CODES",
  ...exitCodesText.map(([code, means]) => `  ${code.padEnd(4)} ${code.length > 4 ? "   " : ""}${means}`)
].join("\n")

/** A line in as many as it needs: what goes on stands under the words, and not under the flag before them. */
const inLines = (line: string): string => {
  if (line.length <= widest) return line
  const indent = /^ {2}\S.*? {2,}(?=\S)/.exec(line)?.[0].length ?? 2
  const lines: Array<string> = []
  let current = line.slice(0, indent)
  for (const word of line.slice(indent).split(" ")) {
    if (current.length + word.length > widest && current.trim() !== "") {
      lines.push(current.trimEnd())
      current = " ".repeat(indent)
    }
    current += `${word} `
  }
  return [...lines, current.trimEnd()].join("\n")
}

/** Text without the choices that stand in the flag's placeholder already. */
export const withoutChoices = (text: string): string => text.replaceAll(/ \(choices: [^)]*\)/g, "")

/** The page that `--help` prints. Examples stay whole, to be copied. */
export const helpText = (doc: HelpDoc.HelpDoc): string => {
  const page = withoutChoices(formatter.formatHelpDoc(doc)).replace(/([^\n])\nEXAMPLES/, "$1\n\nEXAMPLES")
  const [text = "", examples] = page.split(/(?=^EXAMPLES$)/m)
  const wrap = (part: string): string => part.split("\n").map(inLines).join("\n")
  return `${wrap(text)}${examples ?? ""}\n\n${wrap(exitCodes)}\n`
}
