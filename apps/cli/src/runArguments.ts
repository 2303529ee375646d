import { Effect } from "effect"
import { exitCodeOf } from "./exitCodeOf.ts"
import { Host } from "./Host.ts"
import { plainScreenFlags } from "./plainScreen.ts"

/** Runs what was typed behind the program's name to its end. Succeeds with the exit code. */
export const runArguments = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>
): Effect.fn.Return<number, never, Host> {
  const flags = plainScreenFlags(args, yield* Host)
  if (flags !== undefined) {
    const { tui } = yield* Effect.promise(() => import("./commands/tui.ts"))
    return yield* exitCodeOf(tui(flags), false)
  }
  const { runCommandLine } = yield* Effect.promise(() => import("./runCommandLine.ts"))
  return yield* runCommandLine(args)
})
