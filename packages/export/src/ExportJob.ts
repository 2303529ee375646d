import { type Collection } from "@public-records/core"
import { UrlParams } from "effect/http"
import { checkpointForm, type Identity } from "./checkpoint.ts"
import { type ExportFormat } from "./ExportFormat.ts"
import { type FileForm } from "./FileForm.ts"
import { type Target } from "./Target.ts"

/** A query whose records can be exported. */
export interface ExportedQuery {
  readonly toUrlParams: () => UrlParams.UrlParams
}

/** The source and the target of an export. */
export interface ExportJob<Query extends ExportedQuery, Record> {
  readonly collection: Pick<Collection<Query, Record>, "pages">
  readonly query: Query
  readonly form: FileForm<Record>
  readonly format: ExportFormat
  readonly target: Target
  /** The name of the records' source, for people. */
  readonly source: string
  /** @default false */
  readonly spreadsheetSafe?: boolean | undefined
  /** Number of records after which the export ends. @default no limit */
  readonly max?: number | undefined
  /** Discards what an interrupted export left. @default false */
  readonly restart?: boolean | undefined
  /** Writes `FILE.manifest.json` next to the file. @default false */
  readonly manifest?: boolean | undefined
  /** The program that writes the file, for the manifest. */
  readonly writtenBy: string
}

/** The size of a page does not tell one query from another. */
const pageSizes = new Set(["items_per_page", "page[limit]"])

/** Returns what must be the same for one run to resume another. */
export const identityOf = <Query extends ExportedQuery, Record>(job: ExportJob<Query, Record>): Identity => ({
  form: checkpointForm,
  collection: job.form.many,
  query: UrlParams.toString(
    UrlParams.make(job.query.toUrlParams().params.filter(([parameter]) => !pageSizes.has(parameter)))
  ),
  format: job.format,
  spreadsheetSafe: job.spreadsheetSafe ?? false,
  max: job.max ?? null
})
