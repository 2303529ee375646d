import { type CivilDate } from "@public-records/core"
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
import { invalidQuery, mirrorFailure } from "../CommandFailure.ts"
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
import { coverageProblem, coverageText, planText } from "./text.ts"

const { many, note, one } = complaintKind

/** Writes a day's complaints to a file, from one state of the mirror. Returns `undefined` if the mirror does not have the day. */
const writeDay = (mirror: Mirror["Service"], { format, query }: DayFolder, day: CivilDate) =>
  Effect.fnUntraced(
    function* (path: string) {
      if (format === "parquet") return yield* mirror.copyDay(day, query, { path, note })
      const found = yield* mirror.readDay(day, query)
      if (found === undefined) return undefined
      const { complaints, ...rest } = found
      const { lines, opening } = lineWriter(complaintKind, format, false)
      yield* withFileErrors(path, () => writeFile(path, opening + lines(complaints)))
      return { ...rest, records: complaints.length }
    },
    (effect, path) =>
      Effect.catchTags(effect, {
        InvalidQuery: ({ problems }) => Effect.fail(invalidQuery(problems)),
        MirrorError: (error) => Effect.fail(mirrorFailure(error)),
        ParquetFailure: ({ cause }) => Effect.fail(writeFailed(path, cause))
      })
  )

/** Prints how many complaints are still to be written. */
const printPlan = Effect.fnUntraced(function* (
  { source, status }: Session<Local>,
  { query }: DayFolder,
  written: number | undefined
) {
  const { value } = yield* Effect.catchTags(source.questions.count(query), {
    InvalidQuery: ({ problems }) => Effect.fail(invalidQuery(problems)),
    MirrorError: (error) => Effect.fail(mirrorFailure(error))
  })
  const plan = Option.some({ ...emptyPlan, records: value.records - (written ?? 0) })
  yield* status.print(planText(plan, complaintKind, written === undefined, source.wording))
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
    const { questions, wording } = source
    const query = yield* source.readQuery(complaintKind, flags)
    const range = yield* partitionedRange(query)
    const stored = yield* Effect.mapError(questions.days(range), mirrorFailure)
    const days = query.sort === "asc" ? stored : stored.toReversed()
    const coverage = yield* source.coverageOf(range)
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
    const sentences = coverage === undefined ? [] : coverageText(coverage, wording)
    yield* Effect.forEach([...sentences, note], status.print)
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
    const problem = coverageProblem(coverage, wording)
    const isEmpty = recordsBefore + records === 0
    yield* reportOutcome(session, complaintKind, flags, { outcome, reports: [], isEmpty, offset: 0, problem })
  }, Effect.scoped)
  yield* openSession(openLocal(place, flags), flags, { isOnScreen: false, printsNotice: true }, work)
})
