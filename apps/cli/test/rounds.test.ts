import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { doRound } from "./rounds/Round.ts"
import { rounds } from "./rounds/rounds.ts"

/** Each step of a round has its own patience; this is for all of them on a machine that is busy. */
const timeout = 90_000

describe("a round of tasks at the terminal", () => {
  for (const round of rounds) {
    it.live(`is done as a ${round.person} would do it`, () => Effect.scoped(doRound(round)), { timeout })
  }
})
