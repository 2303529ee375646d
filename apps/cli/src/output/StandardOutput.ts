import { safeLines } from "@public-records/text/safeText"
import { Data, Effect, Predicate } from "effect"
import { type WriteStream } from "node:tty"
import { type CommandFailure, unforeseen } from "../CommandFailure.ts"

/** The reader went away, as `head` does when it has enough; there is nobody left to print for. */
export class ReaderGone extends Data.TaggedError("ReaderGone") {}

const failureOfWrite = (error: Error): ReaderGone | CommandFailure => {
  const code = Predicate.hasProperty(error, "code") ? error.code : undefined
  if (code === "EPIPE" || code === "ERR_STREAM_DESTROYED") return new ReaderGone()
  return unforeseen(`Standard output cannot be written (${error.message}). Free some space, or write elsewhere.`)
}

/**
 * Writes a text and waits until it is taken, so that a slow reader slows the program and not its memory. A terminal gets
 * every line as `safeText` has it, whatever is in it; a file or a pipe gets the exact text.
 *
 * **Gotchas** cannot be interrupted: only whole records are written, also when a signal comes.
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
