import { rename, writeFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import {
  ComplaintQuery,
  nextPublication,
  NoticeQuery,
  PublicRecords,
  type PublicRecordsError
} from "@public-records/core"
import { Mirror } from "@public-records/mirror"
import { Duration, Effect, Layer, Option, Stream } from "effect"
import { MirrorFile } from "../src/store/MirrorFile.ts"
import { sql } from "../src/store/sql.ts"
import { daily, july7, makeMirror, row } from "./mirrors.ts"

const rows = Array.from({ length: 120 }, (_, index) =>
  row({ number: String(2_165_550_000 + index), state: index % 2 === 0 ? "Ohio" : "Iowa" })
)

const filled = Effect.gen(function* () {
  const made = yield* makeMirror
  yield* made.importText(july7, daily(...rows))
  return { ...made, complaints: made.mirror.records.complaints }
})

describe("PublicRecords over a mirror", () => {
  it.effect("walks a list to its end, and reports that it agrees", () =>
    Effect.gen(function* () {
      const { complaints } = yield* filled
      const reports: Array<string> = []
      const onReport = (report: { readonly records: number; readonly agrees: boolean | null }) =>
        Effect.sync(() => void reports.push(`${report.records} ${report.agrees}`))
      const records = yield* Stream.runCollect(complaints.stream({ offset: 10 }, { onReport }))
      assert.strictEqual(new Set(records.map(({ id }) => id)).size, 110)
      assert.deepStrictEqual(reports, ["110 true"])
    }).pipe(Effect.scoped)
  )

  it.effect("resumes a walk from a bookmark", () =>
    Effect.gen(function* () {
      const { complaints } = yield* filled
      const [first] = yield* Stream.runCollect(Stream.take(complaints.pages(ComplaintQuery.default), 1))
      const from = first === undefined ? undefined : { bookmark: first.bookmark, seen: first.seen }
      const rest = yield* Stream.runCollect(complaints.pages(ComplaintQuery.default, { from }))
      assert.strictEqual(first?.records.length, 50)
      assert.strictEqual(
        rest.reduce((sum, { records }) => sum + records.length, 0),
        70
      )
    }).pipe(Effect.scoped)
  )

  it.effect("knows the cost of a list, and needs no budget", () =>
    Effect.gen(function* () {
      const { complaints, mirror } = yield* filled
      const { pages, records } = yield* complaints.estimate({ offset: 10 })
      assert.deepStrictEqual([pages, records], [Option.some(3), Option.some(110)])
      assert.isTrue(Option.isNone((yield* mirror.records.quota.get).limit))
      for (const [offset, left] of [
        [119, 1],
        [120, 0],
        [500, 0]
      ] as const) {
        const estimate = yield* complaints.estimate({ offset })
        assert.deepStrictEqual([estimate.pages, estimate.records], [Option.some(left), Option.some(left)])
      }
    }).pipe(Effect.scoped)
  )

  it.effect("takes no time, and knows when the service publishes", () =>
    Effect.gen(function* () {
      const { mirror } = yield* makeMirror
      const { complaints, notices, timeFor } = mirror.records
      assert.deepStrictEqual(yield* timeFor(1000), Option.some(Duration.zero))
      assert.deepStrictEqual((yield* complaints.estimate(ComplaintQuery.default)).time, Option.some(Duration.zero))
      const expected = [yield* nextPublication.complaints, yield* nextPublication.notices]
      assert.deepStrictEqual([yield* complaints.nextPublication, yield* notices.nextPublication], expected)
      assert.notDeepEqual(expected[0], expected[1])
    }).pipe(Effect.scoped)
  )

  it.effect("fails with NotFound for an unknown id", () =>
    Effect.gen(function* () {
      const { complaints, mirror } = yield* filled
      const error = yield* Effect.flip(complaints.get("0".repeat(32)))
      assert.deepStrictEqual([error.operation, error.reason._tag], [`Get complaint "${"0".repeat(32)}"`, "NotFound"])
      assert.strictEqual((yield* Effect.flip(mirror.records.notices.get("x"))).reason._tag, "NotFound")
      assert.strictEqual((yield* mirror.records.notices.page(NoticeQuery.default)).received, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("answers every filter, and the service's parameters, in any combination", () =>
    Effect.gen(function* () {
      const { complaints } = yield* filled
      const ask = (unchecked: Readonly<Record<string, string>>) => complaints.page({ unchecked, sort: "asc", limit: 1 })
      const total = (unchecked: Readonly<Record<string, string>>) => Effect.map(ask(unchecked), (page) => page.total)
      assert.strictEqual(yield* total({ state: "Ohio", area_code: "216", is_robocall: "true" }), 60)
      assert.strictEqual(yield* total({ city: '"cleveland"', created_date: '"2021-07-07"' }), 120)
      assert.strictEqual(yield* total({ state: "Ohio", is_robocall: "false" }), 0)
      const typed = { state: "oh", areaCode: "216", createdDate: "2021-07-07", hour: 10, number: "216 555" }
      assert.strictEqual((yield* complaints.page(typed)).total, 60)
      assert.strictEqual((yield* complaints.page({ ...typed, hour: 11 })).total, 0)
      assert.strictEqual(yield* total({ city: 'Cleve"land' }), 0)
      assert.strictEqual((yield* Effect.flip(ask({ number: "1" }))).reason._tag, "InvalidQuery")
      assert.strictEqual((yield* Effect.flip(ask({ state: "Ohoi" }))).reason._tag, "InvalidQuery")
    }).pipe(Effect.scoped)
  )

  it.effect("has complaints of the same second in the order of their ids, also in a compacted file", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* filled
      const ids = ["0", "B", "a", "odd 1", "odd 10", "odd 2", "z"].flatMap((id) => [id, `${id} ${"f".repeat(32)}`])
      const records = ids.toSorted().toReversed()
      const lineOf = (id: string) =>
        JSON.stringify({
          id,
          companyPhoneNumber: "2165550100",
          createdDate: "2021-07-06 10:00:00",
          violationDate: "2021-07-06 09:00:00",
          consumerCity: "Akron",
          consumerState: "Ohio",
          consumerAreaCode: "216",
          subject: "Other",
          isRobocall: true
        })
      yield* importText("a.ndjson", records.map(lineOf).join("\n"))
      yield* importText(july7, daily(...rows, row({ city: "Parma" })), { replace: true })
      const idsIn = (sort: "asc" | "desc") =>
        Effect.map(mirror.records.complaints.page({ createdDate: "2021-07-06", sort }), (page) =>
          page.records.map(({ id }) => id)
        )
      for (let times = 0; times < 2; times++) {
        assert.deepStrictEqual([yield* idsIn("asc"), yield* idsIn("desc")], [ids.toSorted(), records])
        yield* mirror.compact
      }
      assert.strictEqual((yield* mirror.records.complaints.get("odd 2")).id, "odd 2")
    }).pipe(Effect.scoped)
  )

  it.effect("has notices of the same time in the order of their ids, and none that the service no longer has", () =>
    Effect.gen(function* () {
      const { file, importText, mirror } = yield* filled
      const at = "2020-01-02T00:00:00Z"
      const ids = ["a", "b", "c"]
      const notices = ids.map((id) =>
        JSON.stringify({ id, transactionNumber: "1", title: "t", date: "2020-01-02", created: at, updated: at })
      )
      yield* importText("notices.ndjson", notices.toReversed().join("\n"))
      const { notices: records } = mirror.records
      const idsIn = (sort: "asc" | "desc") =>
        Effect.map(records.page({ sort }), (page) => page.records.map(({ id }) => id))
      assert.deepStrictEqual([yield* idsIn("asc"), yield* idsIn("desc")], [ids, ids.toReversed()])
      const opened = yield* MirrorFile.open(file, "write")
      yield* opened.write((db) => db.run(sql`update notices set gone = ${at} where id = 'b'`))
      assert.deepStrictEqual(yield* idsIn("asc"), ["a", "c"])
      assert.strictEqual((yield* records.get("a")).id, "a")
      assert.strictEqual((yield* Effect.flip(records.get("b"))).reason._tag, "NotFound")
      assert.strictEqual((yield* mirror.status).notices, 2)
      assert.strictEqual((yield* mirror.party("t")).notices, 2)
    }).pipe(Effect.scoped)
  )

  it.effect("is unavailable while the file cannot be read, and answers again afterwards", () =>
    Effect.gen(function* () {
      const { complaints, file } = yield* filled
      const [record] = (yield* complaints.page(ComplaintQuery.default)).records
      const id = record?.id ?? ""
      const questions: ReadonlyArray<Effect.Effect<unknown, PublicRecordsError>> = [
        complaints.page(ComplaintQuery.default),
        complaints.get(id),
        complaints.estimate(ComplaintQuery.default),
        Stream.runCollect(complaints.stream(ComplaintQuery.default))
      ]
      for (let times = 0; times < 2; times++) {
        yield* Effect.promise(() => rename(file, `${file}.away`))
        yield* Effect.promise(() => writeFile(file, "no mirror"))
        for (const question of questions) {
          const { operation, reason } = yield* Effect.flip(question)
          assert.include(["List complaints", `Get complaint "${id}"`, "Estimate complaints"], operation)
          assert.strictEqual(reason._tag, "Unavailable")
          assert.include(reason._tag === "Unavailable" ? reason.advice : "", "Check the file of the mirror.")
        }
        yield* Effect.promise(() => rename(`${file}.away`, file))
        for (const question of questions) yield* question
      }
    }).pipe(Effect.scoped)
  )

  it.effect("is provided by a layer", () =>
    Effect.gen(function* () {
      const { file } = yield* filled
      const layer = Layer.provide(Mirror.layerRecords, Mirror.layer({ file }))
      const page = yield* Effect.provide(
        PublicRecords.use(({ complaints }) => complaints.page(ComplaintQuery.default)),
        layer
      )
      assert.strictEqual(page.received, 50)
    }).pipe(Effect.scoped)
  )
})
