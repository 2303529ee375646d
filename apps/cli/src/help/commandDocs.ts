import { Effect } from "effect"
import { CliOutput, type Completions, type HelpDoc } from "effect/cli"
import { commandsFrom } from "../usage.ts"

/** The help of one command, with the path to it: `["public-records", "complaints", "list"]`. */
export interface CommandDoc {
  readonly path: ReadonlyArray<string>
  readonly help: HelpDoc.HelpDoc
}

/** Returns the help of every command, each before the commands below it, by running `--help` of each. */
export const commandDocs = Effect.fnUntraced(function* <E, R>(
  tree: Completions.CommandDescriptor,
  run: (args: ReadonlyArray<string>) => Effect.Effect<void, E, R>
) {
  const docs: Array<CommandDoc> = []
  const keeping = CliOutput.layerPresenter({
    present: (event) =>
      Effect.sync(() => {
        if (event._tag === "Help") docs.push({ path: event.commandPath, help: event.helpDoc })
      })
  })
  for (const { path } of commandsFrom(tree, [])) yield* Effect.ignore(Effect.provide(run([...path, "--help"]), keeping))
  return docs
})
