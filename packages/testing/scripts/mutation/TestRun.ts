import { Schema } from "effect"

/** Tests to run, and what stands in place of sources on the disk. */
export const TestRun = Schema.Struct({
  sources: Schema.Array(Schema.Struct({ file: Schema.String, code: Schema.String })),
  /** In their order; all of a file without `ids`. */
  tests: Schema.Array(Schema.Struct({ file: Schema.String, ids: Schema.optional(Schema.Array(Schema.String)) }))
})
export interface TestRun extends Schema.Schema.Type<typeof TestRun> {}

/** A test that ran. **Units** `duration` in milliseconds. */
const RunTest = Schema.Struct({
  file: Schema.String,
  id: Schema.String,
  duration: Schema.Number,
  reached: Schema.Array(Schema.Int)
})
export interface RunTest extends Schema.Schema.Type<typeof RunTest> {}

/** How a run of tests ended. */
export const TestResult = Schema.Struct({
  /** What failed, as sentences; nothing where all is well. */
  failures: Schema.Array(Schema.String),
  tests: Schema.Array(RunTest),
  /** What was reached outside of the tests. */
  reachedBefore: Schema.Array(Schema.Int)
})
export interface TestResult extends Schema.Schema.Type<typeof TestResult> {}
