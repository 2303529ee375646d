import { afterEach, beforeEach } from "vitest"

declare global {
  /** 1 for each place that was reached since this was last looked at. */
  var reachedPlaces: Uint8Array | undefined
  /** Notes that a place is reached, and gives back what stands there. */
  var tellReached: (place: number) => <Value>(value: Value) => Value
}

declare module "vitest" {
  interface TaskMeta {
    reached?: ReadonlyArray<number>
    /** What was reached before the test, as the modules were loaded. */
    reachedBefore?: ReadonlyArray<number>
  }
}

const mostPlaces = 10_000
const reached = (globalThis.reachedPlaces ??= new Uint8Array(mostPlaces))
const asItIs = <Value>(value: Value): Value => value

globalThis.tellReached = (place) => {
  reached[place] = 1
  return asItIs
}

const take = (): ReadonlyArray<number> => {
  const places = [...reached.entries()].flatMap(([place, isReached]) => (isReached === 1 ? [place] : []))
  reached.fill(0)
  return places
}

beforeEach(({ task }) => {
  task.meta.reachedBefore = take()
})
afterEach(({ task }) => {
  task.meta.reached = take()
})
