import { Schema } from "effect"

/** Which mutants each test is to be tried with, and the file that learns how it went; no file where none is. */
export const TryPlan = Schema.Struct({
  notes: Schema.String,
  tries: Schema.Record(Schema.String, Schema.Array(Schema.Int)),
  /** A mutant that is chosen from before the modules are loaded. */
  active: Schema.optional(Schema.Int)
})
export interface TryPlan extends Schema.Schema.Type<typeof TryPlan> {}
