import { Schema } from "effect"

/** One line of the table. Figures are texts with their unit; `isMet` is nothing where there is no goal. */
export const Row = Schema.Struct({
  what: Schema.String,
  ours: Schema.String,
  peer: Schema.String,
  ratio: Schema.String,
  goal: Schema.String,
  isMet: Schema.NullOr(Schema.Boolean)
})
export type Row = typeof Row.Type

/** A figure that has to stay below a bound, or reach one, or is only stated. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number } | { readonly stated: true }

const keeps = (value: number, goal: Goal): boolean | null => {
  if ("stated" in goal) return null
  return "atMost" in goal ? value <= goal.atMost : value >= goal.atLeast
}

const wordsOf = (goal: Goal, unit: string): string => {
  if ("stated" in goal) return "stated"
  return "atMost" in goal ? `at most ${goal.atMost}${unit}` : `at least ${goal.atLeast}${unit}`
}

/** A line that compares: `ratio` is ours divided by the peer's, whatever both are counted in. */
export const comparison = (
  what: string,
  { ours, peer, ratio }: { readonly ours: string; readonly peer: string; readonly ratio: number },
  goal: Goal
): Row => ({ what, ours, peer, ratio: ratio.toFixed(2), goal: wordsOf(goal, ""), isMet: keeps(ratio, goal) })

/** A line with a figure of ours alone. */
export const statement = (what: string, value: number, unit: string, goal: Goal = { stated: true }): Row => ({
  what,
  ours: `${value.toFixed(1)} ${unit}`,
  peer: "-",
  ratio: "-",
  goal: wordsOf(goal, ` ${unit}`),
  isMet: keeps(value, goal)
})
