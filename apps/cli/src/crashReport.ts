import { type KeyMask } from "@public-records/core"
import { safeLines } from "@public-records/text/safeText"
import { Effect, Predicate } from "effect"
import { unexpected } from "./CommandFailure.ts"
import { Host } from "./Host.ts"

/** Prints the stack of a crash without the API key. Returns the failure to print after it. */
export const reportCrash = Effect.fnUntraced(function* (error: unknown, masks: ReadonlyArray<KeyMask>) {
  const { stderr } = yield* Host
  const stack = Predicate.isError(error) ? (error.stack ?? error.message) : String(error)
  const hidden = masks.reduce((text, mask) => mask.redact(text), stack)
  stderr.write(`${safeLines(hidden)}\n`)
  return unexpected("The terminal UI crashed.", "Please report it, with the lines above.")
})
