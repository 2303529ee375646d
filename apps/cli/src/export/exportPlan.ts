import { type Collection, maxRecordsPerPage, type PublicRecords, type PublicRecordsError } from "@public-records/core"
import { type Duration, Effect, Option } from "effect"
import { type PagedQuery } from "./ExportRequest.ts"

/** The cost of the rest of an export. Each member is `None` if the service reports no total. */
export interface Plan {
  readonly records: Option.Option<number>
  readonly pages: Option.Option<number>
  readonly requests: Option.Option<number>
  readonly time: Option.Option<Duration.Duration>
}

/** The pages that an export still has to read. */
export interface PagesAhead {
  /** Records that match and have not been read. */
  readonly records: number
  readonly pageSize: number
  /** Number of further records after which the export ends. @default no limit */
  readonly max?: number
  /** Days that are read one after the other, each with its own pages. @default 1 */
  readonly days?: number
  /** Whether the export resumes, so that even its next page starts with a seen record. @default false */
  readonly isResumed?: boolean
}

/**
 * Returns the number of requests. Every page but the first starts with one seen record. A list whose last page is full needs one
 * more request, which shows that nothing follows. An export that ends at `max` does not send it. For several days the result is
 * the most that they can need, at most one too many for each day.
 */
const requestsAhead = ({
  days = 1,
  isResumed = false,
  max = Number.POSITIVE_INFINITY,
  pageSize,
  records
}: PagesAhead): number => {
  if (max <= 0) return 0
  const newPerPage = Math.min(pageSize, maxRecordsPerPage - 1)
  const extra = isResumed || days > 1 ? 0 : pageSize - newPerPage
  const toEnd = Math.floor(Math.max(0, records - extra) / newPerPage) + days
  return Math.min(toEnd, Math.max(1, Math.ceil((max - extra) / newPerPage)))
}

/** The plan of an export that has nothing to read. */
export const emptyPlan: Plan = {
  records: Option.some(0),
  pages: Option.some(0),
  requests: Option.some(0),
  time: Option.none()
}

const unknownPlan: Plan = { records: Option.none(), pages: Option.none(), requests: Option.none(), time: Option.none() }

/** Returns the plan for the pages ahead. The time is for the requests that were not `made` yet. */
export const planOf = Effect.fnUntraced(function* (
  { timeFor }: Pick<PublicRecords["Service"], "timeFor">,
  ahead: Option.Option<PagesAhead>,
  made = 0
): Effect.fn.Return<Plan> {
  if (Option.isNone(ahead)) return unknownPlan
  const { max = Number.POSITIVE_INFINITY, pageSize, records } = ahead.value
  const wanted = Math.min(records, max)
  const requests = requestsAhead(ahead.value)
  return {
    records: Option.some(wanted),
    pages: Option.some(Math.ceil(wanted / pageSize)),
    requests: Option.some(requests),
    time: yield* timeFor(requests - made)
  }
})

/** With fewer requests, opening the connection does not change the estimated time by much. */
const manyRequests = 20

/**
 * Reads the first page of a long export for its latency, because the first response of a program also includes opening the
 * connection. Does nothing if the request would have to wait for the budget.
 */
export const measureLatency = <Query extends PagedQuery<Query>, Record>(
  { quota }: PublicRecords["Service"],
  collection: Collection<Query, Record>,
  query: Query,
  ahead: Option.Option<PagesAhead>
): Effect.Effect<void, PublicRecordsError> => {
  if (!Option.exists(ahead, (pages) => requestsAhead(pages) > manyRequests)) return Effect.void
  return Effect.flatMap(quota.get, ({ nextRequestAt }) =>
    Option.isSome(nextRequestAt) ? Effect.void : Effect.asVoid(collection.page(query, { priority: "bulk" }))
  )
}
