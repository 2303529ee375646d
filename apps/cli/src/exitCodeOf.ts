import { Cause, Effect, Logger } from "effect"
import { type CliError } from "effect/cli"
import { type CommandFailure, type Exit, exitCodes, unforeseen } from "./CommandFailure.ts"
import { Host } from "./Host.ts"
import { type ReaderGone, write } from "./output/StandardOutput.ts"
import { failureLine } from "./reportFailure.ts"

/** Says on standard error why a program ends without having done its work; gives its exit code. */
export const reportOn =
  (host: Host["Service"], asJson: boolean) =>
  (failure: CommandFailure): Effect.Effect<number> =>
    Effect.as(Effect.ignore(write(host.stderr, failureLine(failure, asJson))), failure.exitCode)

/** Runs a program to its end. Succeeds with the exit code; everything that there is to say has been said then. */
export const exitCodeOf = Effect.fnUntraced(function* <R>(
  program: Effect.Effect<unknown, CommandFailure | Exit | ReaderGone | CliError.CliError, R>,
  asJson: boolean
): Effect.fn.Return<number, never, R | Host> {
  const report = reportOn(yield* Host, asJson)
  return yield* program.pipe(
    Effect.as(exitCodes.done),
    Effect.catchTags({
      CommandFailure: report,
      Exit: ({ code }) => Effect.succeed(code),
      ReaderGone: () => Effect.succeed(exitCodes.done)
    }),
    // What is left is the command line's own: `ShowHelp`, which the presenter has shown.
    Effect.catch(() => Effect.succeed(exitCodes.usage)),
    Effect.catchDefect((defect) =>
      report(unforeseen(`Something went wrong that should not: ${Cause.pretty(Cause.die(defect)).split("\n")[0]}`))
    ),
    // Nothing but what was asked for may reach standard output, where Effect's own logger writes.
    Effect.provide(Logger.layer([]))
  )
})
