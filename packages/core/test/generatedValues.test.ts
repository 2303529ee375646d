import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import * as core from "../src/index.ts"

describe("generated values", () => {
  // A pattern with the flag `i` has no generator. A property test of it would pass without running.
  for (const [name, value] of Object.entries(core)) {
    if (!Schema.isSchema(value)) continue
    it.effect(`can be made for ${name}`, () =>
      Effect.gen(function* () {
        const values = yield* Arbitrary.sampleEffect(Arbitrary.schema(value), { count: 20 })
        assert.strictEqual(values.length, 20)
      })
    )
  }
})
