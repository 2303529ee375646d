import { Effect, Option, Schema } from "effect"
import { readFile } from "node:fs/promises"
import { ExportCoverage } from "./ExportCoverage.ts"
import { type Identity } from "./checkpoint.ts"
import { type ExportReport } from "./ExportEvent.ts"
import { type ExportFailure } from "./ExportFailure.ts"
import { type ExportJob, identityOf } from "./ExportJob.ts"
import { ignoreMissing, withFileErrors } from "./files.ts"

/** The members of a manifest that a later export needs to decide whether its file is complete. */
const Manifest = Schema.Struct({
  collection: Schema.String,
  query: Schema.String,
  format: Schema.String,
  spreadsheetSafe: Schema.Boolean,
  max: Schema.NullOr(Schema.Int),
  records: Schema.Int,
  rejected: Schema.Int,
  /** The total that the service reported, or `null` if it reported none. */
  claimedTotal: Schema.NullOr(Schema.Int),
  bytes: Schema.Int,
  sha256: Schema.String,
  endedAt: Schema.String,
  /** The days that the source had. Manifests of exports of the service have none. */
  coverage: Schema.optionalKey(ExportCoverage),
  version: Schema.optionalKey(Schema.String)
})
export interface Manifest extends Schema.Schema.Type<typeof Manifest> {}

/** Returns only the members of a coverage, because that of a mirror has more. */
const plainCoverage = ({ from, missing, partial, to, complete }: ExportCoverage): ExportCoverage => ({
  from,
  to,
  complete,
  partial,
  missing
})

export const manifestText = <Query, Record>(
  job: ExportJob<Query, Record>,
  file: string,
  { bytes, endedAt, report, requests, sha256, startedAt, written }: ExportReport
): string => {
  const { collection, format, max, query, spreadsheetSafe } = identityOf(job)
  const manifest = {
    file,
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
    claimedTotal: report.claimedTotal,
    // Whether the service sent that number of records, or `null` if this is unknown.
    agrees: report.agrees,
    bytes,
    sha256,
    startedAt,
    endedAt,
    ...(job.coverage === undefined ? {} : { coverage: plainCoverage(job.coverage) }),
    version: job.version,
    writtenBy: job.writtenBy,
    note: job.layout.note ?? null
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** Parses a manifest. Returns `None` if it is invalid. */
export const manifestOf = Schema.decodeOption(Schema.fromJsonString(Manifest))

/** Reads a manifest. Returns `None` if it is missing or invalid. */
export const readManifest = (path: string): Effect.Effect<Option.Option<Manifest>, ExportFailure> =>
  Effect.map(
    withFileErrors(path, () => readFile(path, "utf8").catch(ignoreMissing)),
    (text) => Option.flatMap(Option.fromUndefinedOr(text), (found) => manifestOf(found))
  )

const identifying = ["collection", "query", "format", "spreadsheetSafe", "max"] as const

/** Whether a manifest belongs to an export. */
export const isOfExport = (manifest: Manifest, identity: Identity): boolean =>
  identifying.every((member) => manifest[member] === identity[member])
