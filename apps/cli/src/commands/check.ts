import { checkService, maxRequests, plannedRequests } from "@public-records/check/checkService"
import { reportText } from "@public-records/check/reportText"
import { counted } from "@public-records/text/counts"
import { Effect } from "effect"
import { HttpClient } from "effect/http"
import { type CommandFlags } from "../flags.ts"
import { Exit, failureOfReason } from "../CommandFailure.ts"
import { exitCodes } from "../exitCodes.ts"
import { Host } from "../Host.ts"
import { makeStatusOutput } from "../output/StatusOutput.ts"
import { requestLog } from "../output/requestLog.ts"
import { writeReport } from "../output/StandardOutput.ts"
import { buildClient, connect } from "../source/openService.ts"

export const check = Effect.fnUntraced(function* (flags: CommandFlags<"check">) {
  const host = yield* Host
  const showsProgress = host.stderr.isTTY && !flags.quiet && !flags.verbose
  const status = makeStatusOutput(host, { quiet: flags.quiet, showsProgress })
  const connection = yield* connect(flags, { suggestsDemo: false })
  const { guards, http, keyAdvice, options, requestsPerHour, warnings } = connection
  yield* Effect.forEach(warnings, status.print)
  // Validates the settings before anything is printed or sent.
  yield* buildClient(connection)
  yield* status.print(
    `${plannedRequests} requests will be sent to ${options.baseUrl} (at most ${maxRequests}, including retries), ` +
      `with a budget of ${counted(requestsPerHour, "request", "requests")} per hour.`
  )
  const report = yield* checkService({
    ...options,
    onProgress: (done, of) => status.progress(`${done} of ${of} requests sent`)
  }).pipe(
    Effect.mapError(({ reason }) => failureOfReason(reason, connection, `The check of ${options.baseUrl}`)),
    Effect.provideService(HttpClient.HttpClient, http),
    Effect.provide(guards),
    Effect.ensuring(status.clearProgress),
    Effect.provide(requestLog(status, flags.verbose, { keyAdvice }))
  )
  yield* writeReport(flags.format, report, reportText(report))
  if (report.breaks > 0) return yield* new Exit({ code: exitCodes.refused })
}, Effect.scoped)
