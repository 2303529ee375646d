import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
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

const available = (process.env["PUBLIC_RECORDS_TEST_PROGRAMS"] ?? "").split(",")

const pythonProgram = `
import json, sqlite3, sys
db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
db.row_factory = sqlite3.Row
print(json.dumps([[dict(row) for row in db.execute(sql)] for sql in json.loads(sys.argv[2])]))`

/** Programs that return the rows of each query as JSON. */
const programs: ReadonlyArray<readonly [name: string, run: (file: string) => unknown]> = [
  [
    "sqlite3",
    (file) =>
      recipes.map((sql) =>
        JSON.parse(execFileSync("sqlite3", ["-readonly", "-json", file, sql], { encoding: "utf8" }) || "[]")
      )
  ],
  [
    "python3",
    (file) =>
      JSON.parse(execFileSync("python3", ["-c", pythonProgram, file, JSON.stringify(recipes)], { encoding: "utf8" }))
  ]
]

describe("the recipes of docs/mirror.md", () => {
  it.effect("return rows, and the same ones in every SQLite program", () =>
    Effect.gen(function* () {
      const { file, folder, importPaths, importText } = yield* makeMirror
      yield* importPaths([yield* writeRealDay(folder)])
      // A day before a gap.
      yield* importText("rows.csv", daily(row({ created: "2021-07-05 10:00:00" })))
      yield* importText("notices.ndjson", blockbuster)
      const db = new DatabaseSync(file, { readOnly: true })
      const rows = recipes.map((sql) =>
        db
          .prepare(sql)
          .all()
          .map((row): typeof row => Object.assign({}, row))
      )
      db.close()
      assert.strictEqual(rows.length, 10)
      assert.deepStrictEqual(
        rows.map(({ length }) => length > 0),
        recipes.map(() => true)
      )
      assert.deepStrictEqual(rows[0], [{ reports: 42, first: "2021-07-07 10:55:40", last: "2021-07-07 21:28:58" }])
      assert.deepStrictEqual(
        rows[9]?.map(({ number, reports }) => [number, reports]),
        [
          ["2025550100", 0],
          ["3152328257", 42],
          ["9792467685", 1]
        ]
      )
      for (const [name, run] of programs.filter(([name]) => available.includes(name))) {
        assert.deepStrictEqual(run(file), rows, name)
      }
    }).pipe(Effect.scoped)
  )
})
