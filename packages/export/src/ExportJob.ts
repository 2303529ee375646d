import { type Collection } from "@public-records/core"
import { UrlParams } from "effect/http"
import { type ExportCoverage } from "./ExportCoverage.ts"
import { checkpointVersion, type Identity } from "./checkpoint.ts"
import { type ExportFormat } from "./ExportFormat.ts"
import { type RecordLayout } from "./RecordLayout.ts"
import { type TargetFiles } from "./TargetFiles.ts"

/** The source and the target of an export. */
export interface ExportJob<Query, Record> {
  readonly collection: Pick<Collection<Query, Record>, "pages">
  readonly query: Query
  readonly layout: RecordLayout<Query, Record>
  readonly format: ExportFormat
  readonly target: TargetFiles
  /** The source of the records, as shown to the user. */
  readonly source: string
  /** @default false */
  readonly spreadsheetSafe?: boolean | undefined
  /** Maximum number of records. @default no limit */
  readonly max?: number | undefined
  /** Whether to discard the files of an interrupted export. @default false */
  readonly restart?: boolean | undefined
  /** Whether to write `FILE.manifest.json` next to the file. @default false */
  readonly manifest?: boolean | undefined
  /** The days that the source has, for the manifest. @default unknown */
  readonly coverage?: ExportCoverage | undefined
  /** The program and version to record in the manifest. */
  readonly writtenBy: string
}

/** Parameters that may differ between the runs of an export: the page size does not affect its records. */
const pageSizes = new Set(["items_per_page", "page[limit]"])

/** Returns a query as text, without its page size. */
export const queryText = <Query>({ paramsOf }: Pick<RecordLayout<Query, never>, "paramsOf">, query: Query): string =>
  UrlParams.toString(UrlParams.make(paramsOf(query).params.filter(([parameter]) => !pageSizes.has(parameter))))

/** Returns the properties that two runs must share for one to resume the other. */
export const identityOf = <Query, Record>(job: ExportJob<Query, Record>): Identity => ({
  version: checkpointVersion,
  collection: job.layout.many,
  query: queryText(job.layout, job.query),
  format: job.format,
  spreadsheetSafe: job.spreadsheetSafe ?? false,
  max: job.max ?? null
})
