import { type CheckReport } from "@public-records/check/CheckReport"
import { checkService, mostRequests, plannedRequests } from "@public-records/check/checkService"
import { Duration, Effect, Layer } from "effect"
import { HttpClient } from "effect/http"
import { type CommandFailure, type Exit, exitWith, failureOf } from "../CommandFailure.ts"
import { exitCodes } from "../exitCodes.ts"
import { type CheckFlags } from "../flags/reportFlags.ts"
import { Host } from "../Host.ts"
import { checkText } from "../output/checkText.ts"
import { makeNotes, type Notes } from "../output/Notes.ts"
import { printedJson } from "../output/printedJson.ts"
import { type ReaderGone, write } from "../output/StandardOutput.ts"
import { recordsLayer } from "../source/recordsLayer.ts"
import { requestLog } from "../output/requestLog.ts"
import { type ServiceWay } from "../source/ServiceWay.ts"
import { openSource, type Source } from "../source/openSource.ts"

const defaultRequestsPerHour = 1000

const budgetNote = ({ options: { requestsPerHour = defaultRequestsPerHour } }: ServiceWay): string =>
  Number.isFinite(requestsPerHour) ? `of a budget of ${requestsPerHour} an hour` : "without a limit"

const reportOn = Effect.fnUntraced(function* (source: Source, notes: Notes) {
  const way = yield* source.way
  const { apiKey, baseUrl, maxRetryAfter, maxWait, requestsPerHour } = way.options
  // The settings are checked as for any other command, before anything is said or sent.
  yield* Layer.build(recordsLayer(way.options).pipe(Layer.provide(Layer.succeed(HttpClient.HttpClient, way.http))))
  // Where the server is embedded, its base URL says nothing to anybody.
  const target = source.origin.baseUrl
  yield* notes.say(
    `${plannedRequests} requests will be sent to ${target}, ${budgetNote(way)}; ${mostRequests} at most, where some have to be repeated.`
  )
  const report = yield* checkService({
    baseUrl,
    apiKey,
    requestsPerHour,
    maxRetryAfter: maxRetryAfter === undefined ? undefined : Duration.fromInputUnsafe(maxRetryAfter),
    maxWait: maxWait === undefined ? undefined : Duration.fromInputUnsafe(maxWait),
    onProgress: (done, of) => notes.progress(`${done} of ${of} questions asked`)
  }).pipe(
    Effect.mapError((error) => failureOf(error, source.origin.keySource)),
    Effect.provideService(HttpClient.HttpClient, way.http),
    Effect.provide(source.guards),
    Effect.ensuring(notes.clearProgress)
  )
  return { ...report, baseUrl: target }
}, Effect.scoped)

const printed = (report: CheckReport, format: CheckFlags["format"], stdout: Host["Service"]["stdout"]): string =>
  format === "json" ? `${printedJson(report, stdout, 2)}\n` : checkText(report)

/** `public-records check` */
export const check = Effect.fnUntraced(function* (
  flags: CheckFlags
): Effect.fn.Return<void, CommandFailure | Exit | ReaderGone, Host> {
  const { stderr, stdout } = yield* Host
  const showsProgress = stderr.isTTY && !flags.noProgress && !flags.quiet && !flags.verbose
  const notes = makeNotes(stderr, { quiet: flags.quiet, showsProgress })
  const source = yield* openSource(flags, { sampleWithoutKey: false, showsLoading: showsProgress })
  if (source.warning !== undefined) yield* notes.say(source.warning)
  const report = yield* Effect.provide(reportOn(source, notes), requestLog(notes, flags.verbose))
  yield* write(stdout, printed(report, flags.format, stdout))
  if (report.breaks > 0) return yield* exitWith(exitCodes.refused)
})
