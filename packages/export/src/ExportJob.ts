import { type Collection } from "@public-records/core"
import { type UrlParams, UrlParams as Params } from "effect/http"
import { checkpointForm, type Identity } from "./checkpoint.ts"
import { type ExportFormat } from "./ExportFormat.ts"
import { type FileForm } from "./FileForm.ts"
import { type Target } from "./Target.ts"

/** A query whose records can be exported. */
export interface ExportedQuery {
  readonly toUrlParams: () => UrlParams.UrlParams
}

/** What to export, and where to. */
export interface ExportJob<Query extends ExportedQuery, Record> {
  readonly collection: Pick<Collection<Query, Record>, "pages">
  readonly query: Query
  readonly form: FileForm<Record>
  readonly format: ExportFormat
  readonly target: Target
  /** Where the records come from, as people name it. */
  readonly source: string
  /** @default false */
  readonly spreadsheetSafe?: boolean | undefined
  /**
   * Ends after so many records.
   *
   * @default all of them
   */
  readonly max?: number | undefined
  /**
   * Begins anew where an export was cut off.
   *
   * @default false
   */
  readonly restart?: boolean | undefined
  /**
   * Writes `FILE.manifest.json` beside the file.
   *
   * @default false
   */
  readonly manifest?: boolean | undefined
  /** What wrote the file, for the manifest. */
  readonly writtenBy: string
}

/** The size of a page is no part of the question. */
const pageSizes = new Set(["items_per_page", "page[limit]"])

const questionOf = (query: ExportedQuery): string =>
  Params.toString(Params.make(query.toUrlParams().params.filter(([name]) => !pageSizes.has(name))))

/** Which export a job is: what must be the same for one run to go on where another was cut off. */
export const identityOf = <Query extends ExportedQuery, Record>(job: ExportJob<Query, Record>): Identity => ({
  form: checkpointForm,
  collection: job.form.many,
  query: questionOf(job.query),
  format: job.format,
  spreadsheetSafe: job.spreadsheetSafe ?? false,
  max: job.max ?? null
})
