import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { RowIds, rowText } from "@public-records/files/RowIds"
import type { Outcome } from "../ImportEvent.ts"
import type { DaySource, DayState } from "../MirrorStatus.ts"

/** The records of a day, from one source. */
export interface DayRecords {
  readonly state: DayState
  readonly source: DaySource
  readonly origin: string
  readonly records: ReadonlyArray<PlainComplaint>
}

/**
 * The decision about a day. With `contents`, the day is written, and `aside` are records that it loses. Without, the day stays as it
 * is, and `aside` are records that it does not get. `reason` says why they are set aside.
 */
export interface Decision {
  readonly outcome: Outcome
  readonly contents?: DayRecords
  readonly aside: ReadonlyArray<PlainComplaint>
  readonly reason: string
}

/** A day is not replaced by fewer than this share of its records, unless a second read has the same contents. */
const guardShare = 0.99

/** Returns the ids that the records would have in a daily file: a content and its number among equal ones. */
const derivedIds = ({ records }: DayRecords): ReadonlyArray<string> => {
  const rowIds = new RowIds()
  return records.map((record) => rowIds.next(record))
}

/** Whether ids of a side were derived, as CSV has none. A partial day may have records of files with and without ids. */
const hasDerivedIds = (side: DayRecords): boolean => {
  const derived = new Set(derivedIds(side))
  return side.records.some(({ id }) => derived.has(id))
}

/** Returns what identifies the records of a side: ids within a source, if both sides have them, otherwise contents. */
const keysOf = (side: DayRecords, other: DayRecords): ReadonlyArray<string> => {
  if (side.source !== other.source) return side.records.map(rowText)
  return hasDerivedIds(side) || hasDerivedIds(other) ? derivedIds(side) : side.records.map(({ id }) => id)
}

/** Returns the records of one side that the other side lacks. */
const lacking = (side: DayRecords, other: DayRecords): ReadonlyArray<PlainComplaint> => {
  const [keys, known] = [keysOf(side, other), new Set(keysOf(other, side))]
  return side.records.filter((_, index) => !known.has(keys[index] ?? ""))
}

const withoutAside = (outcome: Outcome, contents: DayRecords): Decision => ({
  outcome,
  contents,
  aside: [],
  reason: ""
})

export const kept: Decision = { outcome: "kept", aside: [], reason: "" }

/** Keeps the day as it is, and sets aside what it lacks. */
const keep = ({ origin, source, state }: DayRecords, aside: Decision["aside"]): Decision =>
  aside.length === 0 ? kept : { outcome: "aside", aside, reason: `the day is ${state}, from the ${source} ${origin}` }

const replaceWhole = (incoming: DayRecords, existing: DayRecords, wasHeld: boolean): Decision => {
  if (incoming.source === existing.source) {
    const isShrinking = incoming.records.length < existing.records.length * guardShare
    if (!isShrinking || wasHeld) return withoutAside("replaced", incoming)
    const reason = "the day would lose more than 1 % of its records"
    return { outcome: "held", aside: lacking(incoming, existing), reason }
  }
  const added = lacking(incoming, existing)
  // The service adds ids to exactly the contents of a daily file.
  const addsIds = existing.source === "daily file" && added.length + lacking(existing, incoming).length === 0
  return addsIds ? withoutAside("replaced", incoming) : keep(existing, added)
}

/**
 * Adds the records of a file to a partial day. An id of a daily file is a content and its number among equal rows, so that of each
 * content there are as many records as the larger side has, in any order of the files.
 */
const merge = (incoming: DayRecords, existing: DayRecords, added: ReadonlyArray<PlainComplaint>): Decision =>
  added.length === 0
    ? kept
    : withoutAside("stored", { ...existing, origin: incoming.origin, records: [...existing.records, ...added] })

/**
 * Decides what an import does with a day. Sources are never mixed within a day. `replace` replaces a whole day without comparing it;
 * `wasHeld` is whether the same records were held back before.
 */
export const reconcile = (
  incoming: DayRecords,
  existing: DayRecords | undefined,
  { replace, wasHeld }: { readonly replace: boolean; readonly wasHeld: boolean }
): Decision => {
  if (existing === undefined) return withoutAside("stored", incoming)
  if (incoming.state === "partial") {
    const added = lacking(incoming, existing)
    const isSameKind = existing.state === "partial" && existing.source === incoming.source
    return isSameKind ? merge(incoming, existing, added) : keep(existing, added)
  }
  if (existing.state === "whole") {
    return replace ? withoutAside("replaced", incoming) : replaceWhole(incoming, existing, wasHeld)
  }
  const lost = lacking(existing, incoming)
  return {
    outcome: "replaced",
    contents: incoming,
    aside: lost,
    reason: `it is not in ${incoming.origin}, which is whole`
  }
}
