import { type ComplaintQuery, isCivilDate, UncheckedComplaintQuery } from "@public-records/core"
import { dayRangeOf } from "@public-records/export/days"
import { formatOfEnding } from "@public-records/export/ExportFormat"
import { finalPath } from "@public-records/export/Target"
import { Effect } from "effect"
import { type CommandFlags, type ExportFlags } from "../flags.ts"
import { usageFailure, usedTogether } from "../CommandFailure.ts"
import { readInteger } from "../integers.ts"
import { failureOfExport } from "../source/session.ts"
import { createdRange, openDays } from "./mirrorCoverage.ts"
import { isStandardOutput } from "./output.ts"

const resolveTarget = (out: string) =>
  isStandardOutput(out)
    ? Effect.succeed({ path: out, kind: "stream" as const })
    : Effect.mapError(finalPath(out), failureOfExport)

const checkReport = Effect.fnUntraced(function* ({ dryRun, out, report }: ExportFlags) {
  if (report === undefined) return
  if (dryRun) return yield* usedTogether("--report json", "--dry-run")
  if (out !== undefined && isStandardOutput(out)) {
    return yield* usageFailure(
      `--report json and --out ${out} both print to standard output. Name a file with --out, or remove --report.`
    )
  }
})

/**
 * Validates the flags of an export to one file before a request is sent. Returns `out` with all symbolic links resolved, and
 * `isStream`: whether it is standard output, a device or a pipe.
 */
export const exportSettings = Effect.fnUntraced(function* (flags: ExportFlags) {
  const { dryRun, out = dryRun ? "-" : undefined } = flags
  const max = yield* readInteger("--max", flags.max)
  if (out === undefined) {
    return yield* usageFailure(
      "--out is missing. Name the file to write, such as --out july.parquet, or - for standard output."
    )
  }
  const { kind, path } = yield* resolveTarget(out)
  if (kind === "folder" && !dryRun) {
    return yield* usageFailure(`--out ${out} is a folder. Name a file in it, or add --partition-by created-date.`)
  }
  const isStream = kind === "stream"
  const format = flags.format ?? formatOfEnding(out) ?? (isStream ? "ndjson" : undefined)
  if (format === undefined) {
    return yield* usageFailure(
      `--out ${out}: the format cannot be inferred. Use .ndjson, .csv or .parquet, or add --format ndjson, csv or parquet.`
    )
  }
  if (format === "parquet" && isStream) {
    return yield* usageFailure(
      "Parquet cannot be written to standard output, a device or a pipe. Name a file with --out."
    )
  }
  if (flags.spreadsheetSafe && format !== "csv") {
    return yield* usageFailure("--spreadsheet-safe requires the format csv. Name a .csv file or remove the flag.")
  }
  if (isStream && (flags.manifest || flags.restart)) {
    const flag = flags.manifest ? "--manifest" : "--restart"
    return yield* usageFailure(
      `${flag} requires a regular file, but --out ${out} is not one. Name a file or remove ${flag}.`
    )
  }
  yield* checkReport(flags)
  return { out: path, isStream, format, max }
})

const partitionFailure = (problem: string) => usageFailure(`--partition-by created-date ${problem}`)

/**
 * Validates the flags of an export to a partitioned folder. Returns the format and the folder, which is an empty string for a dry run
 * without one.
 */
export const partitionedFolder = Effect.fnUntraced(function* (flags: CommandFlags<"export complaints">) {
  const { dryRun, format = "parquet", max, offset, out, spreadsheetSafe } = flags
  if (spreadsheetSafe) return yield* partitionFailure("writes files for query engines. Remove --spreadsheet-safe.")
  if (max !== undefined || offset !== undefined) {
    return yield* partitionFailure(`writes full days. Remove ${max === undefined ? "--offset" : "--max"}.`)
  }
  if (out === "-" || (out === undefined && !dryRun)) {
    return yield* partitionFailure("writes a folder. Name it with --out, such as --out calls.")
  }
  if (out !== undefined) {
    const { kind } = yield* resolveTarget(out)
    if (kind === "file" || kind === "stream") {
      return yield* partitionFailure(`writes a folder, but ${out} is not a folder. Choose another path with --out.`)
    }
  }
  yield* checkReport(flags)
  return { folder: out ?? "", format }
})

const needsFullDays = partitionFailure(
  "requires full days. Use --created-date, or --created-from and --created-to as YYYY-MM-DD."
)

/** Returns the created days of a query of a mirror. **Fails with** a usage failure unless both given ends are days. */
export const partitionedRange = Effect.fnUntraced(function* (query: ComplaintQuery | UncheckedComplaintQuery) {
  const { from, to } = createdRange(query)
  if ([from, to].some((end) => end !== undefined && !isCivilDate(end))) return yield* needsFullDays
  return openDays({ from, to })
})

/** Returns a query and its days. **Fails with** a usage failure unless the query is for full days. */
export const partitionedDays = Effect.fnUntraced(function* (query: ComplaintQuery | UncheckedComplaintQuery) {
  if (query instanceof UncheckedComplaintQuery) {
    return yield* partitionFailure("supports only combinations of filters that the service supports, too.")
  }
  const range = dayRangeOf(query)
  if (range !== undefined) return { query, range }
  return yield* needsFullDays
})
