import { safeText } from "@public-records/text/safeText"
import { Effect } from "effect"
import { type WriteStream } from "node:tty"

const eraseLine = "\r\u001B[K"

/** Prints notes on a stream. **Gotchas** each line is made safe for a terminal. */
export const makeNotes = (
  stderr: WriteStream,
  options: { readonly quiet: boolean; readonly showsProgress: boolean }
) => {
  let hasProgress = false
  const clear = (): void => {
    if (hasProgress) stderr.write(eraseLine)
    hasProgress = false
  }
  return {
    /** Prints one line, unless `--quiet` is given. */
    say: (line: string) =>
      Effect.sync(() => {
        if (options.quiet) return
        clear()
        stderr.write(`${safeText(line)}\n`)
      }),
    /** Replaces the last progress on a terminal that prints no records. */
    progress: (line: string) =>
      Effect.sync(() => {
        if (!options.showsProgress) return
        hasProgress = true
        stderr.write(eraseLine + safeText(line))
      }),
    clearProgress: Effect.sync(clear)
  }
}

export type Notes = ReturnType<typeof makeNotes>
