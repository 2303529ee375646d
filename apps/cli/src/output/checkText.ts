import { counted } from "@public-records/text/counts"
import { type CheckedStatement, type CheckReport } from "@public-records/check/CheckReport"
import { safeText } from "@public-records/text/safeText"

const marks = { conforms: "✓", differs: "≠", breaks: "✗", notShown: "·" } as const

const details = (statement: CheckedStatement): ReadonlyArray<string> => {
  switch (statement.verdict) {
    case "conforms":
      return []
    case "differs":
      return [`decision ${statement.decision}: ${statement.seen}`]
    case "notShown":
      return [`not shown: ${statement.why}`]
    case "breaks":
      return [
        `rule: ${statement.rule}`,
        `asked: ${statement.asked}`,
        `expected: ${statement.expected}`,
        `came: ${statement.came}`
      ]
  }
}

const linesOf = (statement: CheckedStatement): ReadonlyArray<string> => [
  `  ${marks[statement.verdict]} ${statement.name}`,
  ...details(statement).map((line) => `      ${line}`)
]

const summary = ({ baseUrl, breaks, conforms, differs, notShown, requests }: CheckReport): string => {
  const parts = [
    counted(conforms, "statement conforms", "statements conform"),
    counted(differs, "differs as a decision names it", "differ as decisions name it"),
    counted(breaks, "breaks", "break"),
    ...(notShown === 0 ? [] : [`${notShown} not shown by its data`])
  ]
  return `${baseUrl}: ${parts.join(", ")}; ${counted(requests, "request", "requests")}.`
}

/** The report of a check for people: each family with its statements, and a last line that counts them. */
export const checkText = (report: CheckReport): string => {
  const families = Map.groupBy(report.statements, ({ family }) => family)
  const sections = Array.from(families, ([family, statements]) => [family, ...statements.flatMap(linesOf), ""])
  return `${[...sections.flat(), summary(report)].map((line) => safeText(line)).join("\n")}\n`
}
