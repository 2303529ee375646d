import { safeJson } from "@public-records/export/safeJson"
import { safeText } from "@public-records/text/safeText"
import { Cause, DateTime, Effect, Logger } from "effect"
import { type CliError } from "effect/cli"
import { type CommandFailure, type Exit, unexpected } from "./CommandFailure.ts"
import { exitCodes } from "./exitCodes.ts"
import { Host } from "./Host.ts"
import { beforeNote, type BrokenPipe, write } from "./output/StandardOutput.ts"

/** Whether to print errors as JSON: if the command line has `--format json` or `ndjson`, even if the rest of it is invalid. */
export const wantsJsonErrors = (args: ReadonlyArray<string>): boolean =>
  args.some((arg, index) => {
    const format = arg.startsWith("--format=") ? arg.slice("--format=".length) : undefined
    return ["json", "ndjson"].includes(format ?? (args[index - 1] === "--format" ? arg : ""))
  })

/** Formats a failure as one line for standard error: a message, or JSON for scripts. */
export const failureLine = ({ reason, message, exitCode, nextTryAt }: CommandFailure, asJson: boolean): string => {
  const detail = safeText(message)
  if (!asJson) return `${detail}\n`
  const at = nextTryAt === null ? null : DateTime.formatIso(DateTime.makeUnsafe(nextTryAt))
  return `${safeJson({ error: { reason, message: detail, exitCode, nextTryAt: at } })}\n`
}

export const reportFailure = Effect.fnUntraced(function* (failure: CommandFailure, asJson: boolean) {
  const host = yield* Host
  yield* Effect.ignore(write(host.stderr, beforeNote(host) + failureLine(failure, asJson)))
  return failure.exitCode
})

/** Runs a program to its end and prints its failure, if any. Succeeds with the exit code. */
export const exitCodeOf = Effect.fnUntraced(function* <R>(
  program: Effect.Effect<unknown, CommandFailure | Exit | BrokenPipe | CliError.CliError, R>,
  asJson: boolean
) {
  const report = (failure: CommandFailure) => reportFailure(failure, asJson)
  return yield* program.pipe(
    Effect.as(exitCodes.done),
    Effect.catchTags({
      CommandFailure: report,
      Exit: ({ code }) => Effect.succeed(code),
      BrokenPipe: () => Effect.succeed(exitCodes.done)
    }),
    // The remaining errors are errors of the command line, which the presenter has already printed.
    Effect.catch(() => Effect.succeed(exitCodes.usage)),
    Effect.catchDefect((defect) =>
      report(unexpected(`Internal error: ${Cause.pretty(Cause.die(defect)).split("\n")[0]}.`, "Please report it."))
    ),
    // Effect's default logger would write to standard output, which is reserved for records and reports.
    Effect.provide(Logger.layer([]))
  )
})
