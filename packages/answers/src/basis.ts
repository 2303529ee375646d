import { type MirrorCoverage, type NoticeBasis, notVerified } from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { countDays, rangeText } from "./days.ts"
import { named, sentences } from "./words.ts"

/** The records that an answer is based on, in words. */
export interface Basis {
  /** The days of complaints. Notices have none. */
  readonly coverage?: MirrorCoverage
  /** Which records these are, and which are missing. */
  readonly records: string
  /** A warning about all of them, or "". */
  readonly caveat: string
  /** All of it. Every answer, list, export and chart has it. */
  readonly text: string
  /** The missing records as a part of a sentence, or "". `--strict` fails unless it is empty. */
  readonly gap: string
  /** The members of JSON about the basis. */
  readonly json: object
}

export const caveat = "Reported by consumers, not verified; caller ID is often forged."

const listText = (label: string, items: ReadonlyArray<string>): string =>
  items.length === 0 ? "" : `${label}: ${named(items)}.`

const gapOf = ({ complete, missing, partial, unpublished }: MirrorCoverage): string => {
  if (complete + partial.length + missing.length + unpublished.length === 0) return "every day"
  const lacking = [
    missing.length === 0 ? "" : `${counted(countDays(missing), "day", "days")} (${named(missing.map(rangeText))})`,
    partial.length === 0 ? "" : `parts of ${counted(partial.length, "day", "days")} (${named(partial)})`
  ]
  return lacking.filter((text) => text !== "").join(" and ")
}

const recordsText = (coverage: MirrorCoverage): string => {
  const { complete, duplicates, from, lastSync, missing, newest, partial, setAside, to, unpublished } = coverage
  const synced = lastSync === null ? "" : `Last synced at ${lastSync.toISOString().slice(0, 16).replace("T", " ")} UTC.`
  if (from === null || to === null) return sentences(["Based on no days.", synced])
  const present = complete + partial.length
  const all = counted(present + countDays(missing), "day", "days")
  return sentences([
    `Based on ${missing.length === 0 ? all : `${grouped(present)} of ${all}`}, ${rangeText({ from, to })}.`,
    listText("Missing", missing.map(rangeText)),
    listText("Not published", unpublished.map(rangeText)),
    listText("Partial", partial),
    duplicates === 0 ? "" : `Duplicates: ${grouped(duplicates)}, counted once in reports.`,
    setAside === 0 ? "" : `Set aside: ${counted(setAside, "record", "records")}.`,
    newest === null || newest === to ? "" : `The newest day is ${newest}.`,
    synced
  ])
}

/** Returns the basis of an answer about complaints. `filter` is the filter in words. */
export const basisOf = (coverage: MirrorCoverage, filter = ""): Basis => {
  const records = recordsText(coverage)
  const text = sentences([records, filter === "" ? "" : `Filter: ${filter}.`, caveat])
  const { complete, duplicates, from, lastSync, missing, newest, partial, setAside, to, unpublished } = coverage
  const days = { from, to, complete, partial, missing, unpublished, newest, setAside, duplicates, lastSync }
  return {
    coverage,
    records,
    caveat,
    text,
    gap: gapOf(coverage),
    json: {
      coverage: days,
      note: notVerified,
      ...(filter === "" ? {} : { filter }),
      basis: text
    }
  }
}

/** Returns the basis of an answer about notices. */
export const noticesBasis = ({ lastChanged, notices, readToTheEnd }: NoticeBasis): Basis => {
  const note = readToTheEnd
    ? "based on all notices that the service had when they were read"
    : "the notices of the service were not read to the end, so the mirror may lack some"
  const until = lastChanged === null ? "" : `, the last changed on ${lastChanged.slice(0, 10)}`
  const details = readToTheEnd
    ? "These are all that the service had when they were read."
    : "The notices of the service were not read to the end, so some may be missing."
  const records = `Based on ${counted(notices, "notice", "notices")}${until}. ${details}`
  return {
    records,
    caveat: "",
    text: records,
    gap: readToTheEnd ? "" : "some notices of the service",
    json: { note, basis: records }
  }
}
