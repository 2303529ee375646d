import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { askDuckDB } from "./duckDB.ts"
import { daily, makeMirror, row, writeRealDay } from "./mirrors.ts"

const page = readFileSync(new URL("../../../docs/mirror.md", import.meta.url), "utf8")
const recipes = Array.from(page.matchAll(/```sql\n(.*?)```/gs), ([, sql = ""]) => sql)

const blockbuster = JSON.stringify({
  id: "n",
  transactionNumber: "20110718",
  acquiringParty: "Carl C. Icahn",
  acquiredParty: "Blockbuster Inc.",
  date: "2011-04-11",
  created: "2013-09-24T20:05:39+00:00",
  updated: "2013-09-24T20:05:39+00:00"
})

describe("the recipes of docs/mirror.md", () => {
  it.effect("return rows in any client of DuckDB", () =>
    Effect.gen(function* () {
      const { file, folder, importPaths, importText } = yield* makeMirror
      yield* importPaths([yield* writeRealDay(folder)])
      // A day before a gap.
      yield* importText("rows.csv", daily(row({ created: "2021-07-05 10:00:00" })))
      yield* importText("notices.ndjson", blockbuster)
      const rows = yield* Effect.promise(() => askDuckDB(file, recipes))
      assert.deepStrictEqual(
        rows.map(({ length }) => length > 0),
        Array.from({ length: 10 }, () => true)
      )
      assert.deepStrictEqual(rows[0], [["42", "2021-07-07 10:55:40", "2021-07-07 21:28:58"]])
      assert.deepStrictEqual(rows[9], [
        ["2025550100", "0", null],
        ["3152328257", "42", "2021-07-07 21:28:58"],
        ["9792467685", "1", "2021-07-07 23:59:51"]
      ])
    }).pipe(Effect.scoped)
  )
})
