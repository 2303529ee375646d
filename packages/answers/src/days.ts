import type { MirrorCoverage } from "@public-records/mirror"

/** A range of dates, both ends included. */
export interface Dates {
  readonly from: string
  readonly to: string
}

const dayMillis = 86_400_000

const dayOf = (date: string): number => Date.parse(date) / dayMillis
const dateOf = (day: number): string => new Date(day * dayMillis).toISOString().slice(0, 10)

export const countDays = (ranges: ReadonlyArray<Dates>): number =>
  ranges.reduce((sum, { from, to }) => sum + dayOf(to) - dayOf(from) + 1, 0)

export const rangeText = ({ from, to }: Dates): string => (from === to ? from : `${from} to ${to}`)

const lengths = {
  day: { letters: 10, rest: "", longest: 1 },
  month: { letters: 7, rest: "-01", longest: 31 },
  year: { letters: 4, rest: "-01-01", longest: 366 }
}

export type Period = "week" | keyof typeof lengths

/** Returns the first and the last day of the period with a day, and its key in a trend. */
const periodWith = (day: number, by: Period) => {
  if (by === "week") {
    // 1970-01-01 was a Thursday, and weeks begin on Mondays.
    const first = Math.floor((day + 3) / 7) * 7 - 3
    return { key: dateOf(first), first, last: first + 6 }
  }
  const { letters, longest, rest } = lengths[by]
  const startOf = (one: number): number => dayOf(dateOf(one).slice(0, letters) + rest)
  const first = startOf(day)
  return { key: dateOf(day).slice(0, letters), first, last: startOf(first + longest) - 1 }
}

/** A period of which there are some days, or consecutive days that fill one or more periods and are not there. */
export interface Step extends Dates {
  /** The key of the period in a trend, or the first of the days that are not there. */
  readonly key: string
  readonly label: string
  /** The number of days that there are, and that of all days of the period. */
  readonly days: number
  readonly of: number
  /** A period is `cut` if some of its days are missing, partial or outside the range. */
  readonly state: "complete" | "cut" | "missing" | "unpublished"
}

/** Returns the range of an answer as periods. Days that are not there are one step, however many periods they fill. */
export const stepsOf = (
  by: Period,
  { from, missing, partial, to, unpublished }: MirrorCoverage
): ReadonlyArray<Step> => {
  if (from === null || to === null) return []
  const [start, end] = [dayOf(from), dayOf(to)]
  const gaps = [
    ...missing.map((range) => ({ ...range, state: "missing" as const })),
    ...unpublished.map((range) => ({ ...range, state: "unpublished" as const }))
  ]
    .map((gap) => ({ first: dayOf(gap.from), last: dayOf(gap.to), state: gap.state }))
    .toSorted((one, other) => one.first - other.first)
  const periods = new Map<string, { readonly first: number; readonly last: number; days: number }>()
  let next = start
  for (const { first, last } of [...gaps, { first: end + 1, last: end }]) {
    for (; next < first; next++) {
      const { key, ...period } = periodWith(next, by)
      periods.set(key, { ...period, days: (periods.get(key)?.days ?? 0) + 1 })
    }
    next = last + 1
  }
  const withPartial = new Set(partial.map((day) => periodWith(dayOf(day), by).key))
  const present = Array.from(periods, ([key, { days, first, last }]): Step => {
    const of = last - first + 1
    const state = days < of || withPartial.has(key) ? "cut" : "complete"
    const range = { from: dateOf(Math.max(first, start)), to: dateOf(Math.min(last, end)) }
    return { key, label: key, ...range, days, of, state }
  })
  const absent = gaps.flatMap(({ first, last, state }): ReadonlyArray<Step> => {
    const [before, after] = [periodWith(first, by), periodWith(last, by)]
    const from = periods.has(before.key) ? before.last + 1 : first
    const to = periods.has(after.key) ? after.first - 1 : last
    if (from > to) return []
    const range = { from: dateOf(from), to: dateOf(to) }
    return [{ key: range.from, label: rangeText(range), ...range, days: 0, of: to - from + 1, state }]
  })
  return [...present, ...absent].toSorted((one, other) => (one.from < other.from ? -1 : 1))
}
