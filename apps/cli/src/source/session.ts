import { type PublicRecordsError, watchClock } from "@public-records/core"
import { type ExportFailure } from "@public-records/export/ExportFailure"
import { Effect, type Scope } from "effect"
import { type StatusFlags } from "../flags.ts"
import { type CommandFailure, unexpected, usageFailure, withKeyAdvice } from "../CommandFailure.ts"
import { Host } from "../Host.ts"
import { makeStatusOutput, type StatusOutput } from "../output/StatusOutput.ts"
import { requestLog } from "../output/requestLog.ts"
import { type BrokenPipe } from "../output/StandardOutput.ts"
import { type Source } from "./Source.ts"

/** The members of a source that a session uses. */
export type SessionSource = Pick<Source, "failureOf" | "keyAdvice" | "notices" | "verboseNotes" | "warnings">

/** A source, and what a command says on standard error. */
export interface Session<Opened extends SessionSource = Source> {
  readonly source: Opened
  readonly status: StatusOutput
  /** How progress appears: on a line that is redrawn, as separate lines, or not at all. */
  readonly progress: "line" | "lines" | "none"
  /** Returns what the last response showed to be wrong with this machine's clock, if anything. */
  readonly clockProblem: () => string | undefined
}

interface SessionOptions {
  /** Whether records are printed to the terminal, where a progress line would overwrite them. */
  readonly isOnScreen: boolean
  /** Whether to print the notice of the source. */
  readonly printsNotice: boolean
}

export const failureOfExport = ({ message, reason }: ExportFailure): CommandFailure =>
  reason === "TargetConflict" ? usageFailure(message) : unexpected(message)

type WorkFailure = CommandFailure | ExportFailure | PublicRecordsError | BrokenPipe

/** Opens a source, prints its warnings to standard error, and runs `work`. */
export const openSession = Effect.fnUntraced(function* <Opened extends SessionSource>(
  open: Effect.Effect<Opened, CommandFailure, Host | Scope.Scope>,
  flags: StatusFlags,
  { isOnScreen, printsNotice }: SessionOptions,
  work: (session: Session<Opened>) => Effect.Effect<void, WorkFailure, Host | Scope.Scope>
): Effect.fn.Return<void, CommandFailure | BrokenPipe, Host | Scope.Scope> {
  const host = yield* Host
  const wantsProgress = !flags.quiet && !flags.verbose
  const showsLine = wantsProgress && host.stderr.isTTY && !isOnScreen
  const status = makeStatusOutput(host, { quiet: flags.quiet, showsProgress: showsLine })
  const source = yield* open
  const notes = [
    ...source.warnings,
    ...(printsNotice ? source.notices : []),
    ...(flags.verbose ? source.verboseNotes : []),
    ...(flags.spreadsheetSafe ? ["Cells that look like formulas are prefixed with '. Do not serve such a file."] : [])
  ]
  yield* Effect.forEach(notes, status.print)
  const { keyAdvice } = source
  const clock = watchClock()
  const progress = showsLine ? "line" : wantsProgress ? "lines" : "none"
  yield* work({ source, status, progress, clockProblem: clock.problem }).pipe(
    Effect.mapError((error) => {
      if (error._tag === "PublicRecordsError") return source.failureOf(error)
      if (error._tag === "CommandFailure") return withKeyAdvice(error, keyAdvice)
      return error._tag === "ExportFailure" ? failureOfExport(error) : error
    }),
    Effect.provide(requestLog(status, flags.verbose, { keyAdvice, see: clock.see }))
  )
}, Effect.scoped)
