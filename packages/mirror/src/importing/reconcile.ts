import { RowIds } from "@public-records/files/RowIds"
import type { Outcome } from "../ImportEvent.ts"
import type { DaySource, DayState } from "../MirrorStatus.ts"
import type { DayRecord } from "../store/DayRecord.ts"

/** The records of a day, from one source. */
export interface DayRecords {
  readonly state: DayState
  /** Why the day is partial, or "". */
  readonly why: string
  readonly source: DaySource
  readonly origin: string
  /** See `RecordSource`. */
  readonly key: string
  readonly records: ReadonlyArray<DayRecord>
}

/**
 * The decision about a day. With `contents`, the day is written, and `setAside` are records that it loses. Without, the day stays as it
 * is, and `setAside` are records that it does not get. `reason` says why they are set aside, or why the day is held.
 */
export interface Decision {
  readonly outcome: Outcome
  readonly contents?: DayRecords
  readonly setAside: ReadonlyArray<DayRecord>
  readonly reason: string
}

/** The permission for a day to lose records. */
export interface Consent {
  /** The caller wants the new records in any case. */
  readonly replace: boolean
  /** A read of the service twelve hours ago, or longer ago, had the same contents. */
  readonly isConfirmed: boolean
}

/** A day does not lose a larger share of its records without consent. */
const guardShare = 0.01

/** A day does not lose a larger share of its records by a second opinion alone. */
const confirmedShare = 0.5

/** How the reasons begin of records that a held day does not get, and of records that a replaced day had. */
export const reasonStarts = { held: "the day would lose", lost: "it is not in" } as const

/** Returns the ids that the records would have in a daily file: a content and its number among equal ones. */
const derivedIds = ({ records }: DayRecords): ReadonlyArray<string> => {
  const rowIds = new RowIds()
  return records.map(({ received }) => rowIds.next(received))
}

/** Whether ids of a side were derived, as CSV has none. A partial day may have records of files with and without ids. */
const hasDerivedIds = (side: DayRecords): boolean => {
  const derived = new Set(derivedIds(side))
  return side.records.some(({ received }) => derived.has(received.id))
}

/** Returns a content and its number among equal ones for each record. Two spellings of a content are equal. */
const numberedContents = ({ records }: DayRecords): ReadonlyArray<string> => {
  const rowIds = new RowIds()
  return records.map(({ canonical }) => rowIds.next(canonical))
}

/** Returns what identifies the records of a side: ids within a source, if both sides have them, otherwise contents. */
const keysOf = (side: DayRecords, other: DayRecords): ReadonlyArray<string> => {
  if (side.source !== other.source) return side.records.map(({ content }) => content)
  return hasDerivedIds(side) || hasDerivedIds(other)
    ? numberedContents(side)
    : side.records.map(({ received }) => received.id)
}

/** Returns the records of one side that the other side lacks. */
const lacking = (side: DayRecords, other: DayRecords): ReadonlyArray<DayRecord> => {
  const [keys, known] = [keysOf(side, other), new Set(keysOf(other, side))]
  return side.records.filter((_, index) => !known.has(keys[index] ?? ""))
}

/** Returns the records of one side whose contents the other side lacks, or has fewer times. */
const lackingContents = (side: DayRecords, other: DayRecords): ReadonlyArray<DayRecord> => {
  const left = new Map<string, number>()
  for (const { content } of other.records) left.set(content, (left.get(content) ?? 0) + 1)
  return side.records.filter(({ content }) => {
    const count = left.get(content) ?? 0
    if (count > 0) left.set(content, count - 1)
    return count === 0
  })
}

const withNothingSetAside = (outcome: Outcome, contents: DayRecords): Decision => ({
  outcome,
  contents,
  setAside: [],
  reason: ""
})

export const unchanged: Decision = { outcome: "unchanged", setAside: [], reason: "" }

/** Keeps the day as it is, and sets aside what it lacks. */
const keep = ({ origin, source, state }: DayRecords, setAside: Decision["setAside"]): Decision =>
  setAside.length === 0
    ? unchanged
    : { outcome: "setAside", setAside, reason: `the day is ${state}, from the ${source} ${origin}` }

/** Returns the decision to hold a day back that would lose too many of its records, or `undefined`. What it does not get is set aside. */
const guard = (incoming: DayRecords, existing: DayRecords, { isConfirmed, replace }: Consent): Decision | undefined => {
  if (replace) return undefined
  const all = existing.records.length
  const lost = lackingContents(existing, incoming).length
  const allowed = isConfirmed && incoming.state === "complete" ? confirmedShare : guardShare
  if (lost <= all * allowed) return undefined
  const [some, of] = [lost, all].map((count) => count.toLocaleString("en-US"))
  const reason = `${reasonStarts.held} ${some} of its ${of} records`
  return { outcome: "held", setAside: lackingContents(incoming, existing), reason }
}

/** Replaces the day. Its records that the new contents lack are set aside, unless the caller wants the new ones in any case. */
const replaceBy = (incoming: DayRecords, lost: Decision["setAside"], { replace }: Consent): Decision => {
  const where = incoming.source === "service" ? "what the service sends now" : `${incoming.origin}, which is complete`
  return {
    outcome: "replaced",
    contents: incoming,
    setAside: replace ? [] : lost,
    reason: `${reasonStarts.lost} ${where}`
  }
}

/** Replaces a complete day of another source only if that adds ids to exactly the contents of a daily file, as the service does. */
const compare = (incoming: DayRecords, existing: DayRecords): Decision => {
  const added = lacking(incoming, existing)
  const addsIds = existing.source === "file" && added.length + lacking(existing, incoming).length === 0
  return addsIds ? withNothingSetAside("replaced", incoming) : keep(existing, added)
}

/**
 * Adds the records of a file to a partial day. An id of a daily file is a content and its number among equal rows, so that of each
 * content there are as many records as the larger side has, in any order of the files.
 */
const merge = (incoming: DayRecords, existing: DayRecords, added: ReadonlyArray<DayRecord>): Decision =>
  added.length === 0
    ? unchanged
    : withNothingSetAside("stored", { ...incoming, source: existing.source, records: [...existing.records, ...added] })

const reconcilePart = (incoming: DayRecords, existing: DayRecords): Decision => {
  const isSameSource = existing.source === incoming.source
  // A file may be a part of a day on purpose. The service sends a complete day, unless something is wrong.
  const isGuarded = isSameSource && existing.state === "complete" && incoming.source === "service"
  const held = isGuarded ? guard(incoming, existing, { replace: false, isConfirmed: false }) : undefined
  if (held !== undefined) return held
  const added = lacking(incoming, existing)
  return isSameSource && existing.state === "partial" ? merge(incoming, existing, added) : keep(existing, added)
}

/** Decides what an import does with a day. Sources are never mixed within a day. */
export const reconcile = (incoming: DayRecords, existing: DayRecords | undefined, consent: Consent): Decision => {
  if (existing === undefined) return withNothingSetAside("stored", incoming)
  if (incoming.state === "partial") return reconcilePart(incoming, existing)
  const isSameSource = existing.source === incoming.source
  if (existing.state === "complete") {
    if (!isSameSource && !consent.replace) return compare(incoming, existing)
    const held = guard(incoming, existing, consent)
    return held ?? replaceBy(incoming, lackingContents(existing, incoming), consent)
  }
  const held = isSameSource && incoming.source === "service" ? guard(incoming, existing, consent) : undefined
  if (held !== undefined) return held
  return replaceBy(incoming, lacking(existing, incoming), consent)
}
