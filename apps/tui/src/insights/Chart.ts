import type { Basis } from "@public-records/answers/basis"
import type { Chart, Slice } from "@public-records/answers/charts/Chart"
import type { InvalidQuery } from "@public-records/core"
import type { Counts, LoadedRecords, Mirror, MirrorError } from "@public-records/mirror"
import type { Effect } from "effect"
import type { FormValues } from "../form/FormModel.ts"

/** A question to the engine about the records that match. */
type Question<Query, A> = (mirror: Mirror["Service"], where: Query) => Effect.Effect<A, InvalidQuery | MirrorError>

/** A chart of a collection: what to ask, and what its bars add to the filter. */
export interface ChartDefinition<Query> {
  readonly name: string
  /** The first word of its facets, such as `state`. Empty if the labels are clear without it. */
  readonly by: string
  /** The shape, which decides how much room the chart gets. */
  readonly shape: Chart["shape"]
  /** Asks for the chart. `total` is the number of all records that match. */
  readonly ask: Question<Query, (total: number) => Chart>
  /** Returns the filters of a slice, or `undefined`. @default those that the slice has itself */
  readonly where?: (slice: Slice) => FormValues | undefined
}

/** The charts of a collection. */
export interface InsightDefinition<Query, Record> {
  readonly charts: ReadonlyArray<ChartDefinition<Query>>
  /** Counts all records that match. */
  readonly countAll: Question<Query, { readonly counts: Counts; readonly basis: Basis }>
  readonly loaded: (records: ReadonlyArray<Record>) => LoadedRecords
}

/** A chart on the screen. */
export interface NamedChart extends Chart {
  readonly name: string
}
