import { CivilDate, ComplaintQuery, isCivilDate, type UncheckedComplaintQuery } from "@public-records/core"
import { type ExportCoverage } from "@public-records/export/ExportCoverage"
import { Effect } from "effect"
import { mirrorFailure } from "../CommandFailure.ts"
import { type SourceFlags } from "../flags.ts"

/** A range whose ends may be missing. */
interface Ends<End> {
  readonly from?: End | undefined
  readonly to?: End | undefined
}

/** Returns the range of created dates and times of a query. */
export const createdRange = (query: ComplaintQuery | UncheckedComplaintQuery): Ends<string> => {
  if (!(query instanceof ComplaintQuery)) {
    const { created_date_from: from, created_date_to: to } = query.unchecked
    return { from, to }
  }
  const { filter } = query
  if (filter._tag === "CreatedDate") return { from: filter.date, to: filter.date }
  return "created" in filter ? (filter.created ?? {}) : {}
}

const dayOf = (moment: string | undefined): CivilDate | undefined => {
  const day = moment?.slice(0, "YYYY-MM-DD".length) ?? ""
  return isCivilDate(day) ? CivilDate.make(day) : undefined
}

/** Returns the days of a range. */
export const openDays = ({ from, to }: Ends<string>): Ends<CivilDate> => ({ from: dayOf(from), to: dayOf(to) })

/** Returns which days of a query the mirror has. */
export const mirrorCoverage = Effect.fnUntraced(function* (
  flags: SourceFlags,
  query: ComplaintQuery | UncheckedComplaintQuery
) {
  const { openMirror } = yield* Effect.promise(() => import("../source/openMirror.ts"))
  const mirror = yield* openMirror(flags)
  const coverage: ExportCoverage = yield* Effect.mapError(mirror.coverage(openDays(createdRange(query))), mirrorFailure)
  return coverage
}, Effect.scoped)
