import { safeJson } from "@public-records/export/safeJson"
import { safeJsonText, safeLines } from "@public-records/text/safeText"
import { Data, Effect, Predicate } from "effect"
import { type WriteStream } from "node:tty"
import { type CommandFailure, unforeseen } from "../CommandFailure.ts"
import { Host } from "../Host.ts"

/** The reader of a pipe closed it, as `head` does when it has enough. */
export class ReaderGone extends Data.TaggedError("ReaderGone") {}

const failureOfWrite = (error: Error): ReaderGone | CommandFailure => {
  const code = Predicate.hasProperty(error, "code") ? error.code : undefined
  if (code === "EPIPE" || code === "ERR_STREAM_DESTROYED") return new ReaderGone()
  return unforeseen(`Standard output cannot be written (${error.message}). Free some space, or write elsewhere.`)
}

/**
 * Writes text and waits until it is accepted, so that a slow reader does not fill the memory. A terminal gets safe lines.
 *
 * **Gotchas** cannot be interrupted, so that a signal does not truncate a record.
 */
export const write = (stream: WriteStream, text: string): Effect.Effect<void, ReaderGone | CommandFailure> =>
  text === ""
    ? Effect.void
    : Effect.uninterruptible(
        Effect.callback((resume) => {
          stream.write(stream.isTTY ? safeLines(text.replaceAll("\r\n", "\n")) : text, (error) =>
            resume(Predicate.isNullish(error) ? Effect.void : Effect.fail(failureOfWrite(error)))
          )
        })
      )

/** Writes a value as JSON, with more characters escaped on a terminal than in a file. Both mean the same value. */
export const printedJson = (value: unknown, { isTTY }: { readonly isTTY: boolean }, indent?: number): string =>
  isTTY ? safeJsonText(JSON.stringify(value, null, indent)) : safeJson(value, indent)

/** Prints a report on standard output: as JSON, or its text for people. */
export const writeReport = Effect.fnUntraced(function* (format: string | undefined, report: unknown, text: string) {
  const { stdout } = yield* Host
  yield* write(stdout, format === "json" ? `${printedJson(report, stdout, 2)}\n` : text)
})
