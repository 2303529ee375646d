import { CivilDate, defaultBaseUrl, isCivilDate, PublicRecords, type PublicRecordsError } from "@public-records/core"
import {
  type ImportedDay,
  type Mirror,
  type MirrorError,
  type SyncEvent,
  type SyncOptions,
  type SyncPlan,
  type SyncReport,
  type SyncSource
} from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { Effect, Stream } from "effect"
import { createInterface } from "node:readline"
import { failureOf, mirrorFailure, rateLimited, strictCheckFailed, usageFailure } from "../CommandFailure.ts"
import { maxRetryAfter } from "../export/toFile.ts"
import { type CommandFlags } from "../flags.ts"
import { Host } from "../Host.ts"
import { readInteger } from "../integers.ts"
import { makeAnswerStatus, named } from "../output/mirrorAnswer.ts"
import { makeEventPrinter } from "../output/mirrorEvents.ts"
import { printerOptions } from "../output/printers.ts"
import { type StatusOutput } from "../output/StatusOutput.ts"
import { leftText, planText } from "../output/syncText.ts"
import { showShare } from "../output/progress.ts"
import { openMirror } from "../source/openLocal.ts"
import { hourlyBudget, openService } from "../source/openService.ts"
import { openSession, type Session } from "../source/session.ts"
import { type Service } from "../source/Source.ts"
import { settingSources } from "../settings/configurationFile.ts"
import { readSettings } from "../settings/userSettings.ts"

type Flags = CommandFlags<"mirror sync">

const readFlags = Effect.fnUntraced(function* ({ from, spend }: Flags) {
  if (from !== undefined && !isCivilDate(from)) {
    return yield* usageFailure(`--from: "${from}" is not a date.`, "Write it as 2021-07-05.")
  }
  return {
    from: from === undefined ? undefined : CivilDate.make(from),
    spend: yield* readInteger("--spend", spend)
  }
})

type Options = Effect.Success<ReturnType<typeof readFlags>>

/** Prints the plan, the progress and the failures of a sync to standard error. */
export const showEvent = ({ requestsPerHour, status }: Pick<Run, "requestsPerHour" | "status">) => {
  const showVerified = showShare(status)
  let planned = ""
  return Effect.fnUntraced(function* (event: SyncEvent) {
    if (event._tag === "Verifying") return showVerified(event.share)
    if (event._tag === "Page") {
      const { list, records, requests, total } = event
      const read = total === null ? "" : `${grouped(records)} of `
      const all = counted(total ?? records, "record", "records")
      return yield* status.progress(`${list}: ${read}${all}, request ${grouped(requests)}${planned}`)
    }
    yield* status.clearProgress
    if (event._tag === "Plan") {
      planned = ` of about ${grouped(event.requests)}`
      yield* status.print(planText(event, requestsPerHour))
    }
    if (event._tag === "Failed") yield* status.print(`${event.list}: ${event.message}`)
  })
}

/** Whether a day was read only in part. A weekday without any records is partial only because the service may be late. */
const isPart = ({ outcome, records, setAside, state }: ImportedDay): boolean =>
  outcome !== "held" && state === "partial" && records + setAside > 0

/**
 * Fails if a day was held back or read only in part, or if the run ended early and may not have. With `--no-wait` it may, if it read
 * something.
 */
export const checkSync = Effect.fnUntraced(function* (
  { noWait, pages }: Pick<Flags, "noWait"> & { readonly pages: number },
  report: SyncReport | undefined,
  days: ReadonlyArray<ImportedDay>
) {
  if (report !== undefined && report.left.nextTryAt !== null && (!noWait || pages === 0)) {
    return yield* rateLimited(
      "The next request would have to wait longer than allowed.",
      leftText(report),
      report.left.nextTryAt
    )
  }
  const held = days.filter(({ outcome }) => outcome === "held")
  if (held.length > 0) return yield* heldBack(held)
  const parts = days.filter(isPart)
  const [part] = parts
  if (part === undefined) return
  const others = parts.length === 1 ? "" : `, and ${counted(parts.length - 1, "other day", "other days")}`
  return yield* strictCheckFailed(
    `Read only in part: ${part.day}: ${part.why ?? ""}${others}.`,
    'A run 12 hours later reads it again. "public-records mirror status" names all such days.'
  )
})

const heldBack = (held: ReadonlyArray<ImportedDay>) =>
  strictCheckFailed(
    `Not replaced, because more than 1 % of the records would be lost: ${named(held.map(({ day }) => day))}.`,
    "A run 12 hours later reads them again, and replaces a day that has lost up to half of its records in both reads. To take what the service has now, add --replace."
  )

/** The answer to the question whether a long plan is read. `unasked`: standard input or standard error is not a terminal. */
type Consent = "yes" | "no" | "unasked"

