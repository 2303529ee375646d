import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { Context, Effect, Layer, Option, Stream } from "effect"

/** Consumer reports about a number, which are not verified. */
export interface CallerReport {
  readonly number: string
  readonly complaints: number
  readonly robocalls: number
  readonly subjects: ReadonlySet<string>
}

const withComplaint = (before: CallerReport, subject: string | null, isRobocall: boolean | null): CallerReport => ({
  number: before.number,
  complaints: before.complaints + 1,
  robocalls: before.robocalls + (isRobocall === true ? 1 : 0),
  subjects: subject === null ? before.subjects : new Set([...before.subjects, subject])
})

/** Complaints by caller. The service has no filter for a number, so a range of time is read once. */
export class Callers extends Context.Service<
  Callers,
  {
    readonly reportOf: (number: string) => Option.Option<CallerReport>
    readonly worst: (count: number) => ReadonlyArray<CallerReport>
  }
>()("examples/Callers") {
  /** Reads all complaints of a range of days or times: "2021-07-07", or "2021-07-07 09:00:00". */
  static readonly layer = (createdFrom: string, createdTo: string) =>
    Layer.effect(
      Callers,
      Effect.gen(function* () {
        const { complaints } = yield* PublicRecords
        const query = yield* ComplaintQuery.fromInput({ createdFrom, createdTo })
        const callers = new Map<string, CallerReport>()
        yield* complaints.stream(query).pipe(
          Stream.runForEach(({ companyPhoneNumber: number, isRobocall, subject }) =>
            Effect.sync(() => {
              if (number === null) return
              const before = callers.get(number) ?? { number, complaints: 0, robocalls: 0, subjects: new Set() }
              callers.set(number, withComplaint(before, subject, isRobocall))
            })
          )
        )
        const byComplaints = [...callers.values()].toSorted((a, b) => b.complaints - a.complaints)
        return Callers.of({
          reportOf: (number) => Option.fromNullishOr(callers.get(number)),
          worst: (count) => byComplaints.slice(0, count)
        })
      })
    )
}
