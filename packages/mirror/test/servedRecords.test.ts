import { assert, describe, it } from "@effect/vitest"
import { openServedRecords, type ServedConditions } from "@public-records/mirror"
import { Effect } from "effect"
import { daily, july7, makeMirror, row } from "./mirrors.ts"

const instant = "2020-01-03T00:00:00Z"

const notice = (id: string): string =>
  JSON.stringify({ id, transactionNumber: "1", title: id, date: "2020-01-02", created: instant, updated: instant })

type Opened = Effect.Success<Effect.Success<ReturnType<typeof openServedRecords>>>

const total = (complaints: Opened["complaints"], conditions: ServedConditions) =>
  Effect.map(complaints.page(conditions, "ASC", { offset: 0, limit: 1 }), (page) => page.total)

const size = ({ complaints }: Opened) => total(complaints, {})

describe("the records for a server", () => {
  it.effect("are those of the file when they are opened again, also after an import", () =>
    Effect.gen(function* () {
      const { file, importText } = yield* makeMirror
      yield* importText(july7, daily(row()))
      yield* importText("a.ndjson", notice("one"))
      const open = yield* openServedRecords(file)
      const first = yield* open
      assert.deepStrictEqual([yield* size(first), first.notices.map(({ id }) => id)], [1, ["one"]])
      yield* importText(july7, daily(row(), row({ created: "2021-07-07 11:00:00" })))
      yield* importText("b.ndjson", notice("two"))
      const second = yield* open
      assert.deepStrictEqual([yield* size(second), second.notices.map(({ id }) => id)], [2, ["one", "two"]])
      assert.strictEqual(yield* size(first), 2)
    }).pipe(Effect.scoped)
  )

  it.effect("are all read, each once, the oldest first", () =>
    Effect.gen(function* () {
      const { file, importText } = yield* makeMirror
      const rows = Array.from({ length: 2000 }, (_, index) => row({ number: String(2_165_550_000 + index) }))
      yield* importText("rows.csv", daily(...rows, row({ created: "2021-07-06 10:00:00", number: "3305550100" })))
      const { complaints } = yield* yield* openServedRecords(file)
      const all = yield* complaints.all
      assert.deepStrictEqual([all.length, new Set(all.map(({ id }) => id)).size], [2001, 2001])
      assert.strictEqual(all[0]?.companyPhoneNumber, "3305550100")
      assert.deepStrictEqual(yield* complaints.get(all[5]?.id ?? ""), all[5])
    }).pipe(Effect.scoped)
  )

  it.effect("are chosen by robocall in any case", () =>
    Effect.gen(function* () {
      const { file, importText } = yield* makeMirror
      yield* importText(
        july7,
        daily(row(), row({ robocall: "N" }), row({ robocall: "N", area: "330" }), row({ robocall: "" }))
      )
      const { complaints } = yield* yield* openServedRecords(file)
      const totals = yield* Effect.forEach(["y", "Y", "n", undefined], (recordedMessageOrRobocall) =>
        total(complaints, { values: { recordedMessageOrRobocall } })
      )
      assert.deepStrictEqual(totals, [1, 1, 2, 4])
    }).pipe(Effect.scoped)
  )

  it.effect("are chosen by each range alone, and by both", () =>
    Effect.gen(function* () {
      const { file, importText } = yield* makeMirror
      const called = ["2021-07-05 09:00:00", "2021-07-06 09:00:00"]
      const rows = called.flatMap((one) =>
        ["2021-07-06 10:00:00", "2021-07-07 10:00:00"].map((created) => row({ called: one, created }))
      )
      yield* importText("rows.csv", daily(...rows))
      const { complaints } = yield* yield* openServedRecords(file)
      const created = { from: "2021-07-07 00:00:00", to: "2021-07-07 23:59:59" }
      const violation = { from: "2021-07-05 09:00:00", to: "2021-07-05 09:00:00" }
      const totals = yield* Effect.forEach([{ created }, { violation }, { created, violation }, {}], (conditions) =>
        total(complaints, conditions)
      )
      assert.deepStrictEqual(totals, [2, 2, 1, 4])
    }).pipe(Effect.scoped)
  )
})
