import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { RowIds, rowText } from "@public-records/files/RowIds"
import type { Outcome } from "../ImportEvent.ts"
import type { DaySource, DayState } from "../MirrorStatus.ts"

/** The records of a day, from one source. */
export interface DayRecords {
  readonly state: DayState
  readonly source: DaySource
  readonly origin: string
  readonly digest: string
  readonly records: ReadonlyArray<PlainComplaint>
}

/** The records of a day in the mirror. */
export interface ExistingDay extends DayRecords {
  /** The digest of a read that the guard held back, or "". */
  readonly held: string
}

/** Records that are not in the day after an import, with the source that they come from. */
export interface SetAside {
  readonly source: DaySource
  readonly origin: string
  readonly reason: string
  readonly records: ReadonlyArray<PlainComplaint>
}

/** The decision about a day. `contents` is `undefined` if the day stays as it is. */
export interface Decision {
  readonly outcome: Outcome
  readonly contents: DayRecords | undefined
  readonly aside: SetAside | undefined
}

/** A day is not replaced by fewer than this share of its records, unless a second read has the same contents. */
const guardShare = 0.99

/** Returns the ids that the records would have in a daily file: a content and its number among equal ones. */
const derivedIds = ({ records }: DayRecords): ReadonlyArray<string> => {
  const rowIds = new RowIds()
  return records.map((record) => rowIds.next(record))
}

const idsOf = ({ records }: DayRecords): ReadonlyArray<string> => records.map(({ id }) => id)

/** CSV has no ids, so that those of its records are derived. */
const hasDerivedIds = (side: DayRecords): boolean => {
  const derived = new Set(derivedIds(side))
  return side.records.every(({ id }) => derived.has(id))
}

/** Returns what identifies the records of a side: ids within a source, if both sides have them, otherwise contents. */
const keysOf = (side: DayRecords, other: DayRecords): ReadonlyArray<string> => {
  if (side.source !== other.source) return side.records.map(rowText)
  return hasDerivedIds(side) === hasDerivedIds(other) ? idsOf(side) : derivedIds(side)
}

/** Returns the records of one side that the other side lacks. */
const lacking = (side: DayRecords, other: DayRecords): ReadonlyArray<PlainComplaint> => {
  const [keys, known] = [keysOf(side, other), new Set(keysOf(other, side))]
  return side.records.filter((_, index) => !known.has(keys[index] ?? ""))
}

const setAside = (from: DayRecords, records: ReadonlyArray<PlainComplaint>, reason: string): SetAside | undefined =>
  records.length === 0 ? undefined : { source: from.source, origin: from.origin, reason, records }

const kept: Decision = { outcome: "kept", contents: undefined, aside: undefined }

const keep = (incoming: DayRecords, existing: DayRecords, outcome: "aside" | "held", reason: string): Decision => {
  const aside = setAside(incoming, lacking(incoming, existing), reason)
  if (outcome === "held") return { outcome, contents: undefined, aside }
  return aside === undefined ? kept : { outcome, contents: undefined, aside }
}

/**
 * Adds the records of a file to a partial day. An id of a daily file is a content and its number among equal rows, so that of each
 * content there are as many records as the larger side has, in any order of the files.
 */
const merge = (incoming: DayRecords, existing: DayRecords): Decision => {
  const missing = lacking(incoming, existing)
  if (missing.length === 0) return kept
  const contents = { ...existing, origin: incoming.origin, records: [...existing.records, ...missing] }
  return { outcome: "stored", contents, aside: undefined }
}

/** Whether the incoming records have ids of the service for exactly the contents of a daily file. */
const addsIds = (incoming: DayRecords, existing: DayRecords): boolean =>
  existing.source === "daily file" &&
  lacking(incoming, existing).length === 0 &&
  lacking(existing, incoming).length === 0

const replaceWhole = (incoming: DayRecords, existing: ExistingDay, isForced: boolean): Decision => {
  const replaced: Decision = { outcome: "replaced", contents: incoming, aside: undefined }
  if (isForced) return replaced
  if (incoming.source !== existing.source) {
    return addsIds(incoming, existing)
      ? replaced
      : keep(incoming, existing, "aside", `the day is whole, from the ${existing.source} ${existing.origin}`)
  }
  if (incoming.digest === existing.digest) return kept
  const isShrinking = incoming.records.length < existing.records.length * guardShare
  return isShrinking && existing.held !== incoming.digest
    ? keep(incoming, existing, "held", "the day would lose more than 1 % of its records")
    : replaced
}

/**
 * Decides what an import does with a day. Sources are never mixed within a day. What cannot be stored is set aside with its
 * reason. `isForced` replaces a whole day without comparing it.
 */
export const reconcile = (incoming: DayRecords, existing: ExistingDay | undefined, isForced: boolean): Decision => {
  if (existing === undefined) return { outcome: "stored", contents: incoming, aside: undefined }
  if (incoming.state === "whole") {
    if (existing.state === "whole") return replaceWhole(incoming, existing, isForced)
    const aside = setAside(existing, lacking(existing, incoming), `it is not in ${incoming.origin}, which is whole`)
    return { outcome: "replaced", contents: incoming, aside }
  }
  if (existing.state === "partial" && existing.source === incoming.source) return merge(incoming, existing)
  return keep(
    incoming,
    existing,
    "aside",
    `the day is ${existing.state}, from the ${existing.source} ${existing.origin}`
  )
}
