import { DateTime, Option } from "effect"
import type { FormValues } from "./FormModel.ts"

/** A suggested filter that matches more than one that matched nothing. */
export interface FilterSuggestion {
  readonly label: string
  readonly values: FormValues
}

/** Returns a date some days later or earlier, or an empty text for a text that is not a date. */
export const daysFrom = (date: string, days: number): string =>
  Option.match(DateTime.make(`${date.slice(0, 10)}T00:00:00Z`), {
    onNone: () => "",
    onSome: (day) => DateTime.formatIsoDateUtc(DateTime.add(day, { days }))
  })

/** Returns the suggestions that apply. */
export const suggestionsOf = (
  values: FormValues,
  ways: ReadonlyArray<readonly [applies: boolean, label: string, change: FormValues]>
): ReadonlyArray<FilterSuggestion> =>
  ways.flatMap(([applies, label, change]) => (applies ? [{ label, values: { ...values, ...change } }] : []))
