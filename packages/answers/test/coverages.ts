import { CivilDate } from "@public-records/core"
import type { DayRange, MirrorCoverage } from "@public-records/mirror"
import { Arbitrary, Schema } from "effect"

const dayMillis = 86_400_000

export const dateOf = (day: number): CivilDate => CivilDate.make(new Date(day * dayMillis).toISOString().slice(0, 10))
export const dayOf = (date: string): number => Date.parse(date) / dayMillis

export const range = (from: string, to = from): DayRange => ({ from: CivilDate.make(from), to: CivilDate.make(to) })

export const daysOf = ({ from, to }: { readonly from: string; readonly to: string }): ReadonlyArray<string> =>
  Array.from({ length: dayOf(to) - dayOf(from) + 1 }, (_, index) => dateOf(dayOf(from) + index))

/** One complete day. */
export const oneDay: MirrorCoverage = {
  ...range("2021-07-07"),
  complete: 1,
  partial: [],
  missing: [],
  unpublished: [],
  newest: CivilDate.make("2021-07-07"),
  readOnce: 0,
  setAside: 0,
  duplicates: 0,
  lastSync: null
}

export const noDay: MirrorCoverage = { ...oneDay, from: null, to: null, complete: 0, newest: null }

const DayState = Schema.Literals(["complete", "partial", "missing", "unpublished"])

/** The states of consecutive days from `first` on. */
export interface Days {
  readonly first: number
  readonly states: ReadonlyArray<typeof DayState.Type>
}

/** Random days in runs of the same state, from 2016 on. */
export const someDays: Arbitrary.Arbitrary<Days> = Arbitrary.map(
  Arbitrary.all({
    first: Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 16_800, maximum: 19_000 }))),
    runs: Arbitrary.array(
      Arbitrary.all({
        state: Arbitrary.schema(DayState),
        length: Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 90 })))
      }),
      { minLength: 1, maxLength: 9 }
    )
  }),
  ({ first, runs }) => ({ first, states: runs.flatMap(({ length, state }) => Array.from({ length }, () => state)) })
)

/** Returns the coverage that a mirror would report. */
export const coverageOf = ({ first, states }: Days): MirrorCoverage => {
  const days = states.map((state, index) => ({ state, day: first + index }))
  const having = (state: Days["states"][number]) => days.filter((one) => one.state === state).map(({ day }) => day)
  const rangesOf = (some: ReadonlyArray<number>): ReadonlyArray<DayRange> => {
    const starts = some.filter((day) => !some.includes(day - 1))
    const ends = some.filter((day) => !some.includes(day + 1))
    return starts.map((day, index) => ({ from: dateOf(day), to: dateOf(ends[index] ?? day) }))
  }
  return {
    ...oneDay,
    from: dateOf(first),
    to: dateOf(first + states.length - 1),
    complete: having("complete").length,
    partial: having("partial").map(dateOf),
    missing: rangesOf(having("missing")),
    unpublished: rangesOf(having("unpublished")),
    newest: dateOf(first + states.length - 1)
  }
}
