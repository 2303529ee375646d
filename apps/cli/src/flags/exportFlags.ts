import { exportFormats } from "@public-records/export/ExportFormat"
import { choiceFlag, type FlagValues, switchFlag, textFlag } from "./flag.ts"
import { emptyFlags, noteFlags } from "./outputFlags.ts"
import { type SourceFlags } from "./sourceFlags.ts"

/** The file that `export` writes, and its output. */
export const exportFlags = {
  out: textFlag("out", "FILE", "The file to write; - for standard output, which cannot be resumed"),
  format: choiceFlag("format", exportFormats, "The file's form (by the file's ending)"),
  max: textFlag("max", "N", "Stop after N records"),
  dryRun: switchFlag("dry-run", "Print the number of records and requests and the estimated time, then exit"),
  manifest: switchFlag("manifest", "Write FILE.manifest.json: query, counts, SHA-256, times, version"),
  restart: switchFlag("restart", "Begin anew where an export was cut off"),
  strict: switchFlag("strict", "Exit 6 where the service counts otherwise, or records were rejected"),
  ...emptyFlags,
  report: choiceFlag("report", ["json"], "Print the result as one JSON object on standard output"),
  ...noteFlags
}
export type ExportFlags = FlagValues<typeof exportFlags> & SourceFlags

/** Only complaints have a day by which a folder can be partitioned. */
export const partitionFlags = {
  partitionBy: choiceFlag(
    "partition-by",
    ["created-date"],
    "A folder of Parquet files, one a day, that engines read as a table"
  )
}
export type PartitionFlags = FlagValues<typeof partitionFlags>
