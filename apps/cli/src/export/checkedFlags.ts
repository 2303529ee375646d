import { type ComplaintQuery, createdRange, isCivilDate } from "@public-records/core"
import { formatOfEnding } from "@public-records/export/ExportFormat"
import { finalPath } from "@public-records/export/TargetFiles"
import { Effect } from "effect"
import { type CommandFlags, type ExportFlags } from "../flags.ts"
import { usageFailure, usedTogether } from "../CommandFailure.ts"
import { readInteger } from "../integers.ts"
import { failureOfExport } from "../source/session.ts"

const resolved = (out: string) => Effect.mapError(finalPath(out), failureOfExport)

const checkReport = Effect.fnUntraced(function* ({ dryRun, out, report }: ExportFlags) {
  if (report === undefined) return
  if (dryRun) return yield* usedTogether("--report json", "--dry-run")
  if (out === "-") {
    return yield* usageFailure(
      "--report json and --out - both print to standard output. Name a file with --out, or remove --report."
    )
  }
})

/**
 * Validates the flags of an export to one file before a request is sent. Returns the format, and the path of the file with all
 * symbolic links resolved, which is `-` for standard output.
 */
export const checkedFlags = Effect.fnUntraced(function* (flags: ExportFlags) {
  const { dryRun, out = dryRun ? "-" : undefined } = flags
  const max = yield* readInteger("--limit", flags.limit)
  if (out === undefined) {
    return yield* usageFailure(
      "--out is missing. Name the file to write, such as --out july.parquet, or - for standard output."
    )
  }
  const isPrinted = out === "-"
  const { kind, path } = isPrinted ? { kind: "nothing", path: out } : yield* resolved(out)
  if (kind === "other") {
    return yield* usageFailure(`--out ${out} is not a regular file; use --out - > ${out} to write to it.`)
  }
  if (kind === "folder" && !dryRun) {
    return yield* usageFailure(`--out ${out} is a folder. Name a file in it, or add --partition-by created-date.`)
  }
  const format = flags.format ?? formatOfEnding(out) ?? (isPrinted ? "ndjson" : undefined)
  if (format === undefined) {
    return yield* usageFailure(
      `--out ${out}: the format cannot be inferred. Use .ndjson, .csv or .parquet, or add --format ndjson, csv or parquet.`
    )
  }
  if (format === "parquet" && isPrinted) {
    return yield* usageFailure("Parquet cannot be written to standard output. Name a file with --out.")
  }
  if (flags.spreadsheetSafe && format !== "csv") {
    return yield* usageFailure("--spreadsheet-safe requires the format csv. Name a .csv file or remove the flag.")
  }
  if (isPrinted && (flags.manifest || flags.restart)) {
    const flag = flags.manifest ? "--manifest" : "--restart"
    return yield* usageFailure(`${flag} requires a file. Name one with --out, or remove ${flag}.`)
  }
  yield* checkReport(flags)
  return { file: path, format, max }
})

const partitionFailure = (problem: string) => usageFailure(`--partition-by created-date ${problem}`)

/** Creates the failure for the service, which names the two commands that have the same result. */
export const needsLocal = ({
  createdDate,
  createdFrom = createdDate,
  from = createdFrom
}: CommandFlags<"export complaints">) => {
  const sync = from !== undefined && isCivilDate(from) ? `mirror sync --from ${from}` : "mirror sync"
  return usageFailure(
    "--partition-by created-date reads a mirror, not the service.",
    `Run "public-records ${sync}", and then "public-records export complaints --mirror" with the same flags.`
  )
}

/**
 * Validates the flags of an export to a partitioned folder. Returns the format and the folder, which is an empty string for a dry run
 * without one.
 */
export const partitionedFolder = Effect.fnUntraced(function* (flags: CommandFlags<"export complaints">) {
  const { dryRun, format = "parquet", limit, offset, out, spreadsheetSafe } = flags
  if (spreadsheetSafe) return yield* partitionFailure("writes files for query engines. Remove --spreadsheet-safe.")
  if (limit !== undefined || offset !== undefined) {
    return yield* partitionFailure(`writes full days. Remove ${limit === undefined ? "--offset" : "--limit"}.`)
  }
  if (out === "-" || (out === undefined && !dryRun)) {
    return yield* partitionFailure("writes a folder. Name it with --out, such as --out calls.")
  }
  if (out !== undefined) {
    const { kind } = yield* resolved(out)
    if (kind === "file" || kind === "other") {
      return yield* partitionFailure(`writes a folder, but ${out} is not a folder. Choose another path with --out.`)
    }
  }
  yield* checkReport(flags)
  return { folder: out ?? "", format }
})

/** Returns the created days of a query. **Fails with** a usage failure unless both given ends are days. */
export const partitionedRange = Effect.fnUntraced(function* (query: ComplaintQuery) {
  const range = createdRange(query)
  const isDay = (end: string | undefined): boolean => end === undefined || isCivilDate(end)
  if (isDay(range.from) && isDay(range.to)) return range
  return yield* partitionFailure(
    "requires full days. Use --created-date, or --created-from and --created-to as YYYY-MM-DD."
  )
})
