import type { NameOf } from "@public-records/core"
import { DateTime, Option } from "effect"
import { type Field, type FormValues, valueOf } from "./FormModel.ts"

/** A suggested filter after one that matched nothing. */
export interface FilterSuggestion {
  readonly label: string
  readonly values: FormValues
}

type Fields = ReadonlyArray<Field>

/** The field for the sort order. */
export const orderField: Field = {
  name: "sort",
  label: "Order",
  choices: { desc: "newest first", asc: "oldest first" }
}

/** Names the members of a query in messages by their fields. */
export const nameIn =
  (fields: Fields): NameOf =>
  (member) =>
    fields.find(({ name }) => name === member)?.label.toLowerCase() ?? member

/** Fills the fields in from the members of a query. */
export const filledIn = (fields: Fields, members: object): FormValues => {
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(members))
  return Object.fromEntries(fields.map(({ name }) => [name, String(given.get(name) ?? "")]))
}

/** Returns the hint for a text that a field completes. */
export const completionHint = (complete: (text: string) => ReadonlyArray<string>, what: string, emptyHint: string) => {
  return (text: string): string => {
    const typed = text.trim()
    if (typed === "") return emptyHint
    const names = complete(typed)
    if (names.length === 0) return `✗ no such ${what}`
    return names.some((name) => name.toLowerCase() === typed.toLowerCase()) ? "" : `→ ${names.slice(0, 3).join(" · ")}`
  }
}

/** Returns the fields that are conditions and are filled in. */
const conditionsIn = (fields: Fields, values: FormValues): Fields =>
  fields.filter(({ name }) => !name.startsWith("sort") && valueOf(values, name).trim() !== "")

/** Describes a range of dates, whose ends may be missing. */
const rangeText = (from: string, to: string): string => {
  if (from === to) return from
  return to === "" ? `from ${from}` : from === "" ? `until ${to}` : `${from} → ${to}`
}

/** Describes the filter in words: `created 2021-07-06 → 2021-07-07 · state Ohio`. */
export const describeForm = (fields: Fields, values: FormValues): string =>
  conditionsIn(fields, values)
    .map(({ choices, isDate = false, label, name, range }) => {
      const value = valueOf(values, name)
      if (!isDate || range === undefined) return `${label.toLowerCase()} ${choices?.[value] ?? value}`
      const [from, to] = fields.filter((field) => field.isDate && field.range === range)
      return `${range} ${rangeText(valueOf(values, from?.name ?? ""), valueOf(values, to?.name ?? ""))}`
    })
    // Both ends of a range describe it.
    .filter((text, index, all) => all.indexOf(text) === index)
    .join(" · ")

/** Adds days to a date. Returns an empty string if the input is not a date. */
const daysFrom = (date: string, days: number): string =>
  Option.match(DateTime.make(`${date.slice(0, 10)}T00:00:00Z`), {
    onNone: () => "",
    onSome: (day) => DateTime.formatIsoDateUtc(DateTime.add(day, { days }))
  })

const emptied = (fields: Fields): FormValues => Object.fromEntries(fields.map(({ name }) => [name, ""]))

/** Returns the dates of a range a week earlier and a week later. An end that is missing stays so. */
const widened = ([from, to]: Fields, values: FormValues): FormValues => ({
  ...(from && { [from.name]: daysFrom(valueOf(values, from.name), -7) }),
  ...(to && { [to.name]: daysFrom(valueOf(values, to.name), 7) })
})

/** Suggests the filter without each of its conditions, and with longer ranges of dates. */
export const broader = (fields: Fields, values: FormValues): ReadonlyArray<FilterSuggestion> => {
  const given = conditionsIn(fields, values)
  const single = given.filter(({ range }) => range === undefined)
  const ranges = new Set(given.flatMap(({ range }) => range ?? []))
  return [
    ...single.map((field) => ({
      label: `any ${field.label.toLowerCase()}`,
      values: { ...values, ...emptied([field]) }
    })),
    ...Array.from(ranges).flatMap((range) => {
      const members = fields.filter((field) => field.range === range)
      const dates = members.filter(({ isDate = false }) => isDate)
      const anyTime = { label: `${range} at any time`, values: { ...values, ...emptied(members) } }
      if (!given.some((field) => dates.includes(field))) return [anyTime]
      return [
        { label: `${range} one week earlier and later`, values: { ...values, ...widened(dates, values) } },
        anyTime
      ]
    })
  ]
}
