import { copyFile, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { Mirror } from "@public-records/mirror"
import { Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { changeTables, firstRowIn } from "./mirrorTables.ts"
import { daily, july7, makeMirror, outcomes, row, writeRealDay } from "./mirrors.ts"

const open = (file: string, access: "read" | "write" = "read") =>
  Effect.result(Effect.scoped(Layer.build(Mirror.layer({ file, access }))))

const problemOf = (file: string, access: "read" | "write" = "read") =>
  Effect.map(open(file, access), (result) => (result._tag === "Failure" ? result.failure.problem : undefined))

const bytesOf = (file: string) => Effect.promise(() => readFile(file))

describe("the file of a mirror", () => {
  it.effect("is created only for writing, and when it is first written", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeMirror
      const file = join(folder, "deep", "new.duckdb")
      const missing = yield* Effect.flip(Effect.scoped(Layer.build(Mirror.layer({ file }))))
      assert.strictEqual(
        missing.message,
        `The mirror ${file} does not exist. Import daily files or sync it to create it.`
      )
      assert.strictEqual(yield* problemOf(file, "write"), undefined)
      assert.strictEqual(yield* problemOf(file), "Missing")
      const status = Effect.flatMap(Mirror, (mirror) => mirror.status)
      const { days } = yield* Effect.provide(status, Mirror.layer({ file, access: "write" }))
      assert.deepStrictEqual([days, yield* problemOf(file)], [0, "Missing"])
      const compact = Effect.flatMap(Mirror, (mirror) => mirror.compact)
      yield* Effect.provide(compact, Mirror.layer({ file, access: "write" }))
      assert.strictEqual(yield* problemOf(file), undefined)
    }).pipe(Effect.scoped)
  )

  it.effect("is not created if every file of an import is refused", () =>
    Effect.gen(function* () {
      const { file, importText } = yield* makeMirror
      yield* importText("bad.csv", "no header\r\n")
      assert.strictEqual(yield* problemOf(file), "Missing")
    }).pipe(Effect.scoped)
  )

  it.effect("is refused and not changed if it is of another program or of another form", () =>
    Effect.gen(function* () {
      const { folder, file, mirror } = yield* makeMirror
      yield* mirror.compact
      const other = join(folder, "other form.duckdb")
      yield* Effect.promise(() => copyFile(file, other))
      yield* changeTables(other, "update meta set value = '99' where name = 'public-records mirror'")
      const foreign = join(folder, "foreign.duckdb")
      yield* changeTables(foreign, "create table t(a integer)")
      const sqlite = join(folder, "mirror.db")
      yield* Effect.sync(() => {
        const db = new DatabaseSync(sqlite)
        db.exec("create table t(a)")
        db.close()
      })
      const text = join(folder, "text.duckdb")
      yield* Effect.promise(() => writeFile(text, "no database, ".repeat(20)))
      for (const path of [other, foreign, sqlite, text]) {
        const before = yield* bytesOf(path)
        for (const access of ["read", "write"] as const) {
          const use = Effect.flatMap(Mirror, (opened) => opened.status)
          const error = yield* Effect.flip(Effect.provide(use, Mirror.layer({ file: path, access })))
          assert.strictEqual(error.problem, "Foreign")
          assert.include(error.message, "`mirror import`")
        }
        assert.isTrue(before.equals(yield* bytesOf(path)))
      }
    }).pipe(Effect.scoped)
  )

  it.effect("keeps complete days if an import is interrupted", () =>
    Effect.gen(function* () {
      const { folder, mirror } = yield* makeMirror
      const path = yield* writeRealDay(folder, "dnc_complaint_numbers_2019-12-16_0.csv")
      yield* Stream.runDrain(Stream.takeUntil(mirror.importFiles([path]), ({ _tag }) => _tag === "Day"))
      const { days } = yield* mirror.status
      assert.isTrue(days >= 1 && days < 3)
      assert.deepStrictEqual(yield* mirror.verify("contents"), { days, damaged: [], problems: [] })
    }).pipe(Effect.scoped)
  )

  it.effect("has a view with names and texts for other programs", () =>
    Effect.gen(function* () {
      const { file, importText } = yield* makeMirror
      yield* importText(july7, daily(row({ state: "", robocall: "" })))
      const found = yield* firstRowIn(file, "from complaints where company_phone_number = '2165550100'")
      assert.deepStrictEqual(found, {
        day: "2021-07-07",
        created_date: "2021-07-07 10:00:00",
        violation_date: "2021-07-06 09:00:00",
        company_phone_number: "2165550100",
        consumer_city: "Cleveland",
        consumer_state: null,
        consumer_area_code: "216",
        subject: "Other",
        is_robocall: null,
        duplicate: 0,
        id: found["id"] ?? null,
        day_state: "complete",
        day_source: "file"
      })
      assert.match(String(found["id"]), /^[0-9a-f]{32}$/)
    }).pipe(Effect.scoped)
  )
})

