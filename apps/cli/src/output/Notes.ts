import { safeText } from "@public-records/text/safeText"
import { Effect } from "effect"
import { type WriteStream } from "node:tty"

const eraseLine = "\r\u001B[K"

export interface Notes {
  /** Prints one line, unless `--quiet` is given. */
  readonly say: (line: string) => Effect.Effect<void>
  /** Replaces the last progress on a terminal that prints no records. */
  readonly progress: (line: string) => Effect.Effect<void>
  readonly clearProgress: Effect.Effect<void>
}

/** Prints notes on a stream. **Gotchas** each line is made safe for a terminal. */
export const makeNotes = (
  stderr: WriteStream,
  options: { readonly quiet: boolean; readonly showsProgress: boolean }
): Notes => {
  let hasProgress = false
  const clear = (): void => {
    if (hasProgress) stderr.write(eraseLine)
    hasProgress = false
  }
  return {
    say: (line) =>
      Effect.sync(() => {
        if (options.quiet) return
        clear()
        stderr.write(`${safeText(line)}\n`)
      }),
    progress: (line) =>
      Effect.sync(() => {
        if (!options.showsProgress) return
        hasProgress = true
        stderr.write(eraseLine + safeText(line))
      }),
    clearProgress: Effect.sync(clear)
  }
}
