import { type Collection, maxRecordsPerPage, type PublicRecords, type WalkableQuery } from "@public-records/core"
import { type Duration, Effect, Option } from "effect"
import { type ExportProgress } from "./ExportEvent.ts"
import { type ExportJob } from "./ExportJob.ts"

export type PlannedJob<Query extends WalkableQuery, Record> = ExportJob<Query, Record> & {
  readonly collection: Collection<Query, Record>
}

/** The remaining cost of an export. */
export interface Plan {
  readonly records: number
  readonly pages: number
  readonly requests: number
  readonly time: Option.Option<Duration.Duration>
}

/** The plan of an export that has read every page. */
export const emptyPlan: Plan = { records: 0, pages: 0, requests: 0, time: Option.none() }

/** The remaining pages of an export. */
export interface PagesAhead {
  /** Number of matching records that have not been read. */
  readonly records: number
  readonly pageSize: number
  /** Maximum number of further records. @default no limit */
  readonly max?: number
  /** Whether the export resumes, so that its first page also starts with a seen record. @default false */
  readonly isResumed?: boolean
}

/** Returns the remaining pages of an export from a list. Returns `None` if the service does not report its `total`. */
export const pagesAhead = <Query extends WalkableQuery, Record>(
  { max = Number.POSITIVE_INFINITY, query }: Pick<PlannedJob<Query, Record>, "max" | "query">,
  total: Option.Option<number>,
  progress: ExportProgress | undefined
): Option.Option<PagesAhead> => {
  const read = progress === undefined ? 0 : progress.report.records + progress.report.rejected
  return Option.map(total, (count) => ({
    records: Math.max(0, count - query.offset - read),
    pageSize: query.limit,
    max: max - (progress?.written ?? 0),
    isResumed: progress !== undefined
  }))
}

/**
 * Returns the number of requests for the remaining pages.
 *
 * Every page but the first starts with one seen record. If the last page is full, one more request confirms the end of the list,
 * unless the export ends at `max`.
 */
const requestsAhead = ({
  isResumed = false,
  max = Number.POSITIVE_INFINITY,
  pageSize,
  records
}: PagesAhead): number => {
  if (max <= 0) return 0
  const newPerPage = Math.min(pageSize, maxRecordsPerPage - 1)
  const extra = isResumed ? 0 : pageSize - newPerPage
  const toEnd = Math.floor(Math.max(0, records - extra) / newPerPage) + 1
  return Math.min(toEnd, Math.max(1, Math.ceil((max - extra) / newPerPage)))
}

/** Returns the plan for the remaining pages. Its time excludes the requests that were already `made`. */
export const planOf = Effect.fnUntraced(function* (
  { timeFor }: Pick<PublicRecords["Service"], "timeFor">,
  ahead: Option.Option<PagesAhead>,
  made = 0
): Effect.fn.Return<Option.Option<Plan>> {
  if (Option.isNone(ahead)) return Option.none()
  const { max = Number.POSITIVE_INFINITY, pageSize } = ahead.value
  const records = Math.min(ahead.value.records, max)
  const requests = requestsAhead(ahead.value)
  return Option.some({ records, pages: Math.ceil(records / pageSize), requests, time: yield* timeFor(requests - made) })
})
