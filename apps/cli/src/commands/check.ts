import { checkService, maxRequests, plannedRequests } from "@public-records/check/checkService"
import { reportText } from "@public-records/check/reportText"
import { Effect, Layer } from "effect"
import { HttpClient } from "effect/http"
import { type CommandFlags } from "../flags.ts"
import { Exit, failureOf } from "../CommandFailure.ts"
import { exitCodes } from "../exitCodes.ts"
import { Host } from "../Host.ts"
import { makeNotes, type Notes } from "../output/Notes.ts"
import { requestLog } from "../output/requestLog.ts"
import { writeReport } from "../output/StandardOutput.ts"
import { openSource, recordsLayer, type Source } from "../source/openSource.ts"

const defaultRequestsPerHour = 1000

const runCheck = Effect.fnUntraced(function* ({ connection, guards, origin }: Source, notes: Notes) {
  const { http, options } = yield* connection
  // The settings are checked as for any other command, before anything is printed or sent.
  yield* Layer.build(recordsLayer({ http, options }))
  const budget = options.requestsPerHour ?? defaultRequestsPerHour
  const bound = Number.isFinite(budget) ? `of a budget of ${budget} an hour` : "without a limit"
  yield* notes.say(
    `${plannedRequests} requests will be sent to ${origin.baseUrl}, ${bound}; ${maxRequests} at most, where some have to be repeated.`
  )
  const report = yield* checkService({
    ...options,
    onProgress: (done, of) => notes.progress(`${done} of ${of} questions asked`)
  }).pipe(
    Effect.mapError((error) => failureOf(error, origin.keySource)),
    Effect.provideService(HttpClient.HttpClient, http),
    Effect.provide(guards),
    Effect.ensuring(notes.clearProgress)
  )
  // The base URL of an embedded server means nothing to anybody.
  return { ...report, baseUrl: origin.baseUrl }
}, Effect.scoped)

export const check = Effect.fnUntraced(function* (flags: CommandFlags<"check">) {
  const { stderr } = yield* Host
  const showsProgress = stderr.isTTY && !flags.noProgress && !flags.quiet && !flags.verbose
  const notes = makeNotes(stderr, { quiet: flags.quiet, showsProgress })
  const source = yield* openSource(flags, { sampleWithoutKey: false, showsLoading: showsProgress })
  if (source.warning !== undefined) yield* notes.say(source.warning)
  const report = yield* Effect.provide(runCheck(source, notes), requestLog(notes, flags.verbose))
  yield* writeReport(flags.format, report, reportText(report))
  if (report.breaks > 0) return yield* new Exit({ code: exitCodes.refused })
})
