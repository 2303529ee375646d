import { Option, Schema } from "effect"
import { type Identity } from "./checkpoint.ts"
import { type ExportReport } from "./ExportEvent.ts"
import { type ExportedQuery, type ExportJob, identityOf } from "./ExportJob.ts"

/** What `FILE.manifest.json` says of a file. */
export const Manifest = Schema.Struct({
  file: Schema.String,
  collection: Schema.String,
  query: Schema.String,
  source: Schema.String,
  format: Schema.String,
  spreadsheetSafe: Schema.Boolean,
  max: Schema.NullOr(Schema.Int),
  records: Schema.Int,
  requests: Schema.Int,
  duplicates: Schema.Int,
  rejected: Schema.Int,
  /** What the service said how many there are; `null` where it said nothing. */
  claimedTotal: Schema.NullOr(Schema.Int),
  /** Whether as many came; `null` where that cannot be said. */
  agrees: Schema.NullOr(Schema.Boolean),
  bytes: Schema.Int,
  sha256: Schema.String,
  startedAt: Schema.String,
  endedAt: Schema.String,
  writtenBy: Schema.String,
  note: Schema.NullOr(Schema.String)
})
export interface Manifest extends Schema.Schema.Type<typeof Manifest> {}

/** The manifest of a finished export. */
export const manifestText = <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>,
  name: string,
  { bytes, endedAt, report, requests, sha256, startedAt, written }: ExportReport
): string => {
  const { collection, format, max, query, spreadsheetSafe } = identityOf(job)
  const manifest: Manifest = {
    file: name,
    collection,
    query,
    source: job.source,
    format,
    spreadsheetSafe,
    max,
    records: written,
    requests,
    duplicates: report.duplicates,
    rejected: report.rejected,
    claimedTotal: Option.getOrNull(report.claimedTotal),
    agrees: Option.getOrNull(report.agrees),
    bytes,
    sha256,
    startedAt,
    endedAt,
    writtenBy: job.writtenBy,
    note: job.form.note ?? null
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

const readManifest = Schema.decodeOption(Schema.fromJsonString(Manifest))

/** A manifest from its text; nothing where it is none. */
export const manifestOf = readManifest

/** Whether a manifest is that of an export. */
export const isOfExport = (manifest: Manifest, identity: Identity): boolean =>
  manifest.collection === identity.collection &&
  manifest.query === identity.query &&
  manifest.format === identity.format &&
  manifest.spreadsheetSafe === identity.spreadsheetSafe &&
  manifest.max === identity.max
