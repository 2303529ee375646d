import { Effect } from "effect"
import { CliConfig, Command, GlobalFlag } from "effect/cli"
import { CommandDocs, commandDocs, noDocs } from "./help/commandDocs.ts"
import { commandLine } from "./commands/tree.ts"
import { version } from "./version.ts"

/** Runs the command line with arguments. */
export const runCommand = Command.runWith(commandLine, { version })

/** For help alone, which runs no command and so needs no docs. */
const showHelp = (args: ReadonlyArray<string>) => Effect.provideService(runCommand(args), CommandDocs, noDocs)

/** Gives an effect the docs of the command line, and the flags that every command has. */
export const documented = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.provideServiceEffect(CommandDocs, commandDocs(commandLine, showHelp)),
    Effect.provide(CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version] }))
  )
