import { Effect } from "effect"
import { type SourceFlags } from "./flags.ts"
import { Host } from "./Host.ts"
import { exitCodeOf } from "./reportFailure.ts"

/** The values of `sourceFlags` for an empty command line. */
export const noFlags: SourceFlags = {
  baseUrl: undefined,
  allowHttp: false,
  ca: undefined,
  demo: false,
  data: [],
  requestsPerHour: undefined,
  maxRetryAfter: undefined,
  maxWait: undefined,
  noWait: false
}

/** Returns the flags if the command line starts the terminal UI with at most one of these flags, without the parser, which is slow to load. */
export const defaultTuiFlags = (
  args: ReadonlyArray<string>,
  host: Readonly<Record<"stdin" | "stdout", { readonly isTTY: boolean }>>
): SourceFlags | undefined => {
  const isNamed = args[0] === "tui"
  const flags = isNamed ? args.slice(1) : args
  if (flags.length > 1) return undefined
  // Without a terminal, the program prints its help.
  if (!isNamed && !(host.stdin.isTTY && host.stdout.isTTY)) return undefined
  if (flags.length === 0) return noFlags
  if (flags[0] === "--demo") return { ...noFlags, demo: true }
  return flags[0] === "--mirror" ? { ...noFlags, mirror: true } : undefined
}

export const run = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const flags = defaultTuiFlags(args, yield* Host)
  if (flags !== undefined) {
    const { tui } = yield* Effect.promise(() => import("./commands/tui.ts"))
    return yield* exitCodeOf(tui(flags), false)
  }
  const { runCommandLine } = yield* Effect.promise(() => import("./commandLine.ts"))
  return yield* runCommandLine(args)
})
