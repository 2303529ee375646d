import { dateOf, dayOf, type Interval } from "./civil.ts"
import type { MirrorCoverage, DayRange } from "../MirrorStatus.ts"

/** Days without records at the service, both ends included, and why. */
interface KnownGap extends Interval {
  readonly why: string
}

const gap = (from: string, to: string, why: string): KnownGap => ({ from: dayOf(from), to: dayOf(to), why })

/** The gaps in publication that are known in November 2026. They are no fault of a mirror. */
const knownGaps: ReadonlyArray<KnownGap> = [
  gap("2018-12-28", "2019-01-26", "no complaints were taken"),
  gap("2025-09-27", "2025-11-13", "nothing was published")
]

export const isKnownGap = (day: number): boolean => knownGaps.some(({ from, to }) => from <= day && day <= to)

/** A range of days without records, and why. */
export interface KnownRange extends DayRange {
  readonly why: string
}

/** Returns the parts of the known gaps that are in a range. */
export const knownGapsIn = ({ from, to }: Pick<MirrorCoverage, "from" | "to">): ReadonlyArray<KnownRange> => {
  if (from === null || to === null) return []
  return knownGaps
    .map((known) => ({ from: Math.max(known.from, dayOf(from)), to: Math.min(known.to, dayOf(to)), why: known.why }))
    .filter((known) => known.from <= known.to)
    .map((known) => ({ from: dateOf(known.from), to: dateOf(known.to), why: known.why }))
}
