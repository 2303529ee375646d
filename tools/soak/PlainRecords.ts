import { type ComplaintInput, type NoticeInput } from "@public-records/core"
import {
  complaintAt,
  complaintRecord,
  noticeAt,
  noticeRecord,
  type SampleComplaint,
  type SampleNotice,
  titleOf
} from "@public-records/testing/Samples"
import { type FilterName, type Schedule } from "./Schedule.ts"

interface Filtering<Input, Sample> {
  readonly input: Input
  readonly passes: (sample: Sample) => boolean
}

/** Filters for complaints: the user's input, and the matching predicate for plain records. */
export const complaintFilters: Readonly<Record<FilterName, Filtering<ComplaintInput, SampleComplaint>>> = {
  none: { input: {}, passes: () => true },
  narrow: { input: { state: "Ohio" }, passes: ({ state }) => state === "Ohio" },
  range: {
    input: { createdFrom: "2021-07-05", createdTo: "2021-07-06" },
    passes: ({ createdDate }) => createdDate >= "2021-07-05 00:00:00" && createdDate <= "2021-07-06 23:59:59"
  },
  days: {
    input: { createdFrom: "2021-07-04", createdTo: "2021-07-07", robocall: "true" },
    passes: ({ robocall }) => robocall === "Y"
  },
  nothing: { input: { createdDate: "2020-01-01" }, passes: () => false }
}

/** Filters for notices, in the same format. */
export const noticeFilters: Readonly<Record<FilterName, Filtering<NoticeInput, SampleNotice>>> = {
  none: { input: {}, passes: () => true },
  narrow: { input: { titleContains: "Media" }, passes: (notice) => titleOf(notice).includes("Media") },
  range: { input: { date: "2011-04-03" }, passes: ({ date }) => date === "2011-04-03" },
  days: { input: { title: "steel" }, passes: (notice) => titleOf(notice).includes("Steel") },
  nothing: { input: { transactionNumber: "19990001" }, passes: () => false }
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Returns the ids in the order of a walk, ties by id, starting at offset 0. */
const ordered = <Sample extends { readonly id: string }>(
  samples: ReadonlyArray<Sample>,
  momentOf: (sample: Sample) => string,
  order: "ASC" | "DESC"
): ReadonlyArray<string> => {
  const ascending = samples.toSorted((a, b) => compare(momentOf(a), momentOf(b)) || compare(a.id, b.id))
  return (order === "ASC" ? ascending : ascending.toReversed()).map(({ id }) => id)
}

const complaintsOf = ({ records }: Schedule): ReadonlyArray<SampleComplaint> =>
  Array.from({ length: records }, (_, n) => complaintAt(n))
const noticesOf = ({ records }: Schedule): ReadonlyArray<SampleNotice> =>
  Array.from({ length: records }, (_, n) => noticeAt(n))

/** Returns the records of the service, without some, in the wire format. */
export const wireRecordsOf = (schedule: Schedule, without: ReadonlySet<string>): ReadonlyArray<unknown> => {
  const { collection } = schedule
  const records =
    collection === "complaints" ? complaintsOf(schedule).map(complaintRecord) : noticesOf(schedule).map(noticeRecord)
  return records.filter(({ id }) => !without.has(id))
}

/** Returns the ids of all records that the service has at the start. */
export const allIdsOf = (schedule: Schedule): ReadonlyArray<string> =>
  (schedule.collection === "complaints" ? complaintsOf(schedule) : noticesOf(schedule)).map(({ id }) => id)

/** Returns the ids that match a schedule's query at the start, in its order and from offset 0. Does not use code under test. */
export const matchingIdsOf = (schedule: Schedule): ReadonlyArray<string> => {
  const { collection, filter, order, sortBy } = schedule
  if (collection === "complaints") {
    const matching = complaintsOf(schedule).filter(complaintFilters[filter].passes)
    return ordered(matching, ({ createdDate }) => createdDate, order)
  }
  const matching = noticesOf(schedule).filter(noticeFilters[filter].passes)
  return ordered(matching, ({ created, updated }) => (sortBy === "created" ? created : updated), order)
}

/** Returns the ids of the records that vanish during the walk. */
export const vanishingIdsOf = (schedule: Schedule): ReadonlySet<string> => {
  const { vanish } = schedule.quirks
  if (vanish === undefined) return new Set()
  return new Set(matchingIdsOf(schedule).slice(vanish.from, vanish.from + vanish.count))
}

/** Returns the ids of the invalid records. */
export const brokenIdsOf = (schedule: Schedule): ReadonlySet<string> => {
  const { broken } = schedule.quirks
  return new Set(broken === undefined ? [] : allIdsOf(schedule).filter((_, place) => place % broken.every === 0))
}
