import { Cause, Effect, Logger } from "effect"
import { CliOutput, type Command, type HelpDoc } from "effect/cli"
import { type CommandFailure, exitCodes, unforeseen, usageFailure } from "./CommandFailure.ts"
import { commandLine } from "./commandLine.ts"
import { tieDashedValues } from "./dashedValues.ts"
import { documented, runCommand } from "./documented.ts"
import { Host } from "./Host.ts"
import { helpText } from "./helpText.ts"
import { write } from "./output/StandardOutput.ts"
import { failureLine, wantsJsonErrors } from "./reportFailure.ts"
import { usageSentence } from "./usageSentence.ts"

const namesIn = ({ flags, globalFlags = [], subcommands = [] }: HelpDoc.HelpDoc): ReadonlyArray<string> => [
  ...[...flags, ...globalFlags].map(({ name }) => `--${name}`),
  ...subcommands.flatMap(({ commands }) => commands.map(({ name }) => name))
]

/** One sentence on what is wrong with the command line, and where to read more. */
const usageOf = ({ errors, helpDoc, commandPath }: CliOutput.Presenter.InvalidInvocation): CommandFailure => {
  const names = namesIn(helpDoc)
  const [first] = errors.map((error) => usageSentence(error, names))
  return usageFailure(`${first ?? "The command line is wrong."} See "${commandPath.join(" ")} --help".`)
}

const presenterOn = ({ stdout, stderr }: Host["Service"], fail: (failure: CommandFailure) => Effect.Effect<void>) =>
  CliOutput.layerPresenter({
    present: (event) => {
      switch (event._tag) {
        case "Help":
          return Effect.ignore(write(event.reason === "Requested" ? stdout : stderr, helpText(event.helpDoc)))
        case "Version":
          return Effect.ignore(write(stdout, `${event.version}\n`))
        case "InvalidInvocation":
          return fail(usageOf(event))
      }
    }
  })

/** Runs a command line to its end. Succeeds with the exit code; everything that there is to say has been said then. */
export const runCommandLine = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>
): Effect.fn.Return<number, never, Host | Command.Environment> {
  const host = yield* Host
  const asJson = wantsJsonErrors(args)
  const report = (failure: CommandFailure): Effect.Effect<number> =>
    Effect.as(Effect.ignore(write(host.stderr, failureLine(failure, asJson))), failure.exitCode)

  return yield* tieDashedValues(commandLine, args).pipe(
    Effect.flatMap(runCommand),
    documented,
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
    Effect.provide(presenterOn(host, (failure) => Effect.asVoid(report(failure)))),
    // Nothing but what was asked for may reach standard output, where Effect's own logger writes.
    Effect.provide(Logger.layer([]))
  )
})
