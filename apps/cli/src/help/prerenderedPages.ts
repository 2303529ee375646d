import { Effect } from "effect"
import { CliOutput } from "effect/cli"
import { describeCommands, runCommand } from "../commands/tree.ts"
import { commandsFrom } from "../usage.ts"
import { helpText } from "./helpText.ts"

/** The help of each command by its path. The build writes it to a file, so that `--help` does not load the program. */
export const prerenderedPages = Effect.gen(function* () {
  const pages = new Map<string, string>()
  const collecting = CliOutput.layerPresenter({
    present: (event) =>
      Effect.sync(() => {
        if (event._tag === "Help") pages.set(event.commandPath.slice(1).join(" "), helpText(event.helpDoc))
      })
  })
  for (const { path } of commandsFrom(describeCommands(), [])) {
    yield* Effect.ignore(Effect.provide(runCommand([...path, "--help"]), collecting))
  }
  return Object.fromEntries(pages)
})
