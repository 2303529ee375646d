import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { vi } from "vitest"
import { complaintsTo, folder, namesIn, reportOf, run, service } from "./exporting.ts"

/** Runs an effect on a machine for which DuckDB has no binary. */
const withoutDuckDb = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() =>
      vi.doMock("@duckdb/node-api", () => {
        throw new Error("no binary for this machine")
      })
    ),
    () => effect,
    () => Effect.sync(() => vi.doUnmock("@duckdb/node-api"))
  )

layer(service({ synthetic: 130 }))("an export on a machine without DuckDB", (it) => {
  it.effect("is refused before its first request if its format is Parquet", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const file = join(path, "july.parquet")
      const job = yield* complaintsTo(file, "parquet")
      const failure = yield* withoutDuckDb(Effect.flip(run(job)))
      assert.match(
        failure.message,
        /july\.parquet cannot be written: DuckDB, which writes Parquet, cannot be loaded here \(.+\); choose NDJSON or CSV\.$/
      )
      assert.deepStrictEqual(yield* namesIn(path), [])
    })
  )

  it.effect("works in the other formats", () =>
    Effect.gen(function* () {
      const path = yield* folder
      for (const format of ["csv", "ndjson"] as const) {
        const job = yield* complaintsTo(join(path, format), format)
        assert.strictEqual(reportOf(yield* withoutDuckDb(run(job)))?.written, 130)
      }
    })
  )
})
