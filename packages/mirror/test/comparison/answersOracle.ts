import type { ComplaintFilters } from "@public-records/core"
import type { Dimension, TopDimension } from "@public-records/mirror"

/** Filters as texts. */
export type Filter = { readonly [Name in keyof ComplaintFilters]?: string | undefined }

/** A complaint as a mirror understands it. A missing value is "". */
export interface PlainCall {
  readonly number: string
  readonly created: string
  readonly called: string
  readonly city: string
  readonly state: string
  readonly area: string
  readonly subject: string
  readonly robocall: "Y" | "N" | ""
}

type Calls = ReadonlyArray<PlainCall>

const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Whether a moment is between two days or moments, both included. */
const isWithin = (at: string, from = "", to = "9"): boolean => at >= from && at <= `${to} 23:59:59`.slice(0, 19)

const dayOf = ({ created }: PlainCall): string => created.slice(0, 10)

/** Returns the ends of the created dates that a query asks for. */
const createdEnds = ({ createdDate, createdFrom, createdTo, days }: Filter, newest: string) => ({
  from: createdDate ?? createdFrom ?? (days === undefined ? undefined : later(newest, 1 - Number(days))),
  to: createdDate ?? createdTo
})

const robocallTexts = { true: "Y", false: "N", unknown: "" }

/** Returns the complaints that match a query. */
export const chosen = (calls: Calls, where: Filter, newest: string): Calls => {
  const { from, to } = createdEnds(where, newest)
  const { violationDate } = where
  return calls.filter(
    (call) =>
      isWithin(call.created, from, to) &&
      isWithin(call.called, violationDate ?? where.violationFrom, violationDate ?? where.violationTo) &&
      (where.number === undefined ||
        (where.number.length === 10
          ? call.number === where.number
          : /^\d{10}$/.test(call.number) && call.number.startsWith(where.number))) &&
      (where.state === undefined || call.state === where.state) &&
      (where.city === undefined || call.city === where.city) &&
      (where.areaCode === undefined || call.area === where.areaCode) &&
      (where.subject === undefined || call.subject === where.subject) &&
      (where.hour === undefined || Number(call.created.slice(11, 13)) === Number(where.hour)) &&
      (where.robocall === undefined ||
        Object.entries(robocallTexts).some(([typed, text]) => typed === where.robocall && text === call.robocall))
  )
}

/** Returns the complaints without those that are equal to an earlier one. */
const distinct = (calls: Calls): Calls => [
  ...new Map(calls.map((call) => [Object.values(call).join("\n"), call])).values()
]

export const countsOf = (calls: Calls) => ({ records: calls.length, reports: distinct(calls).length })

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? ""))

/** Compares values as the answers do: numbers as numbers, others as texts, and `null` first. */
const inOrder = (left: unknown, right: unknown): number => {
  if (typeof left === "number" && typeof right === "number") return left - right
  return textOf(left) < textOf(right) ? -1 : Number(textOf(left) > textOf(right))
}

const groupedBy = <Key>(
  calls: Calls,
  keyOf: (call: PlainCall) => Key
): ReadonlyArray<readonly [key: Key, calls: Calls]> => {
  const groups = Map.groupBy(calls, (call) => JSON.stringify(keyOf(call)))
  return [...groups.values()].flatMap((group) => (group[0] === undefined ? [] : [[keyOf(group[0]), group] as const]))
}

const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7
const hourOf = (at: string): number | null => (at.endsWith(" 00:00:00") ? null : Number(at.slice(11, 13)))
const cityOf = ({ city, state }: PlainCall) => (city === "" ? null : { city, state: state || null })

const keys: Readonly<Record<Dimension, (call: PlainCall) => unknown>> = {
  day: dayOf,
  week: (call) => later(dayOf(call), 1 - weekday(dayOf(call))),
  month: (call) => dayOf(call).slice(0, 7),
  year: (call) => dayOf(call).slice(0, 4),
  weekday: (call) => weekday(dayOf(call)),
  hour: ({ created }) => Number(created.slice(11, 13)),
  "call-hour": ({ called }) => hourOf(called),
  state: ({ state }) => state || null,
  subject: ({ subject }) => subject || null,
  "area-code": ({ area }) => area || null,
  city: cityOf,
  robocall: ({ robocall }) => (robocall === "" ? null : robocall === "Y")
}

/** Returns the days of a period that the calendar has. */
const lengthOf = (by: "week" | "month" | "year", key: string): number => {
  if (by === "week") return 7
  const days = (until: string): number =>
    Math.round((Date.parse(until) - Date.parse(`${key.slice(0, 4)}-01-01`)) / 86_400_000)
  if (by === "year") return days(`${Number(key) + 1}-01-01`)
  return new Date(Date.UTC(Number(key.slice(0, 4)), Number(key.slice(5)), 0)).getUTCDate()
}

