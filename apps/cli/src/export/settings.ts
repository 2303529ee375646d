import { type ComplaintQuery } from "@public-records/core"
import { type DayRange, dayRangeOf } from "@public-records/export/days"
import { type ExportFormat, formatOfEnding } from "@public-records/export/ExportFormat"
import { finalPath, type PathKind } from "@public-records/export/Target"
import { Effect } from "effect"
import { type ExportFlags } from "../flags.ts"
import { type CommandFailure, usageFailure } from "../CommandFailure.ts"
import { readMax } from "../source/flagQuery.ts"
import { failureOfExport } from "../source/session.ts"
import { isStandardOutput } from "./output.ts"

/** The flags of an export to one file, checked. */
export interface ExportSettings {
  /** The path behind all symbolic links, or `-` for standard output. */
  readonly out: string
  /** Whether records can only be written there: to standard output, a device or a pipe. */
  readonly isStream: boolean
  readonly format: ExportFormat
  readonly max: number | undefined
}

/** Returns the path behind the symbolic links of a path, and what is there. */
const placeOf = (out: string): Effect.Effect<{ readonly path: string; readonly kind: PathKind }, CommandFailure> =>
  isStandardOutput(out)
    ? Effect.succeed({ path: out, kind: "stream" })
    : Effect.mapError(finalPath(out), failureOfExport)

/** Refuses `--report` if no file is written, or if standard output prints the records. */
const checkReport = Effect.fnUntraced(function* ({
  dryRun,
  out,
  report
}: ExportFlags): Effect.fn.Return<void, CommandFailure> {
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

/** Checks the flags of an export to one file. **Fails with** a usage failure, before anything is sent. */
export const exportSettings = Effect.fnUntraced(function* (
  flags: ExportFlags
): Effect.fn.Return<ExportSettings, CommandFailure> {
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

const partitionFailure = (why: string): CommandFailure => usageFailure(`--partition-by created-date ${why}`)

/** Checks the flags of an export to a partitioned folder. Returns the folder, or an empty string if a dry run names none. */
export const partitionedFolder = Effect.fnUntraced(function* (
  flags: ExportFlags & { readonly offset: string | undefined }
): Effect.fn.Return<string, CommandFailure> {
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
export const partitionedRange = (query: ComplaintQuery): Effect.Effect<DayRange, CommandFailure> => {
  const range = dayRangeOf(query)
  return range === undefined
    ? Effect.fail(
        partitionFailure("needs whole days: --created-date, or --created-from and --created-to as YYYY-MM-DD.")
      )
    : Effect.succeed(range)
}
