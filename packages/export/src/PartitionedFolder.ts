import { CivilDate, ComplaintQuery, publicationOf } from "@public-records/core"
import { DateTime, Duration, Effect, Option, Schema } from "effect"
import { mkdir, readFile } from "node:fs/promises"
import { dirname } from "node:path"
import { codeOf, type ExportFailure, otherExport } from "./ExportFailure.ts"
import { type ExportedQuery, type ExportJob, identityOf } from "./ExportJob.ts"
import { lengthOf, onDisk } from "./files.ts"
import { isOfExport, manifestOf } from "./Manifest.ts"

/** A day of a query, and what it asks. */
export interface QueryDay {
  readonly day: CivilDate
  readonly query: ComplaintQuery
}

const isDay = Schema.is(CivilDate)

const ofDay = (query: ComplaintQuery, day: CivilDate): QueryDay => ({
  day,
  query: new ComplaintQuery({ ...query, filter: { _tag: "CreatedRange", created: { from: day, to: day } } })
})

/**
 * The days of a query, in its order, each with its own question: the same one, whether it was asked for as a day or in a
 * range. Nothing where the query has no range of created dates, or one that begins or ends within a day.
 */
export const queryDays = (query: ComplaintQuery): ReadonlyArray<QueryDay> | undefined => {
  const { filter } = query
  if (filter._tag === "CreatedDate") return [ofDay(query, filter.date)]
  if (!("created" in filter) || filter.created === undefined) return undefined
  const { from, to } = filter.created
  if (!isDay(from) || !isDay(to)) return undefined
  return Option.match(query.byDay(), {
    onNone: () => [{ day: from, query }],
    onSome: (windows) => Array.from(windows, ({ from: day, query }) => ({ day: isDay(day) ? day : from, query }))
  })
}

/** For so long after its publication a day without complaints may be one whose complaints are late. */
const mayBeLate = Duration.days(1)

/** Whether a day's complaints are published, by the calendar: not yet, within the last day, or before. */
export const publicationState = (day: CivilDate): Effect.Effect<"not yet" | "just now" | "before"> =>
  Effect.map(DateTime.now, (now) => {
    const since = DateTime.toEpochMillis(now) - DateTime.toEpochMillis(publicationOf(day))
    if (since < 0) return "not yet"
    return since < Duration.toMillis(mayBeLate) ? "just now" : "before"
  })

const textOf = (path: string): Effect.Effect<string, ExportFailure> =>
  onDisk(path, () =>
    readFile(path, "utf8").catch((cause: unknown) => (codeOf(cause) === "ENOENT" ? "" : Promise.reject(cause)))
  )

/**
 * Whether a part is there, whole, with its manifest.
 *
 * **Fails with** `OtherExport` where its manifest is that of another query, and it is not to be made anew.
 */
export const hasPart = Effect.fnUntraced(function* <Query extends ExportedQuery, Record>(
  job: ExportJob<Query, Record>
): Effect.fn.Return<boolean, ExportFailure> {
  const { checkpoint, file, manifest } = job.target
  const found = manifestOf(yield* textOf(manifest))
  if (job.restart === true || Option.isNone(found)) return false
  if (!isOfExport(found.value, identityOf(job))) {
    return yield* otherExport(
      `${file} holds another question: ${found.value.query}, and asked for now is ${identityOf(job).query}. ` +
        "Name another folder with --out, or add --restart to write its days anew."
    )
  }
  return (yield* lengthOf(file)) === found.value.bytes && (yield* lengthOf(checkpoint)) === undefined
})

/** Makes the folder of a part. */
export const makeFolder = (file: string): Effect.Effect<void, ExportFailure> =>
  Effect.asVoid(onDisk(dirname(file), () => mkdir(dirname(file), { recursive: true })))
