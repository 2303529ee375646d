import { safeText } from "@public-records/text/safeText"
import { Effect } from "effect"
import { type WriteStream } from "node:tty"

const eraseLine = "\r\u001B[K"

/** What is said beside the records, on standard error. */
export interface Notes {
  /** One line, unless the user asked for quiet. */
  readonly say: (line: string) => Effect.Effect<void>
  /** Replaces the last progress; only on a terminal, and only where records go elsewhere. */
  readonly progress: (line: string) => Effect.Effect<void>
  /** Takes the progress off the screen. */
  readonly clearProgress: Effect.Effect<void>
}

/** Notes on a stream. **Gotchas** each line is made safe for a terminal. */
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
