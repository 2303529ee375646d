import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFile } from "../src/importing/readFile.ts"
import { daily, header, july7, makeMirror, outcomes, reportIn, row } from "./mirrors.ts"

describe("the report of an import", () => {
  it.effect("counts lines that are no records by their reason, and the day is complete", () =>
    Effect.gen(function* () {
      const { importText } = yield* makeMirror
      const lines = [
        header,
        `${row()}\r`,
        "",
        row({ city: "Akron" }),
        header,
        ",,,,,,,",
        row({ city: "Parma" }),
        "\u001A"
      ]
      const events = yield* importText(july7, lines.join("\n"))
      assert.deepStrictEqual(outcomes(events), ["2021-07-07 complete stored 3+0"])
      assert.deepInclude(reportIn(events), {
        lines: lines.length - 1,
        records: 3,
        setAside: 0,
        skipped: { empty: 2, "repeated header": 1, "end mark": 1 }
      })
    }).pipe(Effect.scoped)
  )

  it.effect("counts the line of a stray quotation mark, and has the lines below it", () =>
    Effect.gen(function* () {
      const { importText } = yield* makeMirror
      const cities = ["Akron", '"Parma', "Toledo", '"Dayton, Ohio"', "Lima"]
      const events = yield* importText(july7, daily(...cities.map((city) => row({ city }))))
      assert.deepStrictEqual(outcomes(events), ["2021-07-07 partial stored 4+0"])
      assert.deepInclude(reportIn(events), { lines: 5, records: 4, setAside: 1, skipped: {} })
    }).pipe(Effect.scoped)
  )

  it.effect("says how many complaints have an unknown robocall", () =>
    Effect.gen(function* () {
      const { importText } = yield* makeMirror
      const values = ["Yes", "False", "", "maybe", "-"]
      const events = yield* importText(july7, daily(...values.map((robocall) => row({ robocall }))))
      assert.deepInclude(reportIn(events), { records: 5, unknownRobocalls: 2 })
    }).pipe(Effect.scoped)
  )

  it.effect("sets a record aside that was created after the date of the file", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const events = yield* importText(july7, daily(row(), row({ created: "2031-01-01 10:00:00" })))
      assert.deepInclude(reportIn(events), { records: 1, setAside: 1 })
      assert.strictEqual((yield* mirror.status).to, "2021-07-07")
    }).pipe(Effect.scoped)
  )
})

describe("a file of garbage", () => {
  it.effect("is counted, and at most 10,000 of its lines are stored", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeMirror
      const path = join(folder, july7)
      yield* Effect.promise(() => writeFile(path, daily(row(), ...Array.from({ length: 12_000 }, () => "garbage"))))
      const contents = yield* readFile(path, { name: "mirror", path: join(folder, "mirror.duckdb") }, () => undefined)
      assert.deepStrictEqual([contents.complaints, contents.invalid, contents.rejected.length], [1, 12_000, 10_000])
    }).pipe(Effect.scoped)
  )
})
