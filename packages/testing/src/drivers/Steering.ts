import { Data, Effect } from "effect"

/** Something printed a character that steers terminals, breaks lines or turns text around. */
class TerminalSteered extends Data.TaggedError("TerminalSteered")<{ readonly by: string; readonly shown: string }> {}

/** Control characters but for tab and line feed, and those without a width that mislead. */
const steering = /[^\P{Cc}\t\n]|[\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/u

/** What a record's text may hold and a screen's program never sends: a title, a colour of eight bits, text turned around. */
const hostile = /\]0;stolen|[\u0080-\u009F\u202A-\u202E\u2066-\u2069]/u

const mustNotMatch = (pattern: RegExp, shown: string): Effect.Effect<void, TerminalSteered> => {
  const [by] = pattern.exec(shown) ?? []
  return by === undefined
    ? Effect.void
    : Effect.fail(new TerminalSteered({ by: JSON.stringify(by), shown: JSON.stringify(shown.slice(0, 2000)) }))
}

/** Fails where what a program printed steers a terminal. */
export const mustSteerNothing = (printed: string): Effect.Effect<void, TerminalSteered> =>
  mustNotMatch(steering, printed)

/** Fails where what a screen's program sent to its terminal has something of the kind that records may hold. */
export const mustSteerOnlyItself = (sent: string): Effect.Effect<void, TerminalSteered> => mustNotMatch(hostile, sent)
