import { reasonTexts } from "@public-records/answers/statusAnswer"
import { type ImportedDay, type ImportReport, type SetAsideReason, type Verification } from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"

/** The words for a day's state, of equal width. */
const stateWord = { complete: "complete", partial: "partial " }

/** Formats why records are set aside, one reason a line, or "". */
export const reasonsText = (reasons: ReadonlyArray<SetAsideReason>): string =>
  reasonTexts(reasons)
    .map((text) => `${safeText(text)}\n`)
    .join("")

/** Formats the result of an import for a day. */
export const dayText = ({ day, duplicates, origin, outcome, records, setAside, state, why }: ImportedDay): string => {
  const equal = duplicates === 0 ? "" : ` (${counted(duplicates, "duplicate", "duplicates")})`
  const left = setAside === 0 ? "" : `, ${grouped(setAside)} set aside`
  // The line says how many records of an unchanged day are set aside.
  const word = outcome === "setAside" ? "unchanged" : outcome
  const text = `${day}  ${stateWord[state]}  ${counted(records, "row", "rows")}${equal}${left}  ${word}  from ${origin}${why === null ? "" : `: ${why}`}`
  return `${safeText(text)}\n`
}

/** Says how many complaints the mirror has more than before, and why these are not all that were read. */
const addedTexts = ({ added, days, records }: ImportReport): ReadonlyArray<string> => {
  if (added < 0) return [`${grouped(-added)} fewer than before`]
  const why = days.replaced === 0 ? " or twice in these files" : ", twice in these files, or in place of others"
  const rest = records - added
  return [`${grouped(added)} added`, ...(rest === 0 ? [] : [`${grouped(rest)} already in the mirror${why}`])]
}

const skippedWords: ReadonlyArray<readonly [kind: keyof ImportReport["skipped"], one: string, many: string]> = [
  ["empty", "empty line", "empty lines"],
  ["repeated header", "repeated header", "repeated headers"],
  ["above the header", "line above the header", "lines above the header"],
  ["continued row", "further line of a row", "further lines of rows"],
  ["end mark", "end mark", "end marks"]
]

const countSkipped = (skipped: ImportReport["skipped"]): number =>
  Object.values(skipped).reduce((sum, count) => sum + count, 0)

/** Returns the lines of a report about lines that are no records, and about values that are read as unknown. */
const notesText = ({ skipped, unknownRobocalls }: ImportReport): string => {
  const kinds = skippedWords.flatMap(([kind, one, many]) => {
    const { [kind]: count = 0 } = skipped
    return count === 0 ? [] : [counted(count, one, many)]
  })
  const lines = kinds.length === 0 ? "" : `Skipped: ${kinds.join(", ")}.\n`
  if (unknownRobocalls === 0) return lines
  const complaints = counted(unknownRobocalls, "complaint", "complaints")
  return `${lines}Robocall unknown in ${complaints}: the value is neither yes nor no.\n`
}

export const importReportText = (report: ImportReport): string => {
  const { days, files, lines, notices, refused, setAside, skipped, total } = report
  const counts = Object.entries(days).filter(([, count]) => count > 0)
  const parts = [
    `${counted(files, "file", "files")}: ${counted(lines - countSkipped(skipped), "record", "records")} read`,
    ...addedTexts(report),
    ...(notices === 0 ? [] : [counted(notices, "notice", "notices")]),
    ...(setAside === 0 ? [] : [`${grouped(setAside)} set aside`]),
    ...(refused === 0 ? [] : [`${counted(refused, "file", "files")} refused`])
  ]
  const outcomes = counts.length === 0 ? "none" : counts.map(([name, count]) => `${grouped(count)} ${name}`).join(", ")
  const held = refused === files ? "" : ` The mirror has ${counted(total, "complaint", "complaints")}.`
  return `${parts.join(", ")}. Days: ${outcomes}.${held}\n${reasonsText(report.reasons)}${notesText(report)}`
}

export const verificationText = ({ damaged, days, problems }: Verification): string => {
  const verified = counted(days, "day", "days")
  if (damaged.length + problems.length === 0) return `${verified} verified, no damage found.\n`
  const lines = [...damaged.map(({ day, why }) => `${day} is damaged: ${why}.`), ...problems]
  return lines.map((line) => `${safeText(line)}\n`).join("")
}