describe("status", () => {
  const day = (date: string, count: number) =>
    [
      `${date}.csv`,
      daily(...Array.from({ length: count }, (_, index) => row({ created: `${date} 10:00:00`, number: `${index}` })))
    ] as const

  it.effect("names gaps, partial and suspicious days, and what was set aside", () =>
    Effect.gen(function* () {
      const { file, importText, mirror } = yield* makeMirror
      const counts = [
        ["2021-07-05", 10],
        ["2021-07-06", 4],
        ["2021-07-07", 9],
        ["2021-07-08", 5],
        ["2021-07-12", 10]
      ] as const
      for (const [date, count] of counts) {
        const [name, text] = day(date, count)
        yield* importText(name.replace("2021", "DNC_Complaint_Numbers_2021"), text, {
          covers: { from: CivilDate.make(date), to: CivilDate.make(date) }
        })
      }
      yield* importText("part.csv", `${day("2021-07-09", 1)[1]}bad\r\n`)
      const { setAside, bytes, missing, partial, suspicious, readOnce, complete } = yield* mirror.status
      assert.deepStrictEqual(
        { setAside, missing, partial, suspicious, readOnce, complete },
        {
          setAside: 1,
          missing: [{ from: CivilDate.make("2021-07-10"), to: CivilDate.make("2021-07-11") }],
          partial: [CivilDate.make("2021-07-09")],
          suspicious: [
            {
              day: CivilDate.make("2021-07-06"),
              why: "4 records, less than half of its neighbors (10 and 9)",
              confirmed: false
            }
          ],
          readOnce: 5,
          complete: 5
        }
      )
      assert.isAtLeast(bytes, (yield* Effect.promise(() => stat(file))).size)
    }).pipe(Effect.scoped)
  )

  it.effect("suspects an empty Friday, but not an empty Saturday", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      yield* importText("DNC_Complaint_Numbers_2021-07-12.csv", daily(row({ created: "2021-07-09 10:00:00" })))
      yield* importText("DNC_Complaint_Numbers_2021-07-19.csv", daily(row({ created: "2021-07-17 10:00:00" })))
      const { days, suspicious } = yield* mirror.status
      assert.deepStrictEqual([days, suspicious.map(({ day }) => day)], [6, ["2021-07-16"]])
    }).pipe(Effect.scoped)
  )

  it.effect("counts a day as settled that is the same a week after its publication", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      yield* TestClock.setTime(Date.parse("2021-07-15T15:59:59Z"))
      yield* importText(july7, daily(row()))
      yield* importText(july7, daily(row()))
      assert.strictEqual((yield* mirror.status).readOnce, 1)
      yield* TestClock.adjust("1 second")
      // A part of the day says nothing about the rest of it.
      yield* importText(july7, daily(row(), row({ city: "Parma" })), { replace: true })
      assert.deepStrictEqual(outcomes(yield* importText("part.csv", daily(row()))), [
        "2021-07-07 complete unchanged 1+0"
      ])
      assert.strictEqual((yield* mirror.status).readOnce, 1)
      yield* importText(july7, daily(row(), row({ city: "Parma" })))
      assert.strictEqual((yield* mirror.status).readOnce, 0)
      // Other records were read only once.
      yield* importText(july7, daily(row({ city: "Akron" })), { replace: true })
      assert.strictEqual((yield* mirror.status).readOnce, 1)
    }).pipe(Effect.scoped)
  )
})

const damages: ReadonlyArray<readonly [what: string, sql: string, depth: "counts" | "contents", why: string]> = [
  ["a lost record", "delete from calls where city = 'Akron'", "counts", "it has 1 records instead of 2"],
  ["a changed record", "update calls set area = '330' where city = 'Akron'", "contents", "not those that were written"],
  ["a wrong number of equal records", "update calls set duplicate = 1", "counts", "equal records"],
  ["a day that was never stored", "delete from days", "counts", "it has 2 records, but is not in the list of days"]
]

describe("verify", () => {
  it.effect.each(damages)("finds %s", ([, sql, depth, why]) =>
    Effect.gen(function* () {
      const { file, importText, mirror } = yield* makeMirror
      yield* importText(july7, daily(row(), row({ city: "Akron" })))
      assert.deepStrictEqual((yield* mirror.verify("contents")).damaged, [])
      yield* changeTables(file, sql)
      if (depth === "contents") assert.deepStrictEqual((yield* mirror.verify("counts")).damaged, [])
      const { damaged } = yield* mirror.verify(depth)
      assert.strictEqual(damaged[0]?.day, "2021-07-07")
      assert.include(damaged[0]?.why, why)
    }).pipe(Effect.scoped)
  )

  it.effect("names the tables that were changed, unless only the days are counted", () =>
    Effect.gen(function* () {
      const { file, importText, mirror } = yield* makeMirror
      yield* importText(july7, daily(row()))
      yield* changeTables(file, "update days set origin = 'another'")
      assert.deepStrictEqual(yield* mirror.verify("counts"), { days: 1, damaged: [], problems: [] })
      assert.deepStrictEqual((yield* mirror.verify("contents")).problems, [
        "The rows of the table days are not those that were written."
      ])
    }).pipe(Effect.scoped)
  )
})

describe("compact", () => {
  it.effect("gives space back and keeps the records", () =>
    Effect.gen(function* () {
      const { folder, importPaths, importText, mirror } = yield* makeMirror
      yield* importPaths([yield* writeRealDay(folder)])
      yield* importText(july7, daily(row()), { replace: true })
      const sizeOf = Effect.map(mirror.status, ({ bytes }) => bytes)
      const size = yield* sizeOf
      const { after, before } = yield* mirror.compact
      assert.deepStrictEqual([before, after], [size, yield* sizeOf])
      assert.isBelow(after, before)
      assert.deepStrictEqual(yield* mirror.verify("contents"), { days: 1, damaged: [], problems: [] })
    }).pipe(Effect.scoped)
  )
})
