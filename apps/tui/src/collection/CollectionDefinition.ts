import type { InvalidQuery, Page, PublicRecords, PublicRecordsError } from "@public-records/core"
import type { ReadDays } from "@public-records/export/dataDays"
import type { Effect } from "effect"
import type { UrlParams } from "effect/http"
import type { Field, FormValues } from "../form/FormModel.ts"
import type { Widening } from "../form/Widening.ts"
import type { InsightDefinition } from "../insights/Chart.ts"
import type { RecordFormat, RecordFormats } from "./RecordFormat.ts"
import type { Column } from "./columns.ts"

/** The names of the collections. */
export type CollectionName = "complaints" | "notices"

/** One line or more of a record's detail: unfiltered text, made safe where it is drawn. */
export interface DetailField {
  readonly label: string
  readonly text: string
}

/** What the screen asks of a query. */
export interface BrowsableQuery<Query> {
  readonly order: "ASC" | "DESC"
  readonly toUrlParams: () => UrlParams.UrlParams
  readonly withOffset: (offset: number) => Query
}

/** All that tells one collection from the other, in the program's terms. */
export interface CollectionDefinition<Query extends BrowsableQuery<Query>, Record> {
  readonly name: CollectionName
  /** Plural, as in "150 of 18,412 complaints". */
  readonly noun: string
  /** The end of the path that is asked. */
  readonly path: string
  /** What must be said about the content, in one line and in a short one. */
  readonly caveat: { readonly long: string; readonly short: string }
  readonly initialQuery: Query
  readonly page: (
    client: PublicRecords["Service"],
    query: Query,
    limit: number
  ) => Effect.Effect<Page<Record>, PublicRecordsError>
  /** The columns for a table of `width` cells. */
  readonly columns: (width: number) => ReadonlyArray<Column<Record>>
  readonly detail: (record: Record) => ReadonlyArray<DetailField>
  /** The time by which records are new or old, unfiltered. */
  readonly timeOf: (record: Record) => string
  /** Telephone numbers that `#` may follow; empty where records have none. */
  readonly numberOf: (record: Record) => string
  /** The record's own address; `null` where it has none. Unfiltered. */
  readonly linkOf: (record: Record) => string | null
  /** How records of this collection leave the program. */
  readonly format: (formats: RecordFormats) => RecordFormat<Query, Record>
  readonly insights: InsightDefinition<Record>
  /** What a search in loaded rows may be completed to. */
  readonly completions: ReadonlyArray<string>
  /** The days that local data covers: `latest` is the last of them. */
  readonly dataDays: ReadDays
  readonly fields: ReadonlyArray<Field>
  readonly emptyForm: FormValues
  readonly queryOf: (values: FormValues) => Effect.Effect<Query, InvalidQuery>
  readonly formOf: (query: Query) => FormValues
  /** What a filled-in form might ask instead, where it matches nothing. */
  readonly widenings: (values: FormValues) => ReadonlyArray<Widening>
  /** The order that the query asks for, in words. */
  readonly orderOf: (query: Query) => string
  /** What the query asks for, in words; empty for everything. */
  readonly describe: (query: Query) => string
}
