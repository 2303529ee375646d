import type { MirrorCoverage, DayRange } from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { DateTime } from "effect"

const dayMillis = 86_400_000
const maxNamed = 3

const rangeText = ({ from, to }: DayRange): string => (from === to ? from : `${from} to ${to}`)

const millisOf = (date: string): number => DateTime.toEpochMillis(DateTime.makeUnsafe(date))

const daysIn = ({ from, to }: DayRange): number => (millisOf(to) - millisOf(from)) / dayMillis + 1

const named = (days: ReadonlyArray<string>): string =>
  days.slice(0, maxNamed).join(", ") + (days.length > maxNamed ? ` and ${grouped(days.length - maxNamed)} more` : "")

/** Returns the number of days that are there, complete or in part. */
export const presentDays = ({ complete, partial }: MirrorCoverage): number => complete + partial.length

/** Returns the number of days that are missing. */
export const missingDays = ({ missing }: MirrorCoverage): number =>
  missing.reduce((sum, range) => sum + daysIn(range), 0)

/** Returns sentences about the days that an answer is based on, and about those that it lacks. */
export const coverageText = (coverage: MirrorCoverage): string => {
  const { from, missing, partial, to } = coverage
  const [present, absent] = [presentDays(coverage), missingDays(coverage)]
  if (from === null || to === null || present === 0) return "There are no complaints here."
  const all = present + absent
  const of = absent === 0 ? counted(all, "day", "days") : `${grouped(present)} of ${counted(all, "day", "days")}`
  const gaps = absent === 0 ? "" : ` Missing: ${named(missing.map(rangeText))}.`
  const parts = partial.length === 0 ? "" : ` Partial: ${named(partial)}.`
  return `Based on ${of}, ${rangeText({ from, to })}.${gaps}${parts}`
}
