import { safeJson } from "@public-records/export/safeJson"
import { safeJsonText, safeLines } from "@public-records/text/safeText"
import { Data, Effect, Predicate } from "effect"
import { type WriteStream } from "node:tty"
import { type CommandFailure, unexpected } from "../CommandFailure.ts"
import { Host } from "../Host.ts"

/** The reader closed the pipe, as `head` does. */
export class BrokenPipe extends Data.TaggedError("BrokenPipe") {}

const failureOfWrite = (error: Error): BrokenPipe | CommandFailure => {
  const code = Predicate.hasProperty(error, "code") ? error.code : undefined
  if (code === "EPIPE" || code === "ERR_STREAM_DESTROYED") return new BrokenPipe()
  return unexpected(`Cannot write to standard output (${error.message}). Free some space, or write elsewhere.`)
}

/** Terminals on which the last line has not ended, such as within a JSON array. */
const openLines = new WeakSet<WriteStream>()

/** Returns what to write to standard error before a note, so that it begins a line of a terminal that shows records, too. */
export const beforeNote = ({ stderr, stdout }: Pick<Host["Service"], "stderr" | "stdout">): string =>
  stderr.isTTY && openLines.delete(stdout) ? "\n" : ""

/**
 * Writes text and waits until it is accepted, so that output for a slow reader does not fill the memory. Makes text for a terminal
 * safe.
 *
 * **Gotchas** uninterruptible, so that a signal does not truncate a record.
 */
export const write = (stream: WriteStream, text: string): Effect.Effect<void, BrokenPipe | CommandFailure> =>
  text === ""
    ? Effect.void
    : Effect.uninterruptible(
        Effect.callback((resume) => {
          if (stream.isTTY) openLines[text.endsWith("\n") ? "delete" : "add"](stream)
          stream.write(stream.isTTY ? safeLines(text.replaceAll("\r\n", "\n")) : text, (error) =>
            resume(Predicate.isNullish(error) ? Effect.void : Effect.fail(failureOfWrite(error)))
          )
        })
      )

/** Formats a value as JSON. Escapes more characters for a terminal than for a file, without changing the value. */
export const printedJson = (value: unknown, { isTTY }: { readonly isTTY: boolean }, indent?: number): string =>
  isTTY ? safeJsonText(JSON.stringify(value, null, indent)) : safeJson(value, indent)

export const writeReport = Effect.fnUntraced(function* (format: string | undefined, report: unknown, text: string) {
  const { stdout } = yield* Host
  yield* write(stdout, format === "json" ? `${printedJson(report, stdout, 2)}\n` : text)
})
