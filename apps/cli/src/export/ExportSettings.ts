import { type ExportFormat, formatOfEnding } from "@public-records/export/ExportFormat"
import { Effect } from "effect"
import { stat } from "node:fs/promises"
import { type CommandFailure, usageFailure } from "../CommandFailure.ts"
import { type ExportFlags } from "../flags/exportFlags.ts"
import { checkReport } from "./exportOutcome.ts"

/** Where an export goes, and in which form; what the flags say, checked. */
export interface ExportSettings {
  /** A path, or `-` for standard output. */
  readonly out: string
  readonly format: ExportFormat
  readonly max: number | undefined
}

/** Standard output, as `--out` names it. */
export const standardOutput = "-"

const outOf = ({ dryRun, out }: ExportFlags): Effect.Effect<string, CommandFailure> => {
  if (out !== undefined) return Effect.succeed(out)
  return dryRun
    ? Effect.succeed(standardOutput)
    : Effect.fail(
        usageFailure("--out is missing: name the file to write, such as --out july.parquet, or - for standard output.")
      )
}

const formatOf = ({ format, out }: ExportFlags): Effect.Effect<ExportFormat, CommandFailure> => {
  if (out === undefined || out === standardOutput) {
    return format === "parquet"
      ? Effect.fail(usageFailure("Parquet cannot be written to standard output: name a file with --out."))
      : Effect.succeed(format ?? "ndjson")
  }
  const chosen = format ?? formatOfEnding(out)
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

/** Returns the kind of file at a path. */
export const kindOfPath = (path: string): Effect.Effect<"file" | "folder" | "nothing" | "other"> =>
  Effect.promise(() =>
    stat(path).then(
      (found) => {
        if (found.isDirectory()) return "folder"
        return found.isFile() ? "file" : "other"
      },
      () => "nothing" as const
    )
  )

const checkPlace = Effect.fnUntraced(function* (out: string): Effect.fn.Return<void, CommandFailure> {
  if (out === standardOutput) return
  const kind = yield* kindOfPath(out)
  if (kind === "folder") {
    return yield* usageFailure(`--out ${out} is a folder: name a file in it, or add --partition-by created-date.`)
  }
  if (kind === "other") {
    return yield* usageFailure(
      `--out ${out} is no file that could be replaced: name another, or - for standard output.`
    )
  }
})

/** Checks the flags of an export to a file. **Fails with** a usage failure, before anything is sent. */
export const exportSettings = Effect.fnUntraced(function* (
  flags: ExportFlags
): Effect.fn.Return<ExportSettings, CommandFailure> {
  const max = yield* maxOf(flags)
  const out = yield* outOf(flags)
  const format = yield* formatOf(flags)
  if (flags.spreadsheetSafe && format !== "csv") {
    return yield* usageFailure("--spreadsheet-safe is for spreadsheets: write a .csv, or leave it out.")
  }
  if (out === standardOutput && (flags.manifest || flags.restart)) {
    const flag = flags.manifest ? "--manifest" : "--restart"
    return yield* usageFailure(`${flag} has no meaning on standard output: name a file with --out, or leave it out.`)
  }
  yield* checkReport(flags)
  if (!flags.dryRun) yield* checkPlace(out)
  return { out, format, max }
})
