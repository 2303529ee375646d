import { type ComplaintSample, type Matching } from "./ComplaintSample.ts"
import { drawn, drawnBelow, drawnBetween } from "./drawing.ts"
import { type ComplaintFilters, type QuestionClass, type Stretch } from "./Question.ts"

/** What a class draws: filters, and about how many complaints meet them. */
type Draw = () => Matching

const shortestRange = 0.3
const longestRange = 0.8

/** A range between two moments of the data set's own; hardly ever the same twice. */
const rangeOf = (moments: ReadonlyArray<string>, name: "created_date" | "violation_date") => {
  const share = drawnBetween(shortestRange, longestRange)
  const first = drawnBelow(Math.floor(moments.length * (1 - share)))
  const last = first + Math.floor(moments.length * share)
  const filters: ComplaintFilters = { [`${name}_from`]: moments[first], [`${name}_to`]: moments[last] }
  return { filters, share }
}

/** Enough for a deep page to be full. */
const fullPages = 10
const mostFrequent = 3

const frequent = (all: ReadonlyArray<Matching>, limit: number): ReadonlyArray<Matching> => {
  const enough = all.filter(({ total }) => total >= limit * fullPages)
  return enough.length === 0 ? all.slice(0, mostFrequent) : enough
}

const drawsOf = (sample: ComplaintSample, limit: number): ReadonlyArray<readonly [string, Draw]> => {
  const anyOf = (all: ReadonlyArray<Matching>): Draw => {
    const pool = frequent(all, limit)
    return () => drawn(pool)
  }
  const created = (draw: Draw): Draw => {
    return () => {
      const { filters, total } = draw()
      const range = rangeOf(sample.createdMoments, "created_date")
      return { filters: { ...filters, ...range.filters }, total: total * range.share }
    }
  }
  const all: Draw = () => ({ filters: {}, total: sample.total })
  const violated: Draw = () => {
    const { filters, share } = rangeOf(sample.violationMoments, "violation_date")
    return { filters, total: sample.total * share }
  }
  return [
    ["all complaints", all],
    ["created date", anyOf(sample.createdDates)],
    ["created range", created(all)],
    ["created range, state", created(anyOf(sample.states))],
    ["created range, state, city", created(anyOf(sample.cities))],
    ["created range, area code", created(anyOf(sample.areaCodes))],
    ["created range, robocall", created(anyOf(sample.robocalls))],
    ["state", anyOf(sample.states)],
    ["state, city", anyOf(sample.cities)],
    ["area code", anyOf(sample.areaCodes)],
    ["robocall", anyOf(sample.robocalls)],
    ["violation date", anyOf(sample.violationDates)],
    ["violation range", violated]
  ]
}

const deepFrom = 0.4
const deepTo = 0.65

/** A stretch at the beginning of a list. */
export const firstStretch = (limit: number): Stretch => ({ order: drawn(["ASC", "DESC"]), offset: 0, limit })

/** A stretch with about as much before it as behind it. */
export const deepStretch = (limit: number, total: number): Stretch => ({
  order: drawn(["ASC", "DESC"]),
  offset: Math.floor(total * drawnBetween(deepFrom, deepTo)),
  limit
})

/** Every combination of filters that the service documents (decision 10), and one complaint by its id. */
export const complaintClasses = (sample: ComplaintSample, limit: number): ReadonlyArray<QuestionClass> => [
  ...drawsOf(sample, limit).flatMap(([name, draw]): ReadonlyArray<QuestionClass> => [
    { name, place: "first", next: () => ({ about: "complaints", filters: draw().filters, ...firstStretch(limit) }) },
    {
      name,
      place: "deep",
      next: () => {
        const { filters, total } = draw()
        return { about: "complaints", filters, ...deepStretch(limit, total) }
      }
    }
  ]),
  { name: "complaint by id", place: "single", next: () => ({ about: "complaint", id: drawn(sample.ids) }) }
]
