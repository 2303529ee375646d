import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { CivilDate, yesterday } from "@public-records/core"
import { Effect } from "effect"
import { renewList } from "../examples/blocklist.ts"
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
        months: [{ key: "2021-07", split: null, reports: 1, records: 1, days: 1, of: 31 }],
        missing: []
      })
    }).pipe(Effect.scoped)
  )

  it.effect("renew a block list unless it is refused", () =>
    Effect.gen(function* () {
      const { file, folder, importText } = yield* makeMirror
      const list = join(folder, "list.txt")
      yield* importText(july7, daily(row()))
      // The newest day is years old.
      const error = yield* Effect.promise(() => renewList(file, list, []).catch((cause: unknown) => cause))
      assert.include(String(error), "The newest day of the mirror is 2021-07-07")
      const newest = yield* Effect.promise(() => Effect.runPromise(yesterday))
      const first = CivilDate.make(new Date(Date.parse(newest) - 89 * 86_400_000).toISOString().slice(0, 10))
      const rows = ["Ohio", "Iowa", "Utah"].map((state) =>
        row({ number: "2169550100", state, created: `${newest} 10:00:00` })
      )
      yield* importText("rows.csv", daily(...rows), { covers: { from: first, to: newest } })
      assert.strictEqual(yield* Effect.promise(() => renewList(file, list, [])), 1)
      assert.include(readFileSync(list, "utf8"), "\n+12169550100\n")
      assert.strictEqual(yield* Effect.promise(() => renewList(file, list, [])), 0)
    }).pipe(Effect.scoped)
  )
})
