import { type ExportReport } from "@public-records/export/ExportEvent"
import { type ExportOutcome } from "@public-records/export/outcome"
import { safeJson } from "@public-records/export/safeJson"
import { Effect } from "effect"
import { type PublicRecordsError } from "@public-records/core"
import { type ExportFlags } from "../flags.ts"
import { type CommandFailure, noRecords, notStrict } from "../CommandFailure.ts"
import { Host } from "../Host.ts"
import { type RecordKind } from "../output/kinds.ts"
import { type ReaderGone, write } from "../output/StandardOutput.ts"
import { emptyText } from "../source/flagQuery.ts"
import { type Session } from "../source/session.ts"
import { allRejectedText, outcomeText, strictProblem } from "./text.ts"

/** The result of an export, and the reports of the files that it wrote. */
interface FinishedExport {
  readonly outcome: ExportOutcome
  readonly reports: ReadonlyArray<ExportReport>
  /** Whether there is no record. */
  readonly isEmpty: boolean
  /** The query's offset. */
  readonly offset: number
}

/**
 * Prints the result of an export: in words as the last line of standard error, and with `--report` as JSON on standard output.
 *
 * **Fails with** what `--strict` and `--fail-if-empty` do not allow.
 */
export const reportOutcome = Effect.fnUntraced(function* <Input, Query, Record>(
  session: Session,
  kind: RecordKind<Input, Query, Record>,
  flags: ExportFlags,
  { isEmpty, offset, outcome, reports }: FinishedExport
): Effect.fn.Return<void, CommandFailure | PublicRecordsError | ReaderGone, Host> {
  const { notes } = session
  if (isEmpty) {
    const { rejected } = outcome
    yield* notes.say(rejected > 0 ? allRejectedText(rejected, kind) : yield* emptyText(session, kind, offset))
  }
  yield* notes.say(outcomeText(outcome, kind))
  if (flags.report !== undefined) yield* write((yield* Host).stdout, `${safeJson(outcome)}\n`)
  const problem = flags.strict
    ? reports.map((report) => strictProblem(report, kind)).find((text) => text !== undefined)
    : undefined
  if (problem !== undefined) return yield* notStrict(problem)
  if (isEmpty && flags.failIfEmpty) {
    return yield* noRecords(`${outcome.path} has no records, which --fail-if-empty does not allow.`)
  }
})

/** Ends a dry run. **Fails with** exit code 7 if no record matches and `--fail-if-empty` is given. */
export const reportDryRun = Effect.fnUntraced(function* <Input, Query, Record>(
  session: Session,
  kind: RecordKind<Input, Query, Record>,
  flags: ExportFlags,
  { isEmpty, offset }: Pick<FinishedExport, "isEmpty" | "offset">
): Effect.fn.Return<void, CommandFailure | PublicRecordsError> {
  if (!isEmpty) return
  yield* session.notes.say(yield* emptyText(session, kind, offset))
  if (flags.failIfEmpty) return yield* noRecords(`No ${kind.many} match, which --fail-if-empty does not allow.`)
})
