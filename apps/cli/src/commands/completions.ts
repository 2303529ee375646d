import { Effect } from "effect"
import { type Completions } from "effect/cli"
import { type CommandFlags } from "../flags.ts"
import { commandDocs } from "../help/commandDocs.ts"
import { completionScript } from "../help/completionScript.ts"
import { Host } from "../Host.ts"
import { write } from "../output/StandardOutput.ts"

/** `public-records completions SHELL`; `tree` and `run` are the command line to complete. */
export const completions = Effect.fnUntraced(function* <E, R>(
  shell: CommandFlags<"completions">["shell"],
  tree: Completions.CommandDescriptor,
  run: (args: ReadonlyArray<string>) => Effect.Effect<void, E, R>
) {
  const { stdout } = yield* Host
  yield* write(stdout, completionScript(shell, tree, yield* commandDocs(tree, run)))
})
