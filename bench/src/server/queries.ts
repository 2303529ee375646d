import { type Row } from "./rows.ts"

/** A kind of request. Each call draws another path; `ids` are those of the server, because servers assign their own. */
export interface QueryKind {
  readonly name: string
  readonly draw: (ids: ReadonlyArray<string>) => string
}

const path = "/v0/dnc-complaints"

const pick = <A>(from: ReadonlyArray<A>): A => {
  const picked = from[Math.floor(Math.random() * from.length)]
  if (picked === undefined) throw new Error("There are no values to pick from.")
  return picked
}

const between = (start: number, end: number): number => start + Math.random() * (end - start)

/** Draws a range that contains 30% to 80% of the sorted values. */
const rangeOf = (name: string, sorted: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const share = between(0.3, 0.8)
  const start = Math.floor(between(0, (1 - share) * sorted.length))
  const end = Math.min(sorted.length - 1, start + Math.floor(share * sorted.length))
  return { [`${name}_from`]: sorted[start] ?? "", [`${name}_to`]: sorted[end] ?? "" }
}

/** Returns the path of a page of 50 complaints. Dates and values with spaces are quoted. */
export const list = (filters: Readonly<Record<string, string>>, offset = 0): string => {
  const parameters = new URLSearchParams({ items_per_page: "50", offset: String(Math.floor(offset)) })
  parameters.set("sort_order", pick(["ASC", "DESC"]))
  for (const [name, value] of Object.entries(filters)) parameters.set(name, /[ -]/.test(value) ? `"${value}"` : value)
  return `${path}?${parameters.toString()}`
}

/** Returns the kinds of requests that are measured, with values of these complaints. */
export const queryKinds = (rows: ReadonlyArray<Row>): ReadonlyArray<QueryKind> => {
  const created = rows.map((row) => row.created).toSorted()
  const violations = rows.map((row) => row.violation).toSorted()
  const places = rows.flatMap(({ city, state }) => (city === "" || state === "" ? [] : [{ city, state }]))
  return [
    { name: "first page", draw: () => list({}) },
    { name: "middle of the list", draw: () => list({}, between(0.4, 0.6) * rows.length) },
    {
      name: "state, created range",
      draw: () => list({ state: pick(places).state, ...rangeOf("created_date", created) })
    },
    { name: "state, city", draw: () => list(pick(places)) },
    { name: "violation range", draw: () => list(rangeOf("violation_date", violations)) },
    { name: "complaint by id", draw: (ids) => `${path}/${pick(ids)}` }
  ]
}
