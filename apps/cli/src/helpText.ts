import { CliOutput, type HelpDoc } from "effect/cli"
import { exitCodesText } from "./exitCodesText.ts"

const formatter = CliOutput.defaultFormatter({ colors: false })
const longestLine = /(?=.{97}).{1,96} /g

const exitCodes = [
  "EXIT CODES",
  ...exitCodesText.map(([code, means]) => `  ${code.padEnd(4)} ${code.length > 4 ? "   " : ""}${means}`)
].join("\n")

/** The page that `--help` prints. */
export const helpText = (doc: HelpDoc.HelpDoc): string => {
  const description = doc.description.replaceAll(longestLine, (line) => `${line.trimEnd()}\n  `)
  const page = formatter.formatHelpDoc({ ...doc, description }).replace(/([^\n])\nEXAMPLES/, "$1\n\nEXAMPLES")
  return `${page}\n\n${exitCodes}\n`
}
