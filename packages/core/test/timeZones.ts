import { afterAll, beforeAll } from "@effect/vitest"
import { Effect } from "effect"

/** Time zones on both sides of UTC. */
export const zones = ["UTC", "America/New_York", "Asia/Tokyo"]

/** Moves this process to a time zone. Returns a function that moves it back. */
const moveTo = (zone: string): (() => void) => {
  const { TZ } = process.env
  process.env["TZ"] = zone
  return () => {
    if (TZ === undefined) delete process.env["TZ"]
    else process.env["TZ"] = TZ
  }
}

/** Runs the tests of a group as on a computer in another time zone. */
export const useTimeZone = (zone: string): void => {
  let moveBack = (): void => undefined
  beforeAll(() => void (moveBack = moveTo(zone)))
  afterAll(() => moveBack())
}

/** Runs an effect as on a computer in another time zone. */
export const inZone = <A, E, R>(zone: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => moveTo(zone)),
    () => effect,
    (moveBack) => Effect.sync(moveBack)
  )
