import {
  type DayProblem,
  type DaySource,
  type SetAsideReason,
  type MirrorCoverage,
  type ImportedDay,
  type ImportReport,
  type MirrorStatus,
  type Verification
} from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { missingDays, named, rangeText } from "./mirrorAnswer.ts"
import { syncTrace } from "./syncTrace.ts"

const units = ["bytes", "kB", "MB", "GB", "TB"]

/** Formats a size: `2.4 GB`. */
export const sizeText = (bytes: number): string => {
  let [size, unit] = [bytes, 0]
  while (Number(size.toFixed(1)) >= 1000 && unit < units.length - 1) [size, unit] = [size / 1000, unit + 1]
  return `${size.toFixed(unit === 0 ? 0 : 1)} ${units[unit]}`
}

/** The words for a day's state, of equal width. */
const stateWord = { complete: "complete", partial: "partial " }

/** Formats why records are set aside, one reason a line, or "". */
export const reasonsText = (reasons: ReadonlyArray<SetAsideReason>): string =>
  reasons.map(({ reason, records }) => `${safeText(`Set aside: ${grouped(records)}, because ${reason}.`)}\n`).join("")

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

const list = (days: MirrorCoverage["partial"]): string => (days.length === 0 ? "" : ` (${named(days)})`)

/** Says what is wrong with days, those with the same reason in one line. */
const reasonLines = (state: string, days: ReadonlyArray<DayProblem>): ReadonlyArray<string> =>
  [...Map.groupBy(days, ({ why }) => why)].map(
    ([why, alike]) => `${state}: ${named(alike.map(({ day }) => day))}, because ${why}.`
  )

/** Says how to accept what was held back of some days. */
export const acceptText = (days: ReadonlyArray<string>): string =>
  `The mirror keeps what it has. If that is wrong, run "public-records mirror sync --replace ${days.join(" ")}".`

const heldLines = ({ held }: MirrorStatus): ReadonlyArray<string> =>
  held.length === 0 ? [] : [...reasonLines("Held", held), acceptText(held.map(({ day }) => day))]

const sourceNames: Readonly<Record<DaySource, string>> = {
  file: "daily files",
  service: "the service",
  export: "exports"
}

const sourceLines = ({ sources }: MirrorStatus): ReadonlyArray<string> => {
  const parts = sources.map(
    ({ days, source, ...range }) => `${counted(days, "day", "days")} from ${sourceNames[source]} (${rangeText(range)})`
  )
  return parts.length === 0 ? [] : [`Sources: ${parts.join(", ")}.`]
}

const gapLines = ({ unpublished }: MirrorStatus): ReadonlyArray<string> =>
  unpublished.length === 0 ? [] : [`Not published: ${named(unpublished.map(rangeText))}.`]

export const statusText = (status: MirrorStatus): string => {
  const { bytes, complete, days, from, notices, partial, path, readOnce, records, setAside, suspicious, sync, to } =
    status
  const range = from === null || to === null ? "" : ` from ${from} to ${to}`
  const contents = [
    `${counted(days, "day", "days")}${range}`,
    counted(records, "complaint", "complaints"),
    counted(notices, "notice", "notices"),
    sizeText(bytes)
  ]
  const states = [
    `complete ${grouped(complete)}`,
    `partial ${grouped(partial.length)}${list(partial)}`,
    `missing ${grouped(missingDays(status))}`,
    `read once ${grouped(readOnce)}`,
    `set aside ${counted(setAside, "record", "records")}`
  ]
  const unread =
    sync === null || sync.unread === 0
      ? []
      : [`Not read yet: ${counted(sync.unread, "day", "days")} from ${sync.from} on. The next sync reads them.`]
  const odd = suspicious.map(
    ({ confirmed, day, why }) =>
      `${confirmed ? "Incomplete at the service, too" : "Possibly incomplete"}: ${day}, ${why}.`
  )
  const lines = [
    path,
    contents.join(" · "),
    states.join(" · "),
    ...sourceLines(status),
    ...syncTrace(status),
    ...unread,
    ...gapLines(status),
    ...reasonLines("Partial", status.incomplete),
    ...heldLines(status),
    ...odd
  ]
  return `${lines.map((line) => `${safeText(line)}\n`).join("")}${reasonsText(status.reasons)}`
}

export const verificationText = ({ damaged, days, problems }: Verification): string => {
  const verified = counted(days, "day", "days")
  if (damaged.length + problems.length === 0) return `${verified} verified, no damage found.\n`
  const lines = [...damaged.map(({ day, why }) => `${day} is damaged: ${why}.`), ...problems]
  return lines.map((line) => `${safeText(line)}\n`).join("")
}
