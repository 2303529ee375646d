import { type Complaint, type ComplaintQuery, PublicRecords, type PublicRecordsError } from "@public-records/core"
import { Option, Stream } from "effect"

/** Reads several days of a range of created dates in parallel. The records of different days are interleaved. */
export const daysInParallel = (
  query: ComplaintQuery,
  concurrency: number
): Stream.Stream<Complaint, PublicRecordsError, PublicRecords> =>
  Option.match(query.byDay(), {
    // The query is for a single day, or has no range.
    onNone: () => Stream.unwrap(PublicRecords.useSync(({ complaints }) => complaints.stream(query))),
    onSome: (days) =>
      Stream.fromIterable(days).pipe(
        Stream.flatMap(
          (day) => Stream.unwrap(PublicRecords.useSync(({ complaints }) => complaints.stream(day.query))),
          { concurrency }
        )
      )
  })
