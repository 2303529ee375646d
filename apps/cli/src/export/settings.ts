import { type ComplaintQuery } from "@public-records/core"
import { dayRangeOf } from "@public-records/export/days"
import { formatOfEnding } from "@public-records/export/ExportFormat"
import { finalPath } from "@public-records/export/Target"
import { Effect } from "effect"
import { type CommandFlags, type ExportFlags } from "../flags.ts"
import { usageFailure } from "../CommandFailure.ts"
import { readMax } from "../source/flagQuery.ts"
import { failureOfExport } from "../source/session.ts"
import { isStandardOutput } from "./output.ts"

const placeOf = (out: string) =>
  isStandardOutput(out)
    ? Effect.succeed({ path: out, kind: "stream" as const })
    : Effect.mapError(finalPath(out), failureOfExport)

const checkReport = Effect.fnUntraced(function* ({ dryRun, out, report }: ExportFlags) {
  if (report === undefined) return
  if (dryRun) {
    return yield* usageFailure(
      "--report json reports on a finished export and --dry-run writes nothing: leave one out."
    )
  }
  if (out !== undefined && isStandardOutput(out)) {
    return yield* usageFailure(
      `--report json prints on standard output, where --out ${out} prints the records: name a file with --out.`
    )
  }
})

/**
 * Checks the flags of an export to one file before anything is sent. Returns `out`, the path behind all symbolic links, and
 * `isStream`: whether it is standard output, a device or a pipe, to which records can only be written.
 */
export const exportSettings = Effect.fnUntraced(function* (flags: ExportFlags) {
  const { dryRun, out = dryRun ? "-" : undefined } = flags
  const max = yield* readMax(flags.max)
  if (out === undefined) {
    return yield* usageFailure(
      "--out is missing: name the file to write, such as --out july.parquet, or - for standard output."
    )
  }
  const { kind, path } = yield* placeOf(out)
  const isStream = kind === "stream"
  const format = flags.format ?? formatOfEnding(out) ?? (isStream ? "ndjson" : undefined)
  if (format === undefined) {
    return yield* usageFailure(
      `--out ${out}: its ending names no format. End it in .ndjson, .csv or .parquet, or add --format ndjson, csv or parquet.`
    )
  }
  if (format === "parquet" && isStream) {
    return yield* usageFailure(
      "Parquet cannot be written to standard output, a device or a pipe: name a file with --out."
    )
  }
  if (flags.spreadsheetSafe && format !== "csv") {
    return yield* usageFailure("--spreadsheet-safe is for spreadsheets: write a .csv, or leave it out.")
  }
  if (isStream && (flags.manifest || flags.restart)) {
    const flag = flags.manifest ? "--manifest" : "--restart"
    return yield* usageFailure(
      `${flag} needs a regular file, and --out ${out} is not one: name a file, or leave it out.`
    )
  }
  yield* checkReport(flags)
  if (kind === "folder" && !dryRun) {
    return yield* usageFailure(`--out ${out} is a folder: name a file in it, or add --partition-by created-date.`)
  }
  return { out: path, isStream, format, max }
})

const partitionFailure = (why: string) => usageFailure(`--partition-by created-date ${why}`)

/** Checks the flags of an export to a partitioned folder. Returns the folder, or an empty string if a dry run names none. */
export const partitionedFolder = Effect.fnUntraced(function* (flags: CommandFlags<"export complaints">) {
  const { dryRun, format, max, offset, out, spreadsheetSafe } = flags
  if (format !== undefined && format !== "parquet") {
    return yield* partitionFailure("writes Parquet: leave --format out.")
  }
  if (spreadsheetSafe) return yield* partitionFailure("writes Parquet: leave --spreadsheet-safe out.")
  if (max !== undefined || offset !== undefined) {
    return yield* partitionFailure(`writes whole days: leave ${max === undefined ? "--offset" : "--max"} out.`)
  }
  if (out === "-" || (out === undefined && !dryRun)) {
    return yield* partitionFailure("writes a folder: name it with --out, such as --out calls.")
  }
  if (out !== undefined) {
    const { kind } = yield* placeOf(out)
    if (kind === "file" || kind === "stream") {
      return yield* partitionFailure(`writes a folder, and ${out} is not one: name another.`)
    }
  }
  yield* checkReport(flags)
  return out ?? ""
})

/** Returns the days of a query. **Fails with** a usage failure unless it has a range of whole days. */
export const partitionedRange = Effect.fnUntraced(function* (query: ComplaintQuery) {
  const range = dayRangeOf(query)
  if (range !== undefined) return range
  return yield* partitionFailure("needs whole days: --created-date, or --created-from and --created-to as YYYY-MM-DD.")
})
