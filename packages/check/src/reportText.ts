import { counted } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { type CheckedStatement, type CheckReport } from "./CheckReport.ts"

const marks = { conforms: "✓", differs: "≠", breaks: "✗", notShown: "·" } as const

const detailsOf = (statement: CheckedStatement): ReadonlyArray<string> => {
  switch (statement.verdict) {
    case "conforms":
      return []
    case "differs":
      return [`docs/api.md, statement ${statement.statement}: ${statement.observed}`]
    case "notShown":
      return [`not shown: ${statement.reason}`]
    case "breaks": {
      const { actual, expected, request, rule } = statement
      return [`rule: ${rule}`, `request: ${request}`, `expected: ${expected}`, `actual: ${actual}`]
    }
  }
}

const linesOf = (statement: CheckedStatement): ReadonlyArray<string> => [
  `  ${marks[statement.verdict]} ${statement.name}`,
  ...detailsOf(statement).map((line) => `      ${line}`)
]

/** Formats the report as text: the statements of each family, then a summary line. Safe to print on a terminal. */
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
    counted(differs, "differs in a documented way", "differ in a documented way"),
    counted(breaks, "breaks", "break"),
    ...(notShown === 0 ? [] : [`${notShown} not shown by the data`])
  ]
  const summary = `${baseUrl}: ${counts.join(", ")}; ${counted(requests, "request", "requests")}.`
  return [...sections.flat(), summary].map((line) => `${safeText(line)}\n`).join("")
}
