import { type Row } from "./rows.ts"

/** A request for the complaint with an id, or for a page of a list, by the parameters of the service. */
export type BenchQuery = { readonly id: string } | { readonly list: Readonly<Record<string, string>> }

/** A kind of request. Each call draws other values; `ids` are those of the server, because servers assign their own. */
export interface QueryKind {
  readonly name: string
  readonly draw: (ids: ReadonlyArray<string>) => BenchQuery
}

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

/** Returns the query for a page of 50 complaints. */
export const list = (filters: Readonly<Record<string, string>>, offset = 0): BenchQuery => ({
  list: { ...filters, sort_order: pick(["ASC", "DESC"]), items_per_page: "50", offset: String(Math.floor(offset)) }
})

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
    { name: "complaint by id", draw: (ids) => ({ id: pick(ids) }) }
  ]
}

/** Writes a query for the service. */
export const servicePath = (query: BenchQuery): string => {
  if ("id" in query) return `/v0/dnc-complaints/${query.id}`
  const parameters = Object.entries(query.list).map(([name, value]): [string, string] => [
    name,
    /[ -]/.test(value) ? `"${value}"` : value
  ])
  return `/v0/dnc-complaints?${new URLSearchParams(parameters).toString()}`
}
