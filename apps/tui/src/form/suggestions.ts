import type { FormValues } from "./FormModel.ts"

/** A suggested filter after one that matched nothing. */
export interface FilterSuggestion {
  readonly label: string
  readonly values: FormValues
}

/** Returns the suggestions that apply. */
export const suggestionsOf = (
  values: FormValues,
  ways: ReadonlyArray<readonly [applies: boolean, label: string, change: FormValues]>
): ReadonlyArray<FilterSuggestion> =>
  ways.flatMap(([applies, label, change]) => (applies ? [{ label, values: { ...values, ...change } }] : []))
