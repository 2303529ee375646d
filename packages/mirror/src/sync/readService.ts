import type { PublicRecordsError, Reason } from "@public-records/core"
import { DateTime, Effect, Result } from "effect"
import { addDay, emptyCounts } from "../importing/dayCounts.ts"
import type { ImportedDay } from "../ImportEvent.ts"
import type { MirrorError } from "../MirrorError.ts"
import { dayOf } from "../store/civil.ts"
import type { SyncedNotices, SyncReport } from "../SyncEvent.ts"
import type { Task } from "./planTasks.ts"
import type { SyncContext } from "./SyncContext.ts"
import { syncDay, type SyncWish } from "./syncDay.ts"
import { syncNotices } from "./syncNotices.ts"

/** A run ends after this many failed lists in a row. */
const maxFailures = 2

export const emptyReport = () => {
  const counts = emptyCounts()
  return { ...counts, days: { ...counts.days, failed: 0 } }
}

const runTask = (
  context: SyncContext,
  { list }: Task,
  wishFor: (day: number) => SyncWish
): Effect.Effect<ImportedDay | SyncedNotices, MirrorError | PublicRecordsError> =>
  list === "notices" ? syncNotices(context) : syncDay(context, dayOf(list), wishFor(dayOf(list)))

/** Returns the work that a run does not get to. */
export const leftOf = (tasks: ReadonlyArray<Task>, nextTryAt?: Date): SyncReport["left"] => ({
  days: tasks.filter(({ list }) => list !== "notices").length,
  requests: tasks.reduce((sum, { requests }) => sum + requests, 0),
  nextTryAt: nextTryAt ?? null
})

/** Tells a problem that every list would have: with the key, or with a connection that a retry does not mend, such as to a proxy. */
const endsRun = (reason: Reason): boolean =>
  reason._tag === "Unavailable" ? reason.advice !== undefined : ["KeyMissing", "KeyRejected"].includes(reason._tag)

/** Of a rate limit that does not say when it ends. The service counts the requests of an hour. */
const limitHours = 1

/** How a run ended: the work that is left, the error it fails with, and why it could not do its work, if it could not. */
export interface End {
  readonly left: SyncReport["left"]
  readonly error?: PublicRecordsError | undefined
  readonly failure?: PublicRecordsError | undefined
}

/**
 * Reads lists until the budget is used up or two fail in a row. Ends with the error if the last list failed. Notices that could be read
 * do not change that: otherwise the only new day of a night could fail without an error.
 */
export const readService = Effect.fnUntraced(function* (
  context: SyncContext,
  tasks: ReadonlyArray<Task>,
  wishFor: (day: number) => SyncWish,
  report: ReturnType<typeof emptyReport>
) {
  /** The lists that were not read to their end, without the pages that were read. */
  const unfinished: Array<Task> = []
  let failures: ReadonlyArray<PublicRecordsError> = []
  const { emit, read } = context
  const end = (others: ReadonlyArray<Task>, nextTryAt?: Date, limited?: PublicRecordsError): End => {
    const error = failures.at(-1)
    return {
      left: leftOf([...unfinished, ...others], nextTryAt),
      error,
      failure: error ?? (read.pages === 0 ? limited : undefined)
    }
  }
  for (const [index, task] of tasks.entries()) {
    const before = read.pages
    const result = yield* Effect.result(runTask(context, task, wishFor))
    if (Result.isSuccess(result)) {
      emit(result.success)
      if (result.success._tag === "Notices") report.notices += result.success.changed
      else {
        failures = []
        addDay(report, result.success)
      }
      continue
    }
    const error = result.failure
    if (error._tag === "MirrorError") return yield* error
    const { reason } = error
    unfinished.push({ ...task, requests: Math.max(1, task.requests - (read.pages - before)) })
    if (reason._tag === "RateLimited") {
      const unknown = DateTime.toDate(DateTime.add(yield* DateTime.now, { hours: limitHours }))
      return end(tasks.slice(index + 1), reason.nextTryAt ?? unknown, error)
    }
    emit({ _tag: "Failed", list: task.list, message: reason.message })
    if (task.list !== "notices") report.days.failed += 1
    failures = [...failures, error]
    if (failures.length === maxFailures || endsRun(reason)) return end(tasks.slice(index + 1))
  }
  return end([])
})
