import type { FormValues } from "../form/FormModel.ts"
import { cut } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"

/** A condition that a bar of a chart adds to the filter: the chart, and the key of the bar. */
export interface Facet {
  readonly chart: string
  readonly key: string
  /** The facet in words, such as `state Ohio`. May contain control characters. */
  readonly label: string
  /** The filters that have only the records of the bar. */
  readonly where: FormValues
}

/** A query, and how it came about: the query of the form, and the facets that narrow it. */
export interface NarrowedQuery<Query> {
  readonly base: Query
  readonly facets: ReadonlyArray<Facet>
  readonly query: Query
}

export const withoutFacets = <Query>(query: Query): NarrowedQuery<Query> => ({ base: query, facets: [], query })

/** Returns facets as chips: `[state Ohio] [subject Other]`. A label has at most `room` cells. */
export const chipsText = (labels: ReadonlyArray<string>, room: number): string =>
  labels.map((label) => `[${cut(safeText(label), room)}]`).join(" ")

/** Returns the last facet as a chip, and the number of the others: `+2 [state Ohio]`. */
export const lastChipText = (labels: ReadonlyArray<string>, room: number): string =>
  (labels.length < 2 ? "" : `+${labels.length - 1} `) + chipsText(labels.slice(-1), room)
