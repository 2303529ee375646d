import { safeText } from "@public-records/text/safeText"
import { Effect } from "effect"
import { type Host } from "../Host.ts"
import { beforeNote } from "./StandardOutput.ts"

const eraseLine = "\r\u001B[K"

/** Creates the status output of a command. **Gotchas** makes each line safe for a terminal. */
export const makeStatusOutput = (
  streams: Pick<Host["Service"], "stderr" | "stdout">,
  options: { readonly quiet: boolean; readonly showsProgress: boolean }
) => {
  const { stderr } = streams
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
        stderr.write(`${beforeNote(streams)}${safeText(line)}\n`)
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
