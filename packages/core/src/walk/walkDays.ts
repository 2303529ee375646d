import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
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

/** A day whose pages are read ahead. The latch is open while there are pages, and after the end. */
interface StartedDay<Page, E> {
  readonly pages: Array<Page>
  readonly hasMore: Latch.Latch
  end: Exit.Exit<void, E> | undefined
}

/** Starts to read a day, until the scope closes. */
const startDay = Effect.fnUntraced(function* <Page, E>(pages: Stream.Stream<Page, E>, scope: Scope.Scope) {
  const day: StartedDay<Page, E> = { pages: [], hasMore: Latch.makeUnsafe(), end: undefined }
  const add = (page: Page) =>
    Effect.sync(() => {
      day.pages.push(page)
      day.hasMore.openUnsafe()
    })
  const reading = Effect.onExit(Stream.runForEach(pages, add), (exit) =>
    Effect.sync(() => {
      day.end = exit
      day.hasMore.openUnsafe()
    })
  )
  yield* Effect.forkIn(reading, scope)
  return day
})

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
  const started: Array<StartedDay<Page, E>> = []
  const reports: Array<WalkReport> = []
  let isLastStarted = false
  const addReport = (report: WalkReport) => Effect.sync(() => void reports.push(report))
  const nextPages = Effect.fnUntraced(function* (scope: Scope.Scope) {
    while (!isLastStarted && started.length < concurrency) {
      const next = remaining.next()
      isLastStarted = next.done === true
      if (next.done !== true) started.push(yield* startDay(walkDay(next.value, addReport), scope))
    }
    const [first] = started
    if (first === undefined) return [[], Option.none<Scope.Scope>()] as const
    yield* first.hasMore.await
    const pages = first.pages.splice(0)
    if (first.end === undefined) first.hasMore.closeUnsafe()
    else if (pages.length === 0) {
      yield* first.end
      started.shift()
    }
    return [pages, Option.some(scope)] as const
  })
  return Stream.unwrap(Effect.map(Effect.scope, (scope) => Stream.paginate(scope, nextPages))).pipe(
    Stream.ensuring(Effect.suspend(() => onReport?.(sumOf(reports, isLastStarted)) ?? Effect.void))
  )
}
