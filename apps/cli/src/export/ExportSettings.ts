import { type ExportFormat, formatOfEnding } from "@public-records/export/ExportFormat"
import { finalPath, type PathKind } from "@public-records/export/Target"
import { Effect } from "effect"
import { type CommandFailure, usageFailure } from "../CommandFailure.ts"
import { type ExportFlags } from "../flags/exportFlags.ts"
import { checkReport } from "./exportOutcome.ts"
import { failureOfExport } from "./exportSession.ts"
import { isStandardOutput } from "./Output.ts"

/** The flags of an export to one file, checked. */
export interface ExportSettings {
  /** The path behind all symbolic links, or `-` for standard output. */
  readonly out: string
  /** Whether records can only be written there: to standard output, a device or a pipe. */
  readonly isStream: boolean
  readonly format: ExportFormat
  readonly max: number | undefined
}

const outOf = ({ dryRun, out }: ExportFlags): Effect.Effect<string, CommandFailure> => {
  if (out !== undefined) return Effect.succeed(out)
  return dryRun
    ? Effect.succeed("-")
    : Effect.fail(
        usageFailure("--out is missing: name the file to write, such as --out july.parquet, or - for standard output.")
      )
}

/** Returns the path behind the symbolic links of a path, and what is there. */
export const placeOf = (
  out: string
): Effect.Effect<{ readonly path: string; readonly kind: PathKind }, CommandFailure> =>
  isStandardOutput(out)
    ? Effect.succeed({ path: out, kind: "stream" })
    : Effect.mapError(finalPath(out), failureOfExport)

const formatOf = (
  out: string,
  isStream: boolean,
  format: ExportFormat | undefined
): Effect.Effect<ExportFormat, CommandFailure> => {
  const chosen = format ?? formatOfEnding(out) ?? (isStream ? "ndjson" : undefined)
  if (chosen === "parquet" && isStream) {
    return Effect.fail(
      usageFailure("Parquet cannot be written to standard output, a device or a pipe: name a file with --out.")
    )
  }
  return chosen === undefined
    ? Effect.fail(
        usageFailure(
          `--out ${out}: its ending names no format. End it in .ndjson, .csv or .parquet, or add --format ndjson, csv or parquet.`
        )
      )
    : Effect.succeed(chosen)
}

const maxOf = ({ max }: ExportFlags): Effect.Effect<number | undefined, CommandFailure> => {
  if (max === undefined) return Effect.succeed(undefined)
  return /^[1-9]\d{0,14}$/.test(max)
    ? Effect.succeed(Number(max))
    : Effect.fail(usageFailure(`--max is a number of records, a whole number from 1, not "${max}".`))
}

/** Checks the flags of an export to a file. **Fails with** a usage failure, before anything is sent. */
export const exportSettings = Effect.fnUntraced(function* (
  flags: ExportFlags
): Effect.fn.Return<ExportSettings, CommandFailure> {
  const max = yield* maxOf(flags)
  const out = yield* outOf(flags)
  const { kind, path } = yield* placeOf(out)
  const isStream = kind === "stream"
  const format = yield* formatOf(out, isStream, flags.format)
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
  if (kind === "folder" && !flags.dryRun) {
    return yield* usageFailure(`--out ${out} is a folder: name a file in it, or add --partition-by created-date.`)
  }
  return { out: path, isStream, format, max }
})
