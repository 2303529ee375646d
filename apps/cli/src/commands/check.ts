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

const runCheck = Effect.fnUntraced(function* (
  { connection, guards, origin, requestsPerHour }: Source,
  status: StatusOutput
) {
  const { http, options } = yield* connection
  // Validates the settings before anything is printed or sent.
  yield* Layer.build(recordsLayer({ http, options }))
  const budget = counted(requestsPerHour, "request", "requests")
  yield* status.print(
    `${plannedRequests} requests will be sent to ${options.baseUrl} (at most ${maxRequests}, including retries), with a budget of ${budget} per hour.`
  )
  return yield* checkService({
    ...options,
    onProgress: (done, of) => status.progress(`${done} of ${of} requests sent`)
  }).pipe(
    Effect.mapError(({ reason }) => failureOfReason(reason, origin, `The check of ${options.baseUrl}`)),
    Effect.provideService(HttpClient.HttpClient, http),
    Effect.provide(guards),
    Effect.ensuring(status.clearProgress)
  )
}, Effect.scoped)

export const check = Effect.fnUntraced(function* (flags: CommandFlags<"check">) {
  const host = yield* Host
  const showsProgress = host.stderr.isTTY && !flags.quiet && !flags.verbose
  const status = makeStatusOutput(host, { quiet: flags.quiet, showsProgress })
  const service = { ...flags, demo: false, data: [] }
  const source = yield* openSource(service, { sampleWithoutKey: false, suggestsDemo: false })
  if (source.warning !== undefined) yield* status.print(source.warning)
  const report = yield* Effect.provide(
    runCheck(source, status),
    requestLog(status, flags.verbose, { keyAdvice: source.origin.keyAdvice })
  )
  yield* writeReport(flags.format, report, reportText(report))
  if (report.breaks > 0) return yield* new Exit({ code: exitCodes.refused })
})
