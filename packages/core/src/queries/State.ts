import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { editDistance } from "../nearestName.ts"
import type { ReadText } from "./QueryReader.ts"
import { states } from "./stateList.ts"

/** The full name of a state, as the service expects it. **Wire** `"New York"`. */
export const StateName = Schema.Literals(states.map((state) => state.name))
export type StateName = typeof StateName.Type

const folded = (text: string): string => text.trim().replaceAll(/\s+/g, " ").toLowerCase()

/** Returns the state with a full name or postal code, ignoring case. */
export const findState = (text: string): StateName | undefined =>
  states.find(({ name, postalCode }) => [folded(name), folded(postalCode)].includes(folded(text)))?.name

/** Returns the states with the most similar names, most similar first. */
export const nearestStates = (text: string, count: number): ReadonlyArray<StateName> => {
  const typed = folded(text)
  const distanceOf = (name: string): number => (name.startsWith(typed) ? 0 : editDistance(typed, name))
  return states
    .map(({ name }) => ({ name, distance: distanceOf(folded(name)) }))
    .toSorted((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .slice(0, count)
    .map(({ name }) => name)
}

/** Reads the full name or the postal code of a state. */
export const readState: ReadText<StateName> = (text) => {
  const state = findState(text)
  if (state !== undefined) return Result.succeed(state)
  const nearest = nearestStates(text, 3)
  const names = `${nearest.slice(0, -1).join(", ")} or ${nearest.at(-1)}`
  return Result.fail(`"${text}" is not a state of the United States. Did you mean ${names}?`)
}
