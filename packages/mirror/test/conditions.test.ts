import { assert, describe, it } from "@effect/vitest"
import { ComplaintFilters, type ComplaintInput, readComplaintQuery } from "@public-records/core"
import { Effect } from "effect"
import { conditionsOf } from "../src/questions/conditions.ts"
import { MirrorFile } from "../src/store/MirrorFile.ts"
import { daily, makeMirror, row } from "./mirrors.ts"

/** A value of each filter that some complaints do not have. */
const values: { readonly [Name in keyof ComplaintFilters]-?: ComplaintInput[Name] } = {
  createdDate: "2021-07-06",
  createdFrom: "2021-07-05",
  createdTo: "2021-07-04",
  violationDate: "2021-07-06",
  violationFrom: "2021-07-05",
  violationTo: "2021-07-04",
  state: "Ohio",
  city: "Cleveland",
  areaCode: 216,
  robocall: "unknown",
  number: "2165550100",
  subject: "Other",
  hour: 0,
  days: 1,
  unchecked: { state: "Iowa" }
}

describe("the conditions of a query", () => {
  it.effect("are others for each filter", () =>
    Effect.gen(function* () {
      const { file: path, importText } = yield* makeMirror
      yield* importText("rows.csv", daily(row(), row({ state: "Iowa" })))
      const file = yield* MirrorFile.open(path, "read")
      const sqlOf = Effect.fnUntraced(function* (query: ComplaintInput) {
        const read = yield* readComplaintQuery(query, "local")
        const { where } = yield* file.read((db) => conditionsOf(db, read))
        return `${where.text} ${where.values.join(", ")}`
      })
      const names = Object.keys(ComplaintFilters.fields)
      assert.sameMembers(Object.keys(values), names)
      const found = yield* Effect.forEach(Object.entries(values), ([name, value]) => sqlOf({ [name]: value }))
      assert.strictEqual(new Set([yield* sqlOf({}), ...found]).size, names.length + 1, found.join("\n"))
    }).pipe(Effect.scoped)
  )
})
