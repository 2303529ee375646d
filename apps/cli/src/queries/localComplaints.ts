import {
  CivilDate,
  type ComplaintFilters,
  type ComplaintQuery,
  nearestName,
  type PublicRecords,
  readComplaintQuery,
  subjects
} from "@public-records/core"
import { withDates } from "@public-records/export/days"
import { Effect } from "effect"
import { failureOf, failureOfReason, usageFailure } from "../CommandFailure.ts"

type Records = PublicRecords["Service"]

const hasComplaints = (records: Records, filters: Partial<ComplaintFilters>) =>
  readComplaintQuery({ ...filters, limit: 1 }, "local").pipe(
    Effect.mapError(failureOfReason),
    Effect.flatMap((query) => Effect.mapError(records.complaints.page(query), (error) => failureOf(error))),
    Effect.map((page) => page.records.length > 0)
  )

/** Fails if the mirror cannot read a number, or has no complaint with a subject or a city, which are probably misspelled. */
export const checkFilters = Effect.fnUntraced(function* (
  records: Records,
  { city, number, state, subject }: Partial<ComplaintFilters>
) {
  // Only the mirror reads numbers.
  if (number !== undefined) yield* hasComplaints(records, { number })
  if (subject !== undefined && !(yield* hasComplaints(records, { subject }))) {
    const labels = subjects.map(({ label }) => label)
    const word = subject.toLowerCase()
    const meant = labels.find((label) => label.toLowerCase().includes(word)) ?? nearestName(subject, labels)
    const fix = meant === undefined ? `Subjects are: ${labels.join("; ")}.` : `Did you mean "${meant}"?`
    return yield* usageFailure(`--subject: the mirror has no complaint with the subject "${subject}".`, fix)
  }
  if (city !== undefined && !(yield* hasComplaints(records, { city, ...(state === undefined ? {} : { state }) }))) {
    const where = state === undefined ? "" : ` in ${state}`
    return yield* usageFailure(`--city: the mirror has no complaint from "${city}"${where}.`, "Check the spelling.")
  }
})

/** Prepares a query of a mirror whose last day is `last`: its filters are checked, and its days are dates. */
export const localComplaintQuery = Effect.fnUntraced(function* (
  query: ComplaintQuery,
  records: Records,
  last: string | undefined
) {
  yield* checkFilters(records, query)
  return last === undefined ? query : withDates(query, CivilDate.make(last))
})
