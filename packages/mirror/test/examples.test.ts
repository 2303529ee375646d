import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mirrorAt, ohioByMonth } from "../examples/ohioByMonth.ts"
import { reportsOf } from "../examples/reportsOf.ts"
import { daily, july7, makeMirror, row } from "./mirrors.ts"

describe("the examples", () => {
  it.effect("import daily files and answer", () =>
    Effect.gen(function* () {
      const { file, folder, importText } = yield* makeMirror
      yield* importText(july7, daily(row()))
      const reports = yield* Effect.promise(() =>
        reportsOf(join(folder, "other.db"), join(folder, "*.csv"), "216-555-0100")
      )
      assert.deepStrictEqual(reports, { reports: 1, days: 1 })
      assert.deepStrictEqual(yield* Effect.provide(ohioByMonth, mirrorAt(file)), {
        months: [{ key: "2021-07", split: null, reports: 1, records: 1 }],
        missing: []
      })
    }).pipe(Effect.scoped)
  )
})
