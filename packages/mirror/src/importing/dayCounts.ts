import type { ImportedDay } from "../ImportEvent.ts"

/** Counts of what an import or a sync has done so far. */
export const emptyCounts = () => ({
  records: 0,
  copies: 0,
  aside: 0,
  notices: 0,
  days: { stored: 0, replaced: 0, kept: 0, held: 0, partial: 0 }
})

export const addDay = (
  counts: ReturnType<typeof emptyCounts>,
  { aside, copies, outcome, records, state }: ImportedDay
): void => {
  counts.records += records
  counts.copies += copies
  counts.aside += aside
  counts.days[outcome === "aside" ? "kept" : outcome] += 1
  if (state === "partial") counts.days.partial += 1
}
