import { checkService, maxRequests, plannedRequests } from "@public-records/check/checkService"
import { reportText } from "@public-records/check/reportText"
import { counted } from "@public-records/text/counts"
import { Effect, Layer } from "effect"
import { HttpClient } from "effect/http"
import { type CommandFlags } from "../flags.ts"
import { Exit, failureOfReason } from "../CommandFailure.ts"
import { exitCodes } from "../exitCodes.ts"
import { Host } from "../Host.ts"
import { makeStatusOutput, type StatusOutput } from "../output/StatusOutput.ts"
import { requestLog } from "../output/requestLog.ts"
import { writeReport } from "../output/StandardOutput.ts"
import { openSource, recordsLayer } from "../source/openSource.ts"
import { type Source } from "../source/Source.ts"

const defaultRequestsPerHour = 1000

const runCheck = Effect.fnUntraced(function* ({ connection, guards, origin }: Source, status: StatusOutput) {
  const { http, options } = yield* connection
  // Validates the settings before anything is printed or sent.
  yield* Layer.build(recordsLayer({ http, options }))
  const budget = options.requestsPerHour ?? defaultRequestsPerHour
  const limit = Number.isFinite(budget)
    ? `with a budget of ${counted(budget, "request", "requests")} per hour`
    : "without a limit"
  yield* status.print(
    `${plannedRequests} requests will be sent to ${origin.baseUrl} (at most ${maxRequests}, including retries), ${limit}.`
  )
  const report = yield* checkService({
    ...options,
    onProgress: (done, of) => status.progress(`${done} of ${of} requests sent`)
  }).pipe(
    // The base URL of an embedded server would be meaningless to the user.
    Effect.mapError(({ reason }) => failureOfReason(reason, origin, `The check of ${origin.baseUrl}`)),
    Effect.provideService(HttpClient.HttpClient, http),
    Effect.provide(guards),
    Effect.ensuring(status.clearProgress)
  )
  return { ...report, baseUrl: origin.baseUrl }
}, Effect.scoped)

export const check = Effect.fnUntraced(function* (flags: CommandFlags<"check">) {
  const host = yield* Host
  const showsProgress = host.stderr.isTTY && !flags.quiet && !flags.verbose
  const status = makeStatusOutput(host, { quiet: flags.quiet, showsProgress })
  const source = yield* openSource(flags, { sampleWithoutKey: false, showsLoading: showsProgress })
  if (source.warning !== undefined) yield* status.print(source.warning)
  const report = yield* Effect.provide(
    runCheck(source, status),
    requestLog(status, flags.verbose, { keyAdvice: source.origin.keyAdvice })
  )
  yield* writeReport(flags.format, report, reportText(report))
  if (report.breaks > 0) return yield* new Exit({ code: exitCodes.refused })
})
