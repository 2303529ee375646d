import { counted } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { type CheckedStatement, type CheckReport } from "./CheckReport.ts"

const marks = { conforms: "✓", differs: "≠", breaks: "✗", notShown: "·" } as const

const detailsOf = (statement: CheckedStatement): ReadonlyArray<string> => {
  switch (statement.verdict) {
    case "conforms":
      return []
    case "differs":
      return [`decision ${statement.decision}: ${statement.seen}`]
    case "notShown":
      return [`not shown: ${statement.why}`]
    case "breaks": {
      const { asked, came, expected, rule } = statement
      return [`rule: ${rule}`, `asked: ${asked}`, `expected: ${expected}`, `came: ${came}`]
    }
  }
}

const linesOf = (statement: CheckedStatement): ReadonlyArray<string> => [
  `  ${marks[statement.verdict]} ${statement.name}`,
  ...detailsOf(statement).map((line) => `      ${line}`)
]

/** The report for people: each family with its statements, and a last line that counts them. Safe for a terminal. */
export const reportText = ({
  baseUrl,
  breaks,
  conforms,
  differs,
  notShown,
  requests,
  statements
}: CheckReport): string => {
  const families = Map.groupBy(statements, ({ family }) => family)
  const sections = Array.from(families, ([family, members]) => [family, ...members.flatMap(linesOf), ""])
  const counts = [
    counted(conforms, "statement conforms", "statements conform"),
    counted(differs, "differs as a decision names it", "differ as decisions name it"),
    counted(breaks, "breaks", "break"),
    ...(notShown === 0 ? [] : [`${notShown} not shown by its data`])
  ]
  const summary = `${baseUrl}: ${counts.join(", ")}; ${counted(requests, "request", "requests")}.`
  return [...sections.flat(), summary].map((line) => `${safeText(line)}\n`).join("")
}
