import { Data, Effect } from "effect"

/** Something printed a character that steers terminals, breaks lines or turns text around. */
class TerminalSteered extends Data.TaggedError("TerminalSteered")<{ readonly by: string; readonly shown: string }> {
  override get message(): string {
    return `A terminal is steered by ${JSON.stringify(this.by)} in ${JSON.stringify(this.shown.slice(0, 2000))}`
  }
}

/** Control characters but for tab and line feed, and those without a width that mislead. */
const steering = /[^\P{Cc}\t\n]|[\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/u

/** Controls of eight bits, and text turned around: no program of ours sends them. */
const neverSent = /[\u0080-\u009F\u202A-\u202E\u2066-\u2069]/u

/** The title that a hostile record would give the terminal. */
const stolenTitle = "\u001B]0;stolen"

const failWhere = (by: string | undefined, shown: string): Effect.Effect<void, TerminalSteered> =>
  by === undefined ? Effect.void : Effect.fail(new TerminalSteered({ by, shown }))

/** Fails where what a program printed steers a terminal. */
export const mustSteerNothing = (printed: string): Effect.Effect<void, TerminalSteered> =>
  failWhere(steering.exec(printed)?.[0], printed)

/** Fails where what a screen's program sent to its terminal has something that only a record holds. */
export const mustSteerOnlyItself = (sent: string): Effect.Effect<void, TerminalSteered> =>
  failWhere(sent.includes(stolenTitle) ? stolenTitle : neverSent.exec(sent)?.[0], sent)
