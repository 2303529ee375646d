import { credit } from "@public-records/core"
import { Struct } from "effect"
import { ExportCoverage } from "./ExportCoverage.ts"
import { type ExportReport } from "./ExportEvent.ts"
import { type ExportJob, identityOf } from "./ExportJob.ts"

/** Returns the manifest of an exported file. */
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
    coverage: job.coverage && Struct.pick(job.coverage, Struct.keys(ExportCoverage.fields)),
    writtenBy: job.writtenBy,
    note: job.layout.note ?? null,
    credit
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
