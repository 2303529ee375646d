import { type CivilDate, type ComplaintQuery } from "@public-records/core"
import { type ExportCoverage, dayCoverage } from "@public-records/export/ExportCoverage"
import { type DayRange, rangeDays, withinDays } from "@public-records/export/days"
import { type FolderDay } from "@public-records/export/PartitionedFolder"
import { type Mirror, type MirrorDay } from "@public-records/mirror"
import { Effect } from "effect"
import { type CommandFailure, mirrorFailure } from "../CommandFailure.ts"
import { type CommandFlags } from "../flags.ts"
import { namesMirror as usesMirror } from "../source/namedSource.ts"
import { type Session } from "../source/session.ts"
import { partitionedDays, partitionedRange } from "./checkedFlags.ts"

/** The state of a day in a mirror at the moment. */
export type DayState = Pick<FolderDay["job"], "coverage" | "version">

interface PartitionDay extends DayState {
  readonly day: CivilDate
  readonly query: ComplaintQuery
}

/** The days of a partitioned export, in the order of the query. */
export interface PartitionDays {
  readonly days: ReadonlyArray<PartitionDay>
  /** Returns the state of a day, because a mirror may change during the export. */
  readonly stateOf: (day: CivilDate) => Effect.Effect<DayState, CommandFailure>
  readonly notPublished: DayRange | undefined
  readonly withoutRecords: number
  /** The coverage of a mirror. */
  readonly coverage?: ExportCoverage | undefined
}

/** Finds the days of the service or of local data. */
const publishedDays = Effect.fnUntraced(function* ({ isLocal, records }: Session, asked: ComplaintQuery) {
  const { query, range } = yield* partitionedDays(asked)
  const { list, notPublished, withoutRecords } = yield* rangeDays(records.complaints, query, range, isLocal)
  const days: PartitionDays = {
    days: list(),
    stateOf: () => Effect.succeed({}),
    notPublished,
    withoutRecords
  }
  return days
})

const dayState = ({ day, state, version }: MirrorDay): DayState => ({
  version,
  coverage: dayCoverage(day, state === "complete")
})

/** Finds the days of a mirror. Every day of the mirror is exported, even if none of its complaints matches. */
const mirrorDays = Effect.fnUntraced(function* (mirror: Mirror["Service"], query: ComplaintQuery) {
  const range = yield* partitionedRange(query)
  const stored = yield* mirror.days(range)
  const inOrder = query.sort === "asc" ? stored : stored.toReversed()
  const days: PartitionDays = {
    days: inOrder.map((found) =>
      Object.assign(dayState(found), { day: found.day, query: withinDays(query, { from: found.day, to: found.day }) })
    ),
    stateOf: (day) =>
      Effect.mapBoth(mirror.days({ from: day, to: day }), {
        onFailure: mirrorFailure,
        // A day that is gone is not complete.
        onSuccess: ([found]) => (found === undefined ? { coverage: dayCoverage(day, false) } : dayState(found))
      }),
    notPublished: undefined,
    withoutRecords: 0,
    coverage: yield* mirror.coverage(range)
  }
  return days
})

/** Finds the days of an export to a folder. **Fails with** a usage failure unless the query is for full days. */
export const findDays = Effect.fnUntraced(function* (
  session: Session,
  flags: CommandFlags<"export complaints">,
  query: ComplaintQuery
) {
  if (!usesMirror(flags)) return yield* publishedDays(session, query)
  const { openMirror } = yield* Effect.promise(() => import("../source/openLocal.ts"))
  const mirror = yield* openMirror(flags)
  return yield* Effect.catchTag(mirrorDays(mirror, query), "MirrorError", (error) => Effect.fail(mirrorFailure(error)))
})
