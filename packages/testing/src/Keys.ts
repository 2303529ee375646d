import { Data, Effect } from "effect"

/** A key that the sample service knows. */
export const knownKey = "known-key-0000000000000000000000000000000"
/** One that it does not. */
export const unknownKey = "unknown-key-00000000000000000000000000000"

/** A part of both. */
const secretPart = "known-key-0000"

/** Something showed the key that it was given. */
class KeyShown extends Data.TaggedError("KeyShown")<{ readonly shown: string }> {}

/** Fails where what a driver saw has a key in it. */
export const mustShowNoKey = (shown: string): Effect.Effect<void, KeyShown> =>
  shown.includes(secretPart) ? Effect.fail(new KeyShown({ shown: shown.slice(0, 2000) })) : Effect.void
