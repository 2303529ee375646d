import { type Basis } from "@public-records/answers/basis"
import { type ExportReport } from "@public-records/export/ExportEvent"
import { type ExportOutcome } from "@public-records/export/outcome"
import { safeJson } from "@public-records/export/safeJson"
import { Effect } from "effect"
import { type ExportFlags } from "../flags.ts"
import { noRecords, strictCheckFailed } from "../CommandFailure.ts"
import { Host } from "../Host.ts"
import { type RecordKind } from "../output/kinds.ts"
import { checkStrict } from "../output/printAnswer.ts"
import { write } from "../output/StandardOutput.ts"
import { emptyText } from "../queries/flagQuery.ts"
import { type Session } from "../source/session.ts"
import { allRejectedText, outcomeText, strictProblem } from "./text.ts"

interface Emptiness {
  readonly isEmpty: boolean
  readonly offset: number
}

/** Prints the result of an export, with `--report` also as JSON. Fails if `--strict` or `--fail-if-empty` does not allow it. */
export const reportOutcome = Effect.fnUntraced(function* <Query, Record>(
  session: Session,
  kind: RecordKind<Query, Record>,
  flags: ExportFlags,
  result: Emptiness & {
    readonly outcome: ExportOutcome
    readonly reports: ReadonlyArray<ExportReport>
    /** The basis of local records. `--strict` does not allow a gap in it. */
    readonly basis: Basis | undefined
  }
) {
  const { basis, isEmpty, offset, outcome, reports } = result
  const { rejected } = outcome
  const { status } = session
  if (isEmpty)
    yield* status.print(rejected > 0 ? allRejectedText(rejected, kind) : yield* emptyText(session, kind, flags, offset))
  yield* status.print(outcomeText(outcome, kind))
  if (flags.report !== undefined) yield* write((yield* Host).stdout, `${safeJson(outcome)}\n`)
  const problems = reports.map((report) => strictProblem(report, kind, session.source.wording))
  const problem = flags.strict ? problems.find((text) => text !== undefined) : undefined
  if (problem !== undefined) return yield* strictCheckFailed(problem)
  if (basis !== undefined) yield* checkStrict(flags, basis)
  if (isEmpty && flags.failIfEmpty) {
    return yield* noRecords(`${outcome.path} contains no records, which --fail-if-empty does not allow.`)
  }
})

/** Prints the result of a dry run. **Fails with** exit code 7 if no record matches and `--fail-if-empty` is set. */
export const reportDryRun = Effect.fnUntraced(function* <Query, Record>(
  session: Session,
  kind: RecordKind<Query, Record>,
  flags: ExportFlags,
  { isEmpty, offset }: Emptiness
) {
  if (!isEmpty) return
  yield* session.status.print(yield* emptyText(session, kind, flags, offset))
  if (flags.failIfEmpty) return yield* noRecords(`No ${kind.many} match, which --fail-if-empty does not allow.`)
})
