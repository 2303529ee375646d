import { PublicRecords, type PublicRecordsError, watchClock } from "@public-records/core"
import { type ExportFailure } from "@public-records/export/ExportFailure"
import { Effect } from "effect"
import { type StatusFlags, type SourceFlags } from "../flags.ts"
import { type CommandFailure, failureOf, unexpected, usageFailure, withKeyAdvice } from "../CommandFailure.ts"
import { Host } from "../Host.ts"
import { makeStatusOutput, type StatusOutput } from "../output/StatusOutput.ts"
import { requestLog } from "../output/requestLog.ts"
import { type BrokenPipe } from "../output/StandardOutput.ts"
import { usesMirror } from "./mirrorFile.ts"
import { isLocal, openSource, sampleDataNotice } from "./openSource.ts"
import { type SourceOptions } from "./Source.ts"

export interface Session {
  readonly records: PublicRecords["Service"]
  readonly status: StatusOutput
  /** Whether progress is one line that is replaced, separate lines, or not shown. */
  readonly progress: "line" | "lines" | "none"
  readonly source: string
  /** The budget of this process. */
  readonly requestsPerHour: number
  /** Whether the records are local, so that there is no rate limit and no unpublished day. */
  readonly isLocal: boolean
  /** Whether the records are those of a mirror, which needs no requests. */
  readonly isMirror: boolean
  /** Returns what the last response showed to be wrong with this machine's clock, if anything. */
  readonly clockProblem: () => string | undefined
}

interface SessionOptions extends Pick<SourceOptions, "maxRetryAfter" | "spend" | "suggestsDemo"> {
  /** Whether records are printed to the terminal, where a progress line would overwrite them. */
  readonly isOnScreen: boolean
  /** Whether to print a notice if the records are the bundled sample. */
  readonly namesSample: boolean
}

export const failureOfExport = ({ message, reason }: ExportFailure): CommandFailure =>
  reason === "TargetConflict" ? usageFailure(message) : unexpected(message)

type WorkFailure = CommandFailure | ExportFailure | PublicRecordsError | BrokenPipe

/** Opens the source of the records, prints its warnings to standard error, and runs `work`. */
export const openSession = Effect.fnUntraced(function* (
  flags: SourceFlags & StatusFlags,
  { isOnScreen, namesSample, ...options }: SessionOptions,
  work: (session: Session) => Effect.Effect<void, WorkFailure, Host>
): Effect.fn.Return<void, CommandFailure | BrokenPipe, Host> {
  const host = yield* Host
  const wantsProgress = !flags.quiet && !flags.verbose
  const showsLine = wantsProgress && host.stderr.isTTY && !isOnScreen
  const status = makeStatusOutput(host, { quiet: flags.quiet, showsProgress: showsLine })
  const source = yield* openSource(flags, { ...options, sampleWithoutKey: false, showsLoading: wantsProgress })
  const { baseUrl, isSample } = source.origin
  const isMirror = usesMirror(flags)
  if (source.warning !== undefined) yield* status.print(source.warning)
  if (isSample && namesSample) yield* status.print(sampleDataNotice)
  if (flags.verbose && isMirror) yield* status.print("A mirror needs no requests, so --verbose has nothing to print.")
  if (flags.spreadsheetSafe) {
    yield* status.print("Cells that look like formulas are prefixed with '. Do not serve such a file.")
  }
  const clock = watchClock()
  const progress = showsLine ? "line" : wantsProgress ? "lines" : "none"
  yield* PublicRecords.use((records) =>
    work({
      records,
      status,
      progress,
      source: baseUrl,
      requestsPerHour: source.requestsPerHour,
      isLocal: isLocal(flags),
      isMirror,
      clockProblem: clock.problem
    })
  ).pipe(
    Effect.mapError((error) => {
      if (error._tag === "PublicRecordsError") {
        const { reason } = error
        return isMirror && reason._tag === "Unavailable" ? unexpected(reason.detail) : failureOf(error, source.origin)
      }
      if (error._tag === "CommandFailure") return withKeyAdvice(error, source.origin)
      return error._tag === "ExportFailure" ? failureOfExport(error) : error
    }),
    Effect.provide(source.records),
    Effect.provide(requestLog(status, flags.verbose, { keyAdvice: source.origin.keyAdvice, see: clock.see }))
  )
})
