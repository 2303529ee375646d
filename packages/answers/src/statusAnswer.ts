import type { DayProblem, DaySource, MirrorStatus } from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { type Answer, dataOf, type Row, type Section } from "./Answer.ts"
import { basisOf } from "./basis.ts"
import { countDays, rangeText, stepsOf } from "./days.ts"
import { named } from "./words.ts"

const units = ["bytes", "kB", "MB", "GB", "TB"]

/** Formats a size: `2.4 GB`. */
export const sizeText = (bytes: number): string => {
  let [size, unit] = [bytes, 0]
  while (Number(size.toFixed(1)) >= 1000 && unit < units.length - 1) [size, unit] = [size / 1000, unit + 1]
  return `${size.toFixed(unit === 0 ? 0 : 1)} ${units[unit]}`
}

/** Says why records are set aside, a sentence for each reason. */
export const reasonTexts = (reasons: MirrorStatus["reasons"]): ReadonlyArray<string> =>
  reasons.map(({ reason, records }) => `Set aside: ${grouped(records)}, because ${reason}.`)

/** Says how to accept what was held back of some days. */
export const acceptText = (days: ReadonlyArray<string>): string =>
  `The mirror keeps what it has. If that is wrong, run "public-records mirror sync --replace ${days.join(" ")}".`

/** Says how old the newest daily file is, and why there is no newer one. */
export const newestFileTexts = (label: string, nothingNew: MirrorStatus["nothingNew"]): ReadonlyArray<string> =>
  nothingNew === null ? [] : [`${label}: ${nothingNew.why}.`]

const timeText = (time: Date): string => time.toISOString()

/** Says what was read while the clock was ahead. */
const aheadTexts = ({ days, notices }: MirrorStatus["ahead"]): ReadonlyArray<string> => {
  const read = [
    ...(days.length === 0 ? [] : [`${counted(days.length, "day", "days")} (${named(days)})`]),
    ...(notices ? ["the notices"] : [])
  ]
  if (read.length === 0) return []
  const what = `Read by a clock that was ahead: ${read.join(" and ")}, unless the clock is behind now.`
  return [`${what} They count as not read; the next sync reads what is published.`]
}

/** Says when the mirror was last synced, when and why that failed, which days are due, and what the site has. */
export const syncTexts = ({
  ahead,
  due,
  newestComplete,
  nothingNew,
  sync
}: Pick<MirrorStatus, "ahead" | "due" | "newestComplete" | "nothingNew" | "sync">): ReadonlyArray<string> => {
  const { lastFailure = null, lastSuccess = null, unread = 0 } = sync ?? {}
  return [
    ...(newestComplete === null ? [] : [`Newest complete day: ${newestComplete}.`]),
    ...(due === null ? [] : [`Due: ${counted(countDays([due]), "day", "days")} (${rangeText(due)}).`]),
    ...(sync === null
      ? []
      : [lastSuccess === null ? "No sync has succeeded yet." : `Last synced at ${timeText(lastSuccess)}.`]),
    ...(lastFailure === null
      ? []
      : [`The last sync that failed was at ${timeText(lastFailure.at)}: ${lastFailure.why}`]),
    ...(unread === 0
      ? []
      : [`Not read yet: ${counted(unread, "day", "days")} from ${sync?.from} on. The next sync reads them.`]),
    ...newestFileTexts("Daily files", nothingNew),
    ...aheadTexts(ahead)
  ]
}

/** Returns `true` if the last sync failed, or if a sync read while the clock was ahead. */
export const needsSync = ({ ahead, sync }: Pick<MirrorStatus, "ahead" | "sync">): boolean => {
  const { lastFailure = null, lastSuccess = null } = sync ?? {}
  const hasFailed = lastFailure !== null && (lastSuccess === null || lastSuccess < lastFailure.at)
  return hasFailed || ahead.notices || ahead.days.length > 0
}

/** Says what is wrong with some days, those with the same reason in one sentence. */
const problemTexts = (label: string, days: ReadonlyArray<DayProblem>): ReadonlyArray<string> =>
  Array.from(
    Map.groupBy(days, ({ why }) => why),
    ([why, alike]) => `${label}: ${named(alike.map(({ day }) => day))}, because ${why}.`
  )

const sourceNames: Readonly<Record<DaySource, string>> = {
  file: "daily files",
  service: "the service",
  export: "exports"
}

const sourceTexts = ({ sources }: MirrorStatus): ReadonlyArray<string> => {
  const parts = sources.map(
    ({ days, source, ...range }) => `${counted(days, "day", "days")} from ${sourceNames[source]} (${rangeText(range)})`
  )
  return parts.length === 0 ? [] : [`Sources: ${parts.join(", ")}.`]
}

/** Says what a mirror contains: "14,034 complaints, 1 day from 2021-07-07 to 2021-07-07, 0 notices, 2.4 MB". */
export const contentsText = ({ bytes, days, from, notices, records, to }: MirrorStatus): string => {
  const range = from === null || to === null ? "" : ` from ${from} to ${to}`
  return [
    counted(records, "complaint", "complaints"),
    `${counted(days, "day", "days")}${range}`,
    counted(notices, "notice", "notices"),
    sizeText(bytes)
  ].join(", ")
}

const stateTexts = (status: MirrorStatus): ReadonlyArray<string> => {
  const { complete, missing, partial, readOnce, setAside, unpublished } = status
  const parts = [
    `complete ${grouped(complete)}`,
    `partial ${grouped(partial.length)}${partial.length === 0 ? "" : ` (${named(partial)})`}`,
    `missing ${grouped(countDays(missing))}`,
    `not settled yet ${grouped(readOnce)}`
  ]
  const gaps = unpublished.length === 0 ? [] : [`Not published: ${named(unpublished.map(rangeText))}.`]
  return [`Days: ${parts.join(", ")}. Set aside: ${counted(setAside, "record", "records")}.`, ...gaps]
}

/** Returns the days that the mirror has of each month. */
const monthsOf = (status: MirrorStatus): Section => {
  const rows = stepsOf("month", status).map(({ days, label, of, state }): Row => {
    if (days === 0) return { text: label, cells: [state === "missing" ? "missing" : "not published"] }
    return { text: label, cells: [`${days} of ${of}`], count: days, isCut: state === "cut" }
  })
  return { title: "Months", header: ["month", "days"], rows, keep: "last" }
}

/** Returns the answer about the contents and the condition of a mirror. */
export const statusAnswer = (status: MirrorStatus): Answer => {
  const { held, incomplete, path, reasons, suspicious } = status
  // The summary says more about syncs.
  const basis = basisOf({ ...status, lastSync: null })
  const { newest: _, ...members } = status
  const shown = { ...members, basis: basis.text }
  const texts = [
    `${contentsText(status)}.`,
    ...stateTexts(status),
    ...sourceTexts(status),
    ...syncTexts(status),
    ...problemTexts("Partial", incomplete),
    ...(held.length === 0 ? [] : [...problemTexts("Held", held), acceptText(held.map(({ day }) => day))]),
    ...suspicious.map(
      ({ confirmed, day, why }) =>
        `${confirmed ? "Incomplete at the service, too" : "Possibly incomplete"}: ${day}, ${why}.`
    ),
    ...reasonTexts(reasons)
  ]
  const months = monthsOf(status)
  return {
    title: path,
    summary: texts.map((text) => ({ text })),
    // A single bar says nothing.
    sections: months.rows.length > 1 ? [months] : [],
    basis,
    data: dataOf(shown, [shown], Object.keys(shown).join(" "), (one) => Object.values(one))
  }
}
