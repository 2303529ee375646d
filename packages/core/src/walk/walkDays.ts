import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import type { WalkReport } from "../CallOptions.ts"

type OnReport = (report: WalkReport) => Effect.Effect<void>

/** The sum of two reports. A total is unknown if one of them is. */
const add = (one: WalkReport, other: WalkReport): WalkReport => ({
  records: one.records + other.records,
  requests: one.requests + other.requests,
  duplicates: one.duplicates + other.duplicates,
  rejected: one.rejected + other.rejected,
  claimedTotal: one.claimedTotal === null || other.claimedTotal === null ? null : one.claimedTotal + other.claimedTotal,
  agrees: one.agrees === null || other.agrees === null ? null : one.agrees && other.agrees,
  forgotten: one.forgotten + other.forgotten
})

/** Returns the report of all days. If some were not begun, there is no total. */
const sumOf = (reports: ReadonlyArray<WalkReport>, isComplete: boolean): WalkReport => {
  const none = { records: 0, requests: 0, duplicates: 0, rejected: 0, forgotten: 0 }
  return reports.reduce(add, { ...none, claimedTotal: isComplete ? 0 : null, agrees: isComplete ? true : null })
}

/**
 * Walks several days at a time: the day whose pages are returned, and the next ones. Returns the pages in the order of the days.
 *
 * **Gotchas** the pages of the next days wait in memory.
 */
export const walkDays = <Day, Page, E>(
  days: Iterable<Day>,
  concurrency: number,
  onReport: OnReport | undefined,
  walkDay: (day: Day, onDayReport: OnReport) => Stream.Stream<Page, E>
): Stream.Stream<Page, E> => {
  const remaining = days[Symbol.iterator]()
  const started: Array<Queue.Dequeue<Page, E | Cause.Done>> = []
  const reports: Array<WalkReport> = []
  let isLastStarted = false
  const addReport = (report: WalkReport) => Effect.sync(() => void reports.push(report))
  const nextDay = Effect.gen(function* () {
    while (!isLastStarted && started.length < concurrency) {
      const next = remaining.next()
      isLastStarted = next.done === true
      if (next.done !== true)
        started.push(yield* Stream.toQueue(walkDay(next.value, addReport), { capacity: "unbounded" }))
    }
    const day = started.shift()
    return [day === undefined ? [] : [day], day === undefined ? Option.none() : Option.some(undefined)] as const
  })
  return Stream.paginate(undefined, () => nextDay).pipe(
    Stream.flatMap(Stream.fromQueue),
    Stream.scoped,
    Stream.ensuring(Effect.suspend(() => onReport?.(sumOf(reports, isLastStarted)) ?? Effect.void))
  )
}
