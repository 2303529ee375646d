import { type CivilDate } from "@public-records/core"
import { complaintLayout } from "@public-records/export/complaintLayout"
import {
  checkParts,
  currentPart,
  type DayFolder,
  lockFolder,
  readParts,
  writeFolderManifest,
  writePart
} from "@public-records/export/DayFolder"
import { writeFailed } from "@public-records/export/ExportFailure"
import { lineWriter } from "@public-records/export/ExportFormat"
import { withFileErrors } from "@public-records/export/files"
import { emptyPlan } from "@public-records/export/plan"
import { type Mirror } from "@public-records/mirror"
import { counted } from "@public-records/text/counts"
import { Effect, Option } from "effect"
import { writeFile } from "node:fs/promises"
import { mirrorFailure, questionFailure } from "../CommandFailure.ts"
import { type CommandFlags } from "../flags.ts"
import { complaintKind } from "../output/kinds.ts"
import { checkFlags } from "../queries/flagQuery.ts"
import { namedLocal } from "../source/namedSource.ts"
import { openLocal } from "../source/openLocal.ts"
import { openSession, type Session } from "../source/session.ts"
import { type Local } from "../source/Source.ts"
import { writtenBy } from "../version.ts"
import { needsLocal, partitionedFolder, partitionedRange } from "./checkedFlags.ts"
import { reportDryRun, reportOutcome } from "./outcome.ts"
import { planText } from "./text.ts"

const { many, note, one } = complaintLayout

/** Writes a day's complaints to a file, from one state of the records. Returns `undefined` if they do not have the day. */
const writeDay = (records: Mirror["Service"], { format, query }: DayFolder, day: CivilDate) =>
  Effect.fnUntraced(function* (path: string) {
    if (format === "parquet") {
      return yield* Effect.mapError(records.copyDay(day, query, { path, note }), (error) =>
        error._tag === "ParquetFailure" ? writeFailed(path, error.cause) : questionFailure(error)
      )
    }
    const found = yield* Effect.mapError(records.readDay(day, query), questionFailure)
    if (found === undefined) return undefined
    const { complaints, ...rest } = found
    const { lines, opening } = lineWriter(complaintLayout, format, false)
    yield* withFileErrors(path, () => writeFile(path, opening + lines(complaints)))
    return { ...rest, records: complaints.length }
  })

/** Prints how many complaints are still to be written. Returns whether no complaint matches. */
const printPlan = Effect.fnUntraced(function* (
  { source, status }: Session<Local>,
  { query }: DayFolder,
  recordsBefore: number | undefined
) {
  const { value } = yield* Effect.mapError(source.questions.count(query), questionFailure)
  const plan = Option.some({ ...emptyPlan, records: value.records - (recordsBefore ?? 0) })
  yield* status.print(planText(plan, complaintLayout, recordsBefore === undefined, source.wording))
  return value.records === 0
})

/**
 * Writes local complaints to a Hive-partitioned folder, such as `FOLDER/created_date=2021-07-07/part-0.parquet`, and skips days that
 * have not changed. With `--dry-run` it only prints the plan.
 */
export const exportPartitions = Effect.fnUntraced(function* (flags: CommandFlags<"export complaints">) {
  const place = yield* namedLocal(flags)
  if (place === undefined) return yield* needsLocal(flags)
  yield* checkFlags(complaintKind, flags)
  const { folder, format } = yield* partitionedFolder(flags)
  const work = Effect.fnUntraced(function* (session: Session<Local>) {
    const { source, status } = session
    const { questions } = source
    const query = yield* source.readQuery(complaintKind, flags)
    const range = yield* partitionedRange(query)
    const stored = yield* Effect.mapError(questions.days(range), mirrorFailure)
    const days = query.sort === "asc" ? stored : stored.toReversed()
    const basis = yield* source.basisOf(complaintKind, query)
    const asked: DayFolder = { folder, format, query, source: source.name, writtenBy }
    if (!flags.dryRun && days.length > 0) yield* lockFolder(folder)
    const parts = folder === "" ? [] : yield* readParts(folder)
    yield* checkParts(asked, parts, flags.restart ? days.map(({ day }) => day) : [])
    const current = days.flatMap((day) => (flags.restart ? [] : (currentPart(parts, day) ?? [])))
    const recordsBefore = current.reduce((sum, { manifest }) => sum + manifest.records, 0)
    if (flags.dryRun) {
      const isEmpty = yield* printPlan(session, asked, current.length === 0 ? undefined : recordsBefore)
      return yield* reportDryRun(session, complaintKind, flags, { isEmpty, offset: 0 })
    }
    const isCurrent = new Set(current.map(({ day }) => day))
    let [daysAdded, records] = [0, 0]
    for (const { day } of days.filter((stored) => !isCurrent.has(stored.day))) {
      const written = yield* writePart(asked, day, writeDay(questions, asked, day))
      if (written === undefined) continue
      daysAdded += 1
      records += written.records
      yield* status.print(`${day}: ${counted(written.records, one, many)}.`)
    }
    if (days.length > 0) yield* writeFolderManifest(asked)
    yield* Effect.forEach([...(basis === undefined ? [] : [basis.records]), note], status.print)
    const outcome = {
      records,
      requests: 0,
      duplicates: 0,
      rejected: 0,
      daysAdded,
      daysComplete: current.length,
      daysNotPublished: 0,
      path: folder,
      agrees: null
    }
    const isEmpty = recordsBefore + records === 0
    yield* reportOutcome(session, complaintKind, flags, { outcome, reports: [], isEmpty, offset: 0, basis })
  }, Effect.scoped)
  yield* openSession(openLocal(place, flags), flags, { isOnScreen: false, printsNotice: true }, work)
})
