import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
import { CliOutput, Completions, type HelpDoc } from "effect/cli"
import { type CommandFailure, usageFailure } from "./CommandFailure.ts"
import { commandLine } from "./commands/tree.ts"
import { tieDashedValues } from "./dashedValues.ts"
import { documented, runCommand } from "./documented.ts"
import { exitCodeOf, reportOn } from "./exitCodeOf.ts"
import { flagOwner, type OwnedFlag } from "./flagOwner.ts"
import { Host } from "./Host.ts"
import { helpText } from "./help/helpText.ts"
import { write } from "./output/StandardOutput.ts"
import { wantsJsonErrors } from "./reportFailure.ts"
import { usageSentence } from "./usageSentence.ts"

const namesIn = ({ flags, globalFlags = [], subcommands = [] }: HelpDoc.HelpDoc): ReadonlyArray<string> => [
  ...[...flags, ...globalFlags].map(({ name }) => `--${name}`),
  ...subcommands.flatMap(({ commands }) => commands.map(({ name }) => name))
]

/** Points from a command group to the command that takes a flag. */
const groupSentence = (group: ReadonlyArray<string>, option: string, { flag, path }: OwnedFlag): string => {
  const command = path.join(" ")
  return `"${group.join(" ")}" does not take ${option}. Did you mean "${command} ${flag}"? See "${command} --help".`
}

/** One sentence on what is wrong with the command line, and where to read more. */
const usageOf = ({ errors, helpDoc, commandPath }: CliOutput.Presenter.InvalidInvocation): CommandFailure => {
  const names = namesIn(helpDoc)
  const [error] = errors
  if (error?._tag === "UnrecognizedOption" && !names.includes(error.option)) {
    const owner = flagOwner(Completions.fromCommand(commandLine), commandPath, error.option)
    if (owner !== undefined) return usageFailure(groupSentence(commandPath, error.option, owner))
  }
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

/** Parses a command line, and runs it to its end. Succeeds with the exit code. */
export const runCommandLine = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>
): Effect.fn.Return<number, never, Host> {
  const host = yield* Host
  const asJson = wantsJsonErrors(args)
  const program = tieDashedValues(commandLine, args).pipe(
    Effect.flatMap(runCommand),
    documented,
    Effect.provide(presenterOn(host, (failure) => Effect.asVoid(reportOn(host, asJson)(failure)))),
    Effect.provide(NodeServices.layer)
  )
  return yield* exitCodeOf(program, asJson)
})
