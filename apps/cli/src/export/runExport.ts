import { type Collection } from "@public-records/core"
import { type ExportEvent, type ExportReport } from "@public-records/export/ExportEvent"
import { type ExportJob } from "@public-records/export/ExportJob"
import { exportRecords } from "@public-records/export/exportRecords"
import { type FileForm } from "@public-records/export/FileForm"
import { Effect, Stream } from "effect"
import { type CommandFailure, unforeseen } from "../CommandFailure.ts"
import { type PagedQuery } from "./ExportRequest.ts"
import { type ExportSession } from "./exportSession.ts"
import { tellerOf, type TellerOptions } from "./ExportTeller.ts"
import { counted } from "@public-records/text/counts"

/** Says how to resume an interrupted export. */
const tellOfKept = ({ notes }: ExportSession, kept: number, form: FileForm<never>): Effect.Effect<void> =>
  Effect.andThen(
    notes.clearProgress,
    kept === 0
      ? Effect.void
      : notes.say(`${counted(kept, `${form.one} is`, `${form.many} are`)} kept: the same command goes on from there.`)
  )

/** Runs an export to its end and reports its progress. `day` is the day of a partition. */
export const runExport = Effect.fnUntraced(function* <Query extends PagedQuery<Query>, Record>(
  session: ExportSession,
  collection: Collection<Query, Record>,
  job: ExportJob<Query, Record>,
  { day, tellsPlan }: Pick<TellerOptions, "day" | "tellsPlan"> = {}
): Effect.fn.Return<ExportReport, CommandFailure> {
  const { form, max, query } = job
  const teller = tellerOf(session, collection, query, { form, day, max, tellsPlan })
  let report: ExportReport | undefined
  const follow = (event: ExportEvent): Effect.Effect<void> => {
    if (event._tag === "Done") ({ report } = event)
    return teller.tell(event)
  }
  yield* exportRecords(job).pipe(
    Stream.runForEach(follow),
    Effect.mapError(session.failureOf),
    Effect.onError(() => Effect.suspend(() => tellOfKept(session, teller.kept, form)))
  )
  return report ?? (yield* unforeseen(`The export to ${job.target.file} ended without a report.`))
})
