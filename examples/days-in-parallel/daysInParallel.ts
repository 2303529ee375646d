import { type Complaint, type ComplaintQuery, PublicRecords, type PublicRecordsError } from "@public-records/core"
import { Option, Stream } from "effect"

/** Reads a range of created dates day by day, several days at the same time. The records of different days come mixed. */
export const daysInParallel = (
  query: ComplaintQuery,
  concurrency: number
): Stream.Stream<Complaint, PublicRecordsError, PublicRecords> =>
  Option.match(query.byDay(), {
    // The range is a single day, or there is none.
    onNone: () => Stream.unwrap(PublicRecords.useSync(({ complaints }) => complaints.stream(query))),
    onSome: (days) =>
      Stream.fromIterable(days).pipe(
        Stream.flatMap(
          (day) => Stream.unwrap(PublicRecords.useSync(({ complaints }) => complaints.stream(day.query))),
          { concurrency }
        )
      )
  })
