import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { runJourney } from "./journeys/Journey.ts"
import { journeys } from "./journeys/journeys.ts"

/** For all steps on a busy machine. Each step also has its own timeout. */
const timeout = 90_000

describe("a user journey at the terminal", () => {
  for (const journey of journeys) {
    it.live(`succeeds for a ${journey.person}`, () => Effect.scoped(runJourney(journey)), { timeout })
  }
})
