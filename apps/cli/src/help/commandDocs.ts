import { Effect } from "effect"
import { CliOutput, type Completions, type HelpDoc } from "effect/cli"
import { commandsFrom } from "../usage.ts"

/** The help of one command, with the path to it: `["public-records", "complaints", "list"]`. */
export interface CommandDoc {
  readonly path: ReadonlyArray<string>
  readonly help: HelpDoc.HelpDoc
}

/** Returns the help of every command by running it with `--help`. Parents come before their subcommands. */
export const commandDocs = Effect.fnUntraced(function* <E, R>(
  tree: Completions.CommandDescriptor,
  run: (args: ReadonlyArray<string>) => Effect.Effect<void, E, R>
) {
  const docs: Array<CommandDoc> = []
  const collecting = CliOutput.layerPresenter({
    present: (event) =>
      Effect.sync(() => {
        if (event._tag === "Help") docs.push({ path: event.commandPath, help: event.helpDoc })
      })
  })
  for (const { path } of commandsFrom(tree, [])) {
    yield* Effect.ignore(Effect.provide(run([...path, "--help"]), collecting))
  }
  return docs
})
