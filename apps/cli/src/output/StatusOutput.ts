import { safeText } from "@public-records/text/safeText"
import { Effect } from "effect"
import { type WriteStream } from "node:tty"

const eraseLine = "\r\u001B[K"

/** Creates the status output of a command. **Gotchas** makes each line safe for a terminal. */
export const makeStatusOutput = (
  stderr: WriteStream,
  options: { readonly quiet: boolean; readonly showsProgress: boolean }
) => {
  let hasProgress = false
  const clear = (): void => {
    if (hasProgress) stderr.write(eraseLine)
    hasProgress = false
  }
  return {
    /** Prints a line, unless `--quiet` is set. */
    print: (line: string) =>
      Effect.sync(() => {
        if (options.quiet) return
        clear()
        stderr.write(`${safeText(line)}\n`)
      }),
    /** Replaces the progress line, if progress is shown. */
    progress: (line: string) =>
      Effect.sync(() => {
        if (!options.showsProgress) return
        hasProgress = true
        stderr.write(eraseLine + safeText(line))
      }),
    clearProgress: Effect.sync(clear)
  }
}

export type StatusOutput = ReturnType<typeof makeStatusOutput>
