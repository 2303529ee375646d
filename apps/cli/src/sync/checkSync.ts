import { type ImportedDay, type SyncEvent, type SyncReport } from "@public-records/mirror"
import { counted } from "@public-records/text/counts"
import { Effect } from "effect"
import { rateLimited, strictCheckFailed } from "../CommandFailure.ts"
import { named } from "../output/mirrorAnswer.ts"
import { acceptText } from "../output/mirrorText.ts"
import { leftText } from "../output/syncText.ts"

type Refused = Extract<SyncEvent, { readonly _tag: "Refused" }>

/** What a sync did. `pages` are those of the service. */
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
 * Whether a day of the service was read only in part. A weekday without any records is partial only because the service may be late. A
 * day of daily files is partial while another file may still come.
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

/** Fails if daily files were refused. What was refused of the notices is said, and does not fail. */
const checkRefused = Effect.fnUntraced(function* ({ refused, report }: SyncRun) {
  const files = report?.dailyFiles?.files.refused ?? 0
  const [first] = refused
  if (files === 0 || first === undefined) return
  const others = files === 1 ? "" : `${counted(files, "daily file was", "daily files were")} refused. `
  return yield* strictCheckFailed(`${others}${first.message}`, "The next run asks for it again.")
})

/**
 * Fails if a day was held back, if a daily file was refused, if a day was read only in part, or if the run ended early and may not have.
 * With `--no-wait` it may, if it read something.
 */
export const checkSync = Effect.fnUntraced(function* ({ noWait }: { readonly noWait: boolean }, run: SyncRun) {
  const { days, pages, report } = run
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