/** Asks on a terminal whether a plan that takes more than an hour is read. */
const consentTo = async (
  { requests }: SyncPlan,
  { noWait, yes }: Flags,
  requestsPerHour: number,
  { stderr, stdin }: Host["Service"]
): Promise<Consent> => {
  // With `--no-wait`, a run ends when the budget of the hour is used up.
  if (requests <= requestsPerHour || yes || noWait) return "yes"
  if (!stdin.isTTY || !stderr.isTTY) return "unasked"
  stderr.write("Read all of it? [y/N] ")
  const lines = createInterface({ input: stdin, terminal: false })
  try {
    const answer = await new Promise<string>((resolve) => lines.once("line", resolve).once("close", () => resolve("")))
    return /^\s*y(es)?\s*$/i.test(answer) ? "yes" : "no"
  } finally {
    lines.close()
  }
}

/** Fails if nobody could be asked, and says so if nothing is read. */
const checkConsent = Effect.fnUntraced(function* (consent: Consent, status: StatusOutput) {
  if (consent === "no") yield* status.print("Nothing was read.")
  if (consent !== "unasked") return
  return yield* usageFailure(
    "Nothing was read, because the plan takes more than an hour.",
    "Add --yes to read all of it, --no-wait to read as much as the hour allows, or --from with a later date."
  )
})

/** The mirror and the service of a run. */
interface Run extends Pick<Session, "status">, Pick<Service, "name" | "requestsPerHour"> {
  readonly sync: (
    mirror: Mirror["Service"],
    options: SyncOptions
  ) => Stream.Stream<SyncEvent, MirrorError | PublicRecordsError>
}

const runSync = Effect.fnUntraced(function* (flags: Flags, from: CivilDate | undefined, session: Run) {
  const host = yield* Host
  const { dryRun, repair, replace } = flags
  const { format } = yield* printerOptions({ ...flags, spreadsheetSafe: false })
  const mirror = yield* openMirror(flags, "write")
  const print = yield* makeEventPrinter(format)
  const show = showEvent(session)
  const days: Array<ImportedDay> = []
  let report: SyncReport | undefined
  let pages = 0
  let consent: Consent = "yes"
  const approve = async (plan: SyncPlan) => {
    consent = await consentTo(plan, flags, session.requestsPerHour, host)
    return consent === "yes"
  }
  const handle = Effect.fnUntraced(function* (event: SyncEvent) {
    yield* show(event)
    if (event._tag === "Report") report = event
    if (event._tag === "Page") pages += 1
    if (event._tag === "Day") days.push(event)
    yield* print(event)
  })
  yield* session.sync(mirror, { from, repair, replace, dryRun, approve, origin: session.name }).pipe(
    Stream.mapError((error) => (error._tag === "MirrorError" ? mirrorFailure(error) : error)),
    Stream.runForEach(handle),
    Effect.ensuring(session.status.clearProgress),
    Effect.onInterrupt(() => stopped(session.status))
  )
  yield* checkConsent(consent, session.status)
  yield* checkSync({ noWait: flags.noWait, pages }, report, days)
}, Effect.scoped)

/** A dry run sends no requests. */
const noRequests: SyncSource = { complaints: () => Stream.empty, notices: () => Stream.empty, requests: () => 0 }

/** Prints the plan. Needs no key, and creates no file. */
const printPlan = Effect.fnUntraced(function* (flags: Flags, { from, spend }: Options) {
  const settings = yield* readSettings(yield* settingSources(flags))
  yield* runSync(flags, from, {
    status: yield* makeAnswerStatus(flags),
    name: settings("baseUrl")?.value ?? defaultBaseUrl,
    requestsPerHour: hourlyBudget(settings, spend),
    sync: (mirror, options) => mirror.syncFrom(noRequests, options)
  }).pipe(Effect.mapError((error) => (error._tag === "PublicRecordsError" ? failureOf(error) : error)))
})

const stopped = (status: StatusOutput) =>
  status.print("Stopped. Every page that was read is stored; run the same command to continue.")

export const mirrorSync = Effect.fnUntraced(function* (flags: Flags) {
  const { from, spend } = yield* readFlags(flags)
  if (flags.dryRun) return yield* printPlan(flags, { from, spend })
  const open = openService(flags, { maxRetryAfter, spend, suggestsDemo: false })
  yield* openSession(
    open,
    { ...flags, spreadsheetSafe: false },
    { isOnScreen: false, printsNotice: false },
    ({ source: service, status }) =>
      runSync(flags, from, {
        ...service,
        status,
        sync: (mirror, syncOptions) => Stream.provideService(mirror.sync(syncOptions), PublicRecords, service.records)
      })
  )
})
