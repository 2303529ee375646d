import { PublicRecords, type PublicRecordsError } from "@public-records/core"
import {
  type MirrorError,
  type SiteError,
  type SyncEvent,
  type SyncOptions,
  type SyncPlan
} from "@public-records/mirror"
import { Deferred, Effect, Stream } from "effect"
import { HttpClient } from "effect/http"
import { Exit, invalidQuery, mirrorFailure, siteFailure } from "../CommandFailure.ts"
import { Host } from "../Host.ts"
import { makeEventPrinter } from "../output/mirrorEvents.ts"
import { printerOptions } from "../output/printers.ts"
import { loggingRequests } from "../output/requestLog.ts"
import { signalExitCodes } from "../signals.ts"
import { openMirror } from "../source/openLocal.ts"
import { openSession, type Session } from "../source/session.ts"
import { checkConsent, type Consent, consentTo } from "../sync/consent.ts"
import { checkSync, emptyRun, recordEvent } from "../sync/checkSync.ts"
import { openSources, type SyncSources } from "../sync/openSources.ts"
import { readSyncFlags, type SyncFlags } from "../sync/readSyncFlags.ts"
import { showEvents } from "../sync/showEvents.ts"

/** Converts an error of a sync to a failure. The session converts an error of the service. */
const failureOfSync = (error: MirrorError | SiteError | PublicRecordsError, hasService: boolean) => {
  if (error._tag === "MirrorError") return mirrorFailure(error)
  if (error._tag === "SiteError")
    return siteFailure(error, hasService ? "To read only the service, add --source service." : "")
  if (error.reason._tag !== "InvalidQuery") return error
  // The flag has the name of the option without its unit.
  return invalidQuery(
    error.reason.problems.map(({ field, rule }) => ({ field: field === "pauseSeconds" ? "pause" : field, rule }))
  )
}

const runSync = Effect.fnUntraced(function* (
  flags: SyncFlags,
  options: SyncOptions,
  { progress, source, status }: Session<SyncSources>
) {
  const host = yield* Host
  const { format } = yield* printerOptions({ ...flags, spreadsheetSafe: false })
  const mirror = yield* openMirror(flags, "write")
  const print = yield* makeEventPrinter(format)
  const requestsPerHour = source.service?.requestsPerHour ?? Number.POSITIVE_INFINITY
  const show = showEvents({ progress, requestsPerHour, status })
  const run = emptyRun()
  let consent: Consent = "yes"
  const approve = async (plan: SyncPlan) => {
    consent = await consentTo(plan, flags, requestsPerHour, host)
    return consent === "yes"
  }
  const handle = Effect.fnUntraced(function* (event: SyncEvent) {
    yield* show(event)
    recordEvent(run, event)
    // A plan is on standard error. Only a dry run has it in JSON, too; its report has no numbers for people.
    if (flags.dryRun ? format !== "table" : event._tag !== "Plan") yield* print(event)
  })
  const events = mirror
    .sync({ ...options, ...source.options, approve })
    .pipe(Stream.provideService(HttpClient.HttpClient, loggingRequests(source.http)))
  const { service } = source
  yield* (service === undefined ? events : Stream.provideService(events, PublicRecords, service.records)).pipe(
    Stream.mapError((error) => failureOfSync(error, service !== undefined)),
    Stream.runForEach(handle),
    Effect.ensuring(status.clearProgress),
    Effect.onInterrupt(() => status.print("Stopped. What was read is stored; run the same command to continue."))
  )
  yield* checkConsent(consent, status)
  yield* checkSync(flags, run, status)
}, Effect.scoped)

/** Interrupts a program on the first signal, without a time limit for what it is writing. Another signal ends the process. */
const endingOnSignal = Effect.fnUntraced(function* <A, E, R>(program: Effect.Effect<A, E, R>) {
  const { onSignal } = yield* Host
  const ended = yield* Deferred.make<never, Exit>()
  onSignal((signal) => Deferred.doneUnsafe(ended, Effect.fail(new Exit({ code: signalExitCodes[signal] }))))
  return yield* Effect.raceFirst(program, Deferred.await(ended))
})

export const mirrorSync = Effect.fnUntraced(function* (flags: SyncFlags) {
  const { options, spend } = yield* readSyncFlags(flags)
  yield* endingOnSignal(
    openSession(
      openSources(flags, spend),
      { ...flags, spreadsheetSafe: false },
      { isOnScreen: false, printsNotice: false },
      (session) => runSync(flags, options, session)
    )
  )
})
