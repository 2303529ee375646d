import { safeText } from "@public-records/text/safeText"
import { type Finding } from "../doctor/Finding.ts"

const marks = { ok: "✓", advice: "!", problem: "✗", unknown: "·" } as const
const widestName = "configuration".length

const lineOf = (finding: Finding): string => {
  const todo = "todo" in finding ? ` ${finding.todo}` : ""
  return safeText(`${marks[finding.verdict]} ${finding.of.padEnd(widestName)}  ${finding.found}${todo}`)
}

/** What the doctor found for people: a line for each thing, which says ok or what to do. */
export const doctorText = (findings: ReadonlyArray<Finding>): string =>
  findings.map((finding) => `${lineOf(finding)}\n`).join("")
