import { acceptText } from "@public-records/answers/statusAnswer"
import { named } from "@public-records/answers/words"
import { type ImportedDay, type SyncEvent, type SyncReport } from "@public-records/mirror"
import { counted } from "@public-records/text/counts"
import { Effect, Predicate } from "effect"
import { rateLimited, strictCheckFailed } from "../CommandFailure.ts"
import { type StatusOutput } from "../output/StatusOutput.ts"
import { leftText } from "../output/syncText.ts"

type Refused = Extract<SyncEvent, { readonly _tag: "Refused" }>

/** The course of a sync. `pages` are those of the service. */
export interface SyncRun {
  pages: number
  report: SyncReport | undefined
  readonly days: Array<ImportedDay>
  readonly refused: Array<Refused>
}

export const emptyRun = (): SyncRun => ({ pages: 0, report: undefined, days: [], refused: [] })

export const recordEvent = (run: SyncRun, event: SyncEvent): void => {
  if (event._tag === "Report") run.report = event
  if (event._tag === "Page") run.pages += 1
  if (event._tag === "Day") run.days.push(event)
  if (event._tag === "Refused") run.refused.push(event)
}

/**
 * Returns true for a day of the service that was read only in part. A weekday without any records is partial only because the service
 * may be late, and a day of daily files while another file may still come.
 */
const isPart = ({ outcome, records, setAside, source, state }: ImportedDay): boolean =>
  source === "service" && outcome !== "held" && state === "partial" && records + setAside > 0

const heldBack = (held: ReadonlyArray<ImportedDay>) => {
  const ofFiles = held.filter(({ source }) => source === "file").map(({ day }) => day)
  const fixes = [
    ...(ofFiles.length === 0 ? [] : [acceptText(ofFiles)]),
    ...(ofFiles.length === held.length
      ? []
      : [
          "A run 12 hours later reads the service again, and replaces a day that has lost up to half of its records in both reads. To take what the service has now, add --replace."
        ])
  ]
  return strictCheckFailed(
    `Not replaced, because more than 1 % of the records would be lost: ${named(held.map(({ day }) => day))}.`,
    fixes.join(" ")
  )
}

/** Fails if daily files were refused. Notices of the site that cannot be read do not fail. */
const checkRefused = Effect.fnUntraced(function* ({ refused, report }: SyncRun) {
  const files = report?.dailyFiles?.files.refused ?? 0
  const [first] = refused
  if (files === 0 || first === undefined) return
  const others = files === 1 ? "" : `${counted(files, "daily file was", "daily files were")} refused. `
  return yield* strictCheckFailed(`${others}${first.message}`, "The next run asks for it again.")
})

/**
 * Prints why not all daily files were asked for, if that is no failure. Fails if a day was held back, if a daily file was refused, if a day
 * was read only in part, or if the run ended early and may not have. With `--no-wait` it may, if it read something.
 */
export const checkSync = Effect.fnUntraced(function* (
  { noWait }: { readonly noWait: boolean },
  run: SyncRun,
  status: Pick<StatusOutput, "print">
) {
  const { days, pages, report } = run
  if (Predicate.isString(report?.dailyFiles?.ended)) yield* status.print(report.dailyFiles.ended)
  if (report !== undefined && report.left.nextTryAt !== null && (!noWait || pages === 0)) {
    return yield* rateLimited(
      "The next request would have to wait longer than allowed.",
      leftText(report),
      report.left.nextTryAt
    )
  }
  const held = days.filter(({ outcome }) => outcome === "held")
  if (held.length > 0) return yield* heldBack(held)
  yield* checkRefused(run)
  const parts = days.filter(isPart)
  const [part] = parts
  if (part === undefined) return
  const others = parts.length === 1 ? "" : `, and ${counted(parts.length - 1, "other day", "other days")}`
  return yield* strictCheckFailed(
    `Read only in part: ${part.day}: ${part.why ?? ""}${others}.`,
    'A run 12 hours later reads it again. "public-records mirror status" names all such days.'
  )
})
