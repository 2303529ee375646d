import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { changeTables } from "./mirrorTables.ts"
import { daily, makeMirror, row } from "./mirrors.ts"

const notice = (id: string, date: string) =>
  JSON.stringify({
    id,
    transactionNumber: id,
    title: "A; B",
    acquiringParty: "A",
    acquiredParty: "B",
    acquiredEntities: [],
    date,
    created: `2020-01-02T10:00:0${id}+00:00`,
    updated: `2020-01-02T10:00:0${id}+00:00`,
    tags: null
  })

describe("the dates of a mirror", () => {
  it.effect("are those of the first and the last complaint, and do not exist without any", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      assert.isUndefined(yield* mirror.dates("complaints"))
      for (const [created, first, last] of [
        ["2021-07-07 23:59:59", "2021-07-07", "2021-07-07"],
        ["2021-07-20 00:00:00", "2021-07-07", "2021-07-20"],
        ["2021-07-02 10:00:00", "2021-07-02", "2021-07-20"]
      ] as const) {
        yield* importText(`${created.slice(0, 10)}.csv`, daily(row({ created })))
        assert.deepStrictEqual(yield* mirror.dates("complaints"), { first, last })
      }
      assert.isUndefined(yield* mirror.dates("notices"))
    }).pipe(Effect.scoped)
  )

  it.effect("are those of the notices that the service still has, in whatever order they were created", () =>
    Effect.gen(function* () {
      const { file, importText, mirror } = yield* makeMirror
      const dates = ["2011-04-12", "2011-04-10", "2011-04-15", "2011-04-13"]
      yield* importText("notices.ndjson", dates.map((date, index) => notice(String(index + 1), date)).join("\n"))
      assert.deepStrictEqual(yield* mirror.dates("notices"), { first: "2011-04-10", last: "2011-04-15" })
      yield* changeTables(file, "update notices set gone = '2020-01-01' where date = '2011-04-15'")
      assert.deepStrictEqual(yield* mirror.dates("notices"), { first: "2011-04-10", last: "2011-04-13" })
    }).pipe(Effect.scoped)
  )
})
