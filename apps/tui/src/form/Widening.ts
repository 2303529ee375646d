import { DateTime, Option } from "effect"
import type { FormValues } from "./FormModel.ts"

/** A way to ask for more than a filter that matched nothing. */
export interface Widening {
  readonly label: string
  readonly values: FormValues
}

/** A civil date some days later, or earlier; nothing for a text that is none. */
export const daysFrom = (date: string, days: number): string =>
  Option.match(DateTime.make(`${date.slice(0, 10)}T00:00:00Z`), {
    onNone: () => "",
    onSome: (day) => DateTime.formatIsoDateUtc(DateTime.add(day, { days }))
  })

/** The ways that change something; those that do not are none. */
export const wideningsOf = (
  values: FormValues,
  ways: ReadonlyArray<readonly [applies: boolean, label: string, change: FormValues]>
): ReadonlyArray<Widening> =>
  ways.flatMap(([applies, label, change]) => (applies ? [{ label, values: { ...values, ...change } }] : []))