/** Returns the rows of a trend. `all` has the complaints of the mirror, which say what days it has. */
export const trendOf = (all: Calls, where: Filter, newest: string, by: Dimension, split: Dimension | undefined) => {
  const calls = chosen(all, where, newest)
  const splitOf = split === undefined ? () => null : keys[split]
  const rowsBy = (keyOf: (call: PlainCall) => unknown) =>
    Array.from(
      groupedBy(calls, (call) => [keyOf(call), splitOf(call)]),
      ([[key, other], group]) => ({ key, split: other, ...countsOf(group) })
    )
  const { from, to } = createdEnds(where, newest)
  const days = [...new Set(all.map(dayOf))].filter(
    (day) => day >= (from ?? "").slice(0, 10) && day <= (to ?? "9").slice(0, 10)
  )
  const withMore = (): ReadonlyArray<{ readonly key?: unknown; readonly split?: unknown }> => {
    const rows = rowsBy(keys[by])
    if (by === "week" || by === "month" || by === "year") {
      const example = calls[0]
      return rows.map((row) => ({
        ...row,
        days: days.filter((day) => example !== undefined && keys[by]({ ...example, created: day }) === row.key).length,
        of: lengthOf(by, String(row.key))
      }))
    }
    if (by !== "hour" || split === "call-hour") return rows
    const called = rowsBy(keys["call-hour"])
    const isSame = (left: { key?: unknown; split?: unknown }, right: { key?: unknown; split?: unknown }): boolean =>
      JSON.stringify([left.key, left.split]) === JSON.stringify([right.key, right.split])
    const others = called.filter((row) => !rows.some((one) => isSame(one, row)))
    return [
      ...Array.from(rows, (row) => ({ ...row, called: called.find((one) => isSame(one, row))?.reports ?? 0 })),
      ...Array.from(others, (row) => ({ ...row, reports: 0, records: 0, called: row.reports }))
    ]
  }
  return withMore().toSorted((left, right) => inOrder(left.key, right.key) || inOrder(left.split, right.split))
}

const robocallsOf = (calls: Calls) => {
  const count = (text: string): number => calls.filter(({ robocall }) => robocall === text).length
  return { yes: count("Y"), no: count("N"), unknown: count("") }
}

const datesOf = (calls: Calls) => {
  const dates = calls.map(({ created }) => created).toSorted()
  return { first: dates[0] ?? "", last: dates.at(-1) ?? "" }
}

const rankedCounts = (calls: Calls) => ({
  ...countsOf(calls),
  places: new Set(calls.map(({ area, state }) => `${state} ${area}`)).size,
  robocalls: robocallsOf(distinct(calls)),
  ...datesOf(calls)
})

const fieldOf: Readonly<Record<TopDimension, (call: PlainCall) => unknown>> = {
  numbers: ({ number }) => number || null,
  subjects: keys.subject,
  states: keys.state,
  "area-codes": keys["area-code"],
  cities: cityOf
}

/** Returns a ranking. */
export const topOf = (calls: Calls, of: TopDimension, limit: number, places: number) => {
  const problemOf = (value: unknown, count: number): string | undefined => {
    if (of === "numbers" && value === "0000000000") return "placeholder"
    if (of === "numbers" && value === "na") return "not a number"
    return count < places ? "too few places" : undefined
  }
  const withValue = groupedBy(calls, fieldOf[of]).filter(([value]) => value !== null)
  const ranked = Array.from(withValue, ([value, group]) => ({ value, ...rankedCounts(group) }))
    .toSorted((left, right) => right.reports - left.reports || inOrder(left.value, right.value))
    .map((one) => ({ one, reason: problemOf(one.value, one.places) }))
  const top = ranked.flatMap(({ one, reason }) => (reason === undefined ? [one] : [])).slice(0, limit)
  const least = top.at(-1)?.reports ?? (of === "numbers" ? places - 1 : 0)
  return {
    top,
    omitted: ranked.flatMap(({ one, reason }) =>
      reason === undefined || one.reports <= least ? [] : [{ ...one, reason }]
    ),
    withoutValue: rankedCounts(calls.filter((call) => fieldOf[of](call) === null))
  }
}

const talliesOf = (calls: Calls, name: string, keyOf: (call: PlainCall) => unknown) =>
  groupedBy(distinct(calls), keyOf)
    .map(([value, group]) => ({ [name]: value, reports: group.length }))
    .toSorted((left, right) => Number(right.reports) - Number(left.reports) || inOrder(left[name], right[name]))

const numberCounts = (calls: Calls) =>
  Array.from(
    groupedBy(calls, ({ number }) => number),
    ([number, group]) => ({ number, ...countsOf(group) })
  ).toSorted((left, right) => right.reports - left.reports || inOrder(left.number, right.number))

/** Returns the report of a number of ten digits, or of the numbers that begin with some digits. `calls` match the other filters. */
export const numberOf = (calls: Calls, number: string) => {
  const about = chosen(calls, { number }, "")
  if (number.length < 10) {
    const numbers = numberCounts(about)
    return { prefix: number, count: numbers.length, ...countsOf(about), numbers: numbers.slice(0, 50) }
  }
  const shared = (other: string): number => [8, 7, 6].find((digits) => other.startsWith(number.slice(0, digits))) ?? 0
  const near = numberCounts(chosen(calls, { number: number.slice(0, 6) }, "")).filter((one) => one.number !== number)
  const { first, last } = datesOf(about)
  return {
    number,
    possibly: [],
    ...countsOf(about),
    first: first || null,
    last: last || null,
    robocalls: robocallsOf(distinct(about)),
    states: talliesOf(about, "state", keys.state),
    areaCodes: talliesOf(about, "areaCode", keys["area-code"]),
    subjects: talliesOf(about, "subject", keys.subject),
    months: talliesOf(about, "month", keys.month).toSorted((left, right) => inOrder(left["month"], right["month"])),
    neighbors: near.toSorted((left, right) => shared(right.number) - shared(left.number)).slice(0, 20)
  }
}
