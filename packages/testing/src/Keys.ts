import { Data, Effect } from "effect"

/** A key that the sample service accepts. */
export const knownKey = "known-key-0000000000000000000000000000000"
/** A key that the sample service rejects. */
export const unknownKey = "unknown-key-00000000000000000000000000000"

/** A part that both keys contain. */
const secretPart = "known-key-0000"

/** The output of a driver contains its key. */
class KeyLeaked extends Data.TaggedError("KeyLeaked")<{ readonly output: string }> {}

/** Fails if the output contains a part of a key. */
export const assertNoKeyLeak = (output: string): Effect.Effect<void, KeyLeaked> =>
  output.includes(secretPart) ? Effect.fail(new KeyLeaked({ output: output.slice(0, 2000) })) : Effect.void
