import { Data, Effect } from "effect"

/** Output with a character that controls terminals, breaks lines or reverses text. */
class ControlSequenceLeaked extends Data.TaggedError("ControlSequenceLeaked")<{
  readonly by: string
  readonly output: string
}> {
  override get message(): string {
    return `The output contains ${JSON.stringify(this.by)}, which controls terminals: ${JSON.stringify(this.output.slice(0, 2000))}`
  }
}

/** Control characters except tab and line feed, line separators, and characters that change the direction of text. */
const unsafeCharacters = /[^\P{Cc}\t\n]|[\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/u

/** 8-bit control characters and characters that reverse text. The terminal UI never sends them itself. */
const neverSent = /[\u0080-\u009F\u202A-\u202E\u2066-\u2069]/u

/** The start of a sequence by which a hostile record would set the terminal's title. */
const injectedTitle = "\u001B]0;stolen"

const failIf = (by: string | undefined, output: string): Effect.Effect<void, ControlSequenceLeaked> =>
  by === undefined ? Effect.void : Effect.fail(new ControlSequenceLeaked({ by, output }))

/** Fails if the output of a program contains control characters. */
export const assertNoControlSequences = (output: string): Effect.Effect<void, ControlSequenceLeaked> =>
  failIf(unsafeCharacters.exec(output)?.[0], output)

/** Fails if the output of the terminal UI contains control sequences that can only come from a record. */
export const assertOnlyOwnSequences = (output: string): Effect.Effect<void, ControlSequenceLeaked> =>
  failIf(output.includes(injectedTitle) ? injectedTitle : neverSent.exec(output)?.[0], output)
