import { type SourceFlags } from "./flags/sourceFlags.ts"

/** `sourceFlags` where none is given. */
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

/** What may be a terminal. */
interface Stream {
  readonly isTTY: boolean
}

/**
 * The flags of a terminal UI that is started with nothing or with `--demo` alone, as most are; nothing for any other command
 * line. To know so much takes no parser, and without one the first frame comes sooner.
 */
export const plainScreenFlags = (
  args: ReadonlyArray<string>,
  { stdin, stdout }: { readonly stdin: Stream; readonly stdout: Stream }
): SourceFlags | undefined => {
  const isNamed = args[0] === "tui"
  const flags = isNamed ? args.slice(1) : args
  // Away from a terminal the program's own name is a question for help.
  if (!isNamed && !(stdin.isTTY && stdout.isTTY)) return undefined
  if (flags.length === 0) return noFlags
  return flags.length === 1 && flags[0] === "--demo" ? { ...noFlags, demo: true } : undefined
}
