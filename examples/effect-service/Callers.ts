import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { Context, Effect, Layer, Option, Stream } from "effect"

/** What consumers reported of one number; none of it is verified. */
export interface Standing {
  readonly number: string
  readonly complaints: number
  readonly robocalls: number
  readonly subjects: ReadonlySet<string>
}

const withComplaint = (before: Standing, subject: string | null, isRobocall: boolean | null): Standing => ({
  number: before.number,
  complaints: before.complaints + 1,
  robocalls: before.robocalls + (isRobocall === true ? 1 : 0),
  subjects: subject === null ? before.subjects : new Set([...before.subjects, subject])
})

/** Which callers were complained about. The service cannot be asked for a number, so a span of time is read once. */
export class Callers extends Context.Service<
  Callers,
  {
    readonly standingOf: (number: string) => Option.Option<Standing>
    readonly worst: (count: number) => ReadonlyArray<Standing>
  }
>()("examples/Callers") {
  /** Reads all complaints from one moment to another: "2021-07-07", or "2021-07-07 09:00:00". */
  static readonly layer = (createdFrom: string, createdTo: string) =>
    Layer.effect(
      Callers,
      Effect.gen(function* () {
        const { complaints } = yield* PublicRecords
        const query = yield* ComplaintQuery.fromInput({ createdFrom, createdTo })
        const callers = new Map<string, Standing>()
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
          standingOf: (number) => Option.fromNullishOr(callers.get(number)),
          worst: (count) => byComplaints.slice(0, count)
        })
      })
    )
}
