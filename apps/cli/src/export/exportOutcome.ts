import { type ExportReport } from "@public-records/export/ExportEvent"
import { type FileForm } from "@public-records/export/FileForm"
import { safeJson } from "@public-records/export/safeJson"
import { Effect, Option } from "effect"
import { type CommandFailure, noRecords, notStrict, usageFailure } from "../CommandFailure.ts"
import { type ExportFlags } from "../flags/exportFlags.ts"
import { type SourceFlags } from "../flags/sourceFlags.ts"
import { Host } from "../Host.ts"
import { type DatedCollection, emptyText } from "../localDays.ts"
import { type ReaderGone, write } from "../output/StandardOutput.ts"
import { type DayCounts } from "./exportDays.ts"
import { type ExportSession } from "./exportSession.ts"
import { allRejectedText, outcomeText, strictProblem } from "./exportText.ts"
import { type ExportOutcome } from "./Outcome.ts"
import { isStandardOutput } from "./Output.ts"

/** Returns the result of an export to one file. */
export const outcomeOf = (
  { file, report, requests, written }: ExportReport,
  { daysAdded, daysComplete, daysNotPublished }: DayCounts
): ExportOutcome => ({
  records: written,
  requests,
  duplicates: report.duplicates,
  rejected: report.rejected,
  daysAdded,
  daysComplete,
  daysNotPublished,
  path: file,
  agrees: Option.getOrNull(report.agrees)
})

/** Fails if `--report` cannot be followed: its object is about written files, and standard output is its place. */
export const checkReport = ({ dryRun, out, report }: ExportFlags): Effect.Effect<void, CommandFailure> => {
  if (report === undefined) return Effect.void
  if (dryRun) {
    return Effect.fail(
      usageFailure("--report json reports on a finished export and --dry-run writes nothing: leave one out.")
    )
  }
  return out !== undefined && isStandardOutput(out)
    ? Effect.fail(
        usageFailure(
          `--report json prints on standard output, where --out ${out} prints the records: name a file with --out.`
        )
      )
    : Effect.void
}

/** Fails with exit code 7 if an export found no records and `--fail-if-empty` is given. */
export const checkNotEmpty = (
  { dryRun, failIfEmpty }: ExportFlags,
  isEmpty: boolean,
  { many }: Pick<FileForm<never>, "many">,
  path: string
): Effect.Effect<void, CommandFailure> => {
  if (!failIfEmpty || !isEmpty) return Effect.void
  const problem = dryRun ? `No ${many} match` : `${path} has no records`
  return Effect.fail(noRecords(`${problem}, which --fail-if-empty does not allow.`))
}

/** A result to report. */
interface Reported {
  readonly dated: DatedCollection
  readonly form: FileForm<never>
  /** Whether there is no record. */
  readonly isEmpty: boolean
  /** The query's offset. */
  readonly offset: number
  readonly outcome: ExportOutcome
}

/** Reports the result: in words as the last line of standard error, and as JSON on standard output if `--report` is given. */
export const reportOutcome = Effect.fnUntraced(function* (
  { notes, records }: ExportSession,
  flags: SourceFlags & ExportFlags,
  { dated, form, isEmpty, offset, outcome }: Reported
): Effect.fn.Return<void, CommandFailure | ReaderGone, Host> {
  const { rejected } = outcome
  if (isEmpty && rejected > 0) yield* notes.say(allRejectedText(rejected, form))
  else if (isEmpty) yield* notes.say(yield* emptyText(flags, dated, records, offset))
  yield* notes.say(outcomeText(outcome, form))
  if (flags.report === undefined) return
  const { stdout } = yield* Host
  yield* write(stdout, `${safeJson(outcome)}\n`)
})

/** Refuses what `--strict` does not allow. */
export const checkStrict = (
  flags: ExportFlags,
  report: ExportReport,
  form: FileForm<never>
): Effect.Effect<void, CommandFailure> => {
  const problem = flags.strict ? strictProblem(report, form) : undefined
  return problem === undefined ? Effect.void : Effect.fail(notStrict(problem))
}
