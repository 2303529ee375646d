import { Effect } from "effect"
import { CommandDocs } from "../help/commandDocs.ts"
import { type CommandFailure } from "../CommandFailure.ts"
import { completionScript } from "../help/completionScript.ts"
import { Host } from "../Host.ts"
import { type Shell } from "../help/shells.ts"
import { type ReaderGone, write } from "../output/StandardOutput.ts"

/** `public-records completions SHELL` */
export const completions = Effect.fnUntraced(function* ({
  shell
}: {
  readonly shell: Shell
}): Effect.fn.Return<void, CommandFailure | ReaderGone, Host | CommandDocs> {
  const { stdout } = yield* Host
  const { all, tree } = yield* CommandDocs
  yield* write(stdout, completionScript(shell, yield* tree, yield* all))
})
