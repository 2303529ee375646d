import { CliOutput, type HelpDoc } from "effect/cli"

const formatter = CliOutput.defaultFormatter({ colors: false })
const longestLine = /(?=.{97}).{1,96} /g

const exitCodesText = `EXIT CODES
  0    done; or the reader went away, as in "| head"
  1    unforeseen; output that cannot be written
  2    a command line or a query that cannot be answered
  3    no API key, or one that the service does not accept
  4    the key's rate limit is used up; the message says until when
  5    the service cannot be reached, or does not work
  6    the service refuses the request, or answers in an unknown form
  7    no record with that id
  129, 130, 143    ended by SIGHUP, SIGINT or SIGTERM`

/** The page that `--help` prints. */
export const helpText = (doc: HelpDoc.HelpDoc): string => {
  const description = doc.description.replaceAll(longestLine, (line) => `${line.trimEnd()}\n  `)
  const page = formatter.formatHelpDoc({ ...doc, description }).replace(/([^\n])\nEXAMPLES/, "$1\n\nEXAMPLES")
  return `${page}\n\n${exitCodesText}\n`
}
