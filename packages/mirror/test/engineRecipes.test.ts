import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { askDuckDB } from "./duckDB.ts"
import { answersOf, comparable } from "./engines/answers.ts"
import { exportCommands, loadCommand, questions, setupOf } from "./engines/recipes.ts"
import { daily, july7, makeMirror, row, writeRealDay } from "./mirrors.ts"

/** Complaints that differ only in ways that a statement might overlook. */
const oddRows = [
  row({ number: "3152328257", created: "2021-06-30 23:59:59", called: "2021-06-30 00:00:00" }),
  row({ number: "+13152328257", created: "2021-08-01 00:00:00", state: "", robocall: "" }),
  row({ number: "13152328257", created: "2021-08-01 00:00:00", area: "" }),
  row({ number: "13152328257", created: "2021-08-01 00:00:00", area: "" }),
  row({ number: "+1315232825", created: "2021-08-01 00:00:00" }),
  row({ number: "2222222222", created: "2021-08-01 00:00:00" }),
  row({ number: "", created: "2021-08-01 00:00:00", called: "2021-08-01 00:00:01" })
]

describe("docs/engines.md", () => {
  it("has a command or statements for each engine", () => {
    assert.deepStrictEqual(
      ["The mirror itself", "DuckDB", "ClickHouse", "PostgreSQL"].map((engine) => setupOf(engine).length),
      [2, 2, 2, 5]
    )
    assert.match(loadCommand("PostgreSQL"), /^psql /)
    assert.deepStrictEqual(
      exportCommands.map((command) => command.includes("--partition-by created-date")),
      [true, true]
    )
  })

  it.effect("has statements that give the answers of a mirror in DuckDB", () =>
    Effect.gen(function* () {
      const { file, folder, importPaths, importText, mirror } = yield* makeMirror
      yield* importPaths([yield* writeRealDay(folder, july7, 3000)])
      yield* importText("odd.csv", daily(...oddRows))
      const answers = yield* answersOf(mirror)
      assert.deepStrictEqual(
        questions.map(({ title }) => title),
        [...answers.keys()]
      )
      const views = setupOf("The mirror itself")
      const results = yield* Effect.promise(() => askDuckDB(file, [...views, ...questions.map(({ sql }) => sql)]))
      for (const [index, { title }] of questions.entries()) {
        const rows = results[views.length + index] ?? []
        assert.deepStrictEqual(comparable(rows), answers.get(title), title)
        assert.isNotEmpty(rows, title)
      }
    }).pipe(Effect.scoped)
  )
})
