import { type Collection, type PublicRecords, version } from "@public-records/core"
import { type ExportReport } from "@public-records/export/ExportEvent"
import { type ExportedQuery } from "@public-records/export/ExportJob"
import { type FileForm } from "@public-records/export/FileForm"
import { Effect } from "effect"
import { CommandFailure, exitCodes } from "../CommandFailure.ts"
import { type ExportFlags } from "../flags/exportFlags.ts"
import { type SourceFlags } from "../flags/sourceFlags.ts"
import { type DatedCollection, type FlagQuery } from "../localDays.ts"
import { strictProblem } from "./exportText.ts"

/** A query whose records can be exported, and whose rest can be estimated. */
export interface PagedQuery<Query> extends ExportedQuery {
  readonly offset: number
  readonly limit: number
  readonly withOffset: (offset: number) => Query
}

/** What to export, as the command line puts it. */
export interface ExportRequest<Query, Record> {
  readonly form: FileForm<Record>
  readonly collection: (records: PublicRecords["Service"]) => Collection<Query, Record>
  readonly query: FlagQuery<Query>
  readonly dated: DatedCollection
  /** What the user should know of the query before it is asked. */
  readonly remark: (query: Query) => Effect.Effect<string | undefined>
  readonly flags: SourceFlags & ExportFlags
}

/** What wrote the files, for their manifests. */
export const writtenBy = `public-records ${version}`

/** Refuses what `--strict` does not allow. */
export const checkStrict = (
  flags: ExportFlags,
  report: ExportReport,
  form: FileForm<never>
): Effect.Effect<void, CommandFailure> => {
  const problem = flags.strict ? strictProblem(report, form) : undefined
  return problem === undefined
    ? Effect.void
    : Effect.fail(
        new CommandFailure({ reason: "NotStrict", message: problem, exitCode: exitCodes.refused, nextTryAt: null })
      )
}
