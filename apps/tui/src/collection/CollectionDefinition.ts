import type {
  CivilDate,
  InvalidQuery,
  Page,
  PublicRecords,
  PublicRecordsError,
  QuerySource
} from "@public-records/core"
import type { Effect } from "effect"
import type { UrlParams } from "effect/http"
import type { Field, FormValues } from "../form/FormModel.ts"
import type { FilterSuggestion } from "../form/filterForm.ts"
import type { InsightDefinition } from "../insights/Chart.ts"
import type { RecordFormat, RecordFormats } from "./RecordFormat.ts"
import type { TableColumn } from "./tableColumns.ts"

export type CollectionName = "complaints" | "notices"

/** A field of a record's detail. Its text may contain control characters. */
export interface DetailField {
  readonly label: string
  readonly text: string
}

/** The fields of a record. The first one names it. */
export type Detail = readonly [DetailField, ...ReadonlyArray<DetailField>]

/** The filter form of a collection. Its fields are the members of a query. */
export interface FilterForm<Query> {
  readonly fields: ReadonlyArray<Field>
  /** Reads the form. **Fails with** `InvalidQuery` whose problems name the fields, also for what the source cannot answer. */
  readonly queryOf: (values: FormValues, source: QuerySource) => Effect.Effect<Query, InvalidQuery>
  readonly formOf: (query: Query) => FormValues
  /** Returns what is uncertain about an answer of the service, in sentences. */
  readonly notesOf?: (query: Query) => ReadonlyArray<string>
  /** Returns suggested filters besides those that leave out a condition. */
  readonly suggestions?: (values: FormValues) => ReadonlyArray<FilterSuggestion>
}

/** Everything that is specific to a collection. */
export interface CollectionDefinition<Query, Record> {
  /** Plural, as in "150 of 18,412 complaints". */
  readonly name: CollectionName
  /** The last part of the path of a request. */
  readonly path: string
  /** A warning about the records, or "". */
  readonly caveat: string
  readonly initialQuery: Query
  readonly form: FilterForm<Query>
  readonly page: (
    client: PublicRecords["Service"],
    query: Query,
    offset: number,
    limit: number
  ) => Effect.Effect<Page<Record>, PublicRecordsError>
  readonly paramsOf: (query: Query, offset: number) => UrlParams.UrlParams
  /** Returns the columns of a table of `width` cells. */
  readonly columns: (width: number) => ReadonlyArray<TableColumn<Record>>
  readonly detail: (record: Record) => Detail
  /** Returns the time of a record. May contain control characters. */
  readonly timeOf: (record: Record) => string
  /** Returns the phone number of a record, or an empty string. */
  readonly numberOf: (record: Record) => string
  /** Returns the parties that a record names, each with its role. */
  readonly partiesOf?: (record: Record) => ReadonlyArray<DetailField>
  /** Returns the web address of a record, or `null`. May contain control characters. */
  readonly linkOf: (record: Record) => string | null
  readonly format: (formats: RecordFormats) => RecordFormat<Query, Record>
  /** Returns the query with dates for what counts back from the newest day of a mirror, so that an export can be resumed later. */
  readonly withDates?: (query: Query, newest: CivilDate) => Query
  readonly insights: InsightDefinition<Query, Record>
  readonly orderOf: (query: Query) => string
}
