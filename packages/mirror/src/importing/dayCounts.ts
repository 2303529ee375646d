import type { ImportedDay } from "../ImportEvent.ts"
import type { SetAsideReason } from "../MirrorStatus.ts"

const noReasons: ReadonlyArray<SetAsideReason> = []

/** The maximum number of reasons in a report. */
const maxReasons = 20

/** Adds up reasons, the most frequent first. */
export const addReasons = (
  known: ReadonlyArray<SetAsideReason>,
  added: ReadonlyArray<SetAsideReason>
): ReadonlyArray<SetAsideReason> => {
  const sums = new Map(known.map(({ reason, records }) => [reason, records]))
  for (const { reason, records } of added) sums.set(reason, (sums.get(reason) ?? 0) + records)
  const reasons = [...sums].map(([reason, records]) => ({ reason, records }))
  return reasons.toSorted((left, right) => right.records - left.records).slice(0, maxReasons)
}

/** Counts of what an import or a sync has done so far. */
export const emptyCounts = () => ({
  records: 0,
  duplicates: 0,
  setAside: 0,
  reasons: noReasons,
  notices: 0,
  days: { stored: 0, replaced: 0, unchanged: 0, held: 0, partial: 0 }
})

export const addDay = (
  counts: ReturnType<typeof emptyCounts>,
  { setAside, duplicates, outcome, reasons, records, state }: ImportedDay
): void => {
  counts.records += records
  counts.duplicates += duplicates
  counts.setAside += setAside
  counts.reasons = addReasons(counts.reasons, reasons)
  counts.days[outcome === "setAside" ? "unchanged" : outcome] += 1
  if (state === "partial") counts.days.partial += 1
}
