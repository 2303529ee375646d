import { Effect } from "effect"
import { type CommandFailure, flagName, usageFailure } from "./CommandFailure.ts"

/**
 * Refuses flags that were given without a value, which core would count as not given: `--state "$STATE"` with an empty
 * variable must not print every state.
 */
export const checkGiven = (flags: object): Effect.Effect<void, CommandFailure> => {
  const empty = Object.entries(flags).filter(([, value]) =>
    [value].flat().some((text) => typeof text === "string" && text.trim() === "")
  )
  if (empty.length === 0) return Effect.void
  const names = empty.map(([name]) => flagName(name)).join(" and ")
  return Effect.fail(usageFailure(`${names}: the value is empty. Give a value, or leave the flag out.`))
}
