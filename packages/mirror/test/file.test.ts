import { copyFile, open as openFile, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { Mirror, MirrorError } from "@public-records/mirror"
import { Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Database, integer } from "../src/store/Database.ts"
import { verifyDays } from "../src/store/verify.ts"
import { daily, july7, makeMirror, outcomes, row, writeRealDay } from "./mirrors.ts"

const open = (file: string, access: "read" | "write" = "read") =>
  Effect.result(Effect.scoped(Layer.build(Mirror.layer({ file, access }))))

const problemOf = (file: string, access: "read" | "write" = "read") =>
  Effect.map(open(file, access), (result) => (result._tag === "Failure" ? result.failure.problem : undefined))

const onDatabase = (file: string, sql: string) =>
  Effect.sync(() => {
    const db = new DatabaseSync(file)
    db.exec(sql)
    db.close()
  })

/** Overwrites bytes of a file with ones. */
const overwrite = (file: string, position: number, count: number) =>
  Effect.promise(async () => {
    const handle = await openFile(file, "r+")
    await handle.write(Buffer.alloc(count, 1), 0, count, position)
    await handle.close()
  })

const bytesOf = (file: string) => Effect.promise(() => readFile(file))

/** Lets time pass while a fiber reads files, which takes real time. Stops when the fiber has ended. */
const passTime = Effect.fnUntraced(function* <A, E>(fiber: Fiber.Fiber<A, E>, times = Number.POSITIVE_INFINITY) {
  for (let passed = 0; passed < times && fiber.pollUnsafe() === undefined; passed++) {
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    yield* TestClock.adjust("50 millis")
  }
})

describe("the file of a mirror", () => {
  it.effect("is created only for writing, and when it is first written", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeMirror
      const file = join(folder, "deep", "new.db")
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

  it.effect("is refused and not changed if it is of another program or of a newer version", () =>
    Effect.gen(function* () {
      const { folder, file, mirror } = yield* makeMirror
      yield* mirror.compact
      const newer = join(folder, "newer.db")
      yield* Effect.promise(() => copyFile(file, newer))
      yield* onDatabase(newer, "pragma user_version = 99; pragma wal_checkpoint(truncate)")
      const foreign = join(folder, "foreign.db")
      yield* onDatabase(foreign, "create table t(a)")
      const text = join(folder, "text.db")
      yield* Effect.promise(() => writeFile(text, "no database, ".repeat(20)))
      for (const [path, problem] of [
        [newer, "Newer"],
        [foreign, "Foreign"],
        [text, "Foreign"]
      ] as const) {
        const before = yield* bytesOf(path)
        assert.strictEqual(yield* problemOf(path), problem)
        assert.strictEqual(yield* problemOf(path, "write"), problem)
        assert.isTrue(before.equals(yield* bytesOf(path)))
      }
    }).pipe(Effect.scoped)
  )

  it.effect("is waited for, up to five seconds, while another process writes it", () =>
    Effect.gen(function* () {
      const { file, importText, mirror } = yield* makeMirror
      yield* importText(july7, daily(row()))
      const other = new DatabaseSync(file)
      other.exec("begin immediate")
      const waiting = yield* Effect.forkChild(importText(july7, daily(row(), row())))
      yield* passTime(waiting, 40)
      // Readers do not wait.
      assert.strictEqual((yield* mirror.status).records, 1)
      other.exec("commit")
      yield* passTime(waiting)
      assert.deepStrictEqual(outcomes(yield* Fiber.join(waiting)), ["2021-07-07 complete replaced 2+0"])
      other.exec("begin immediate")
      const late = yield* Effect.forkChild(Effect.flip(importText(july7, daily(row({ city: "Akron" })))))
      yield* passTime(late)
      const error = yield* Fiber.join(late)
      other.exec("rollback")
      other.close()
      assert.strictEqual(error instanceof MirrorError ? error.problem : "", "Locked")
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

  it.effect("can be read by other SQLite programs, with names and texts", () =>
    Effect.gen(function* () {
      const { file, importText } = yield* makeMirror
      yield* importText(july7, daily(row({ state: "", robocall: "" })))
      const db = new DatabaseSync(file, { readOnly: true })
      const [found] = db.prepare("select * from complaints where company_phone_number = '2165550100'").all()
      db.close()
      assert.deepStrictEqual(
        { ...found },
        {
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
          id: found?.["id"],
          day_state: "complete",
          day_source: "daily file"
        }
      )
      assert.match(String(found?.["id"]), /^[0-9a-f]{32}$/)
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

  it.effect("has the size of the file and of SQLite's log", () =>
    Effect.gen(function* () {
      const { file, importText, mirror } = yield* makeMirror
      yield* importText(july7, daily(row()))
      yield* onDatabase(file, "insert into settings values('a', 'b')")
      const sizes = yield* Effect.promise(() => Promise.all([stat(file), stat(`${file}-wal`)]))
      assert.isAbove(sizes[1].size, 0)
      assert.strictEqual((yield* mirror.status).bytes, sizes[0].size + sizes[1].size)
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
  ["a lost record", "delete from calls where position = 0", "counts", "it has 1 records instead of 2"],
  ["a changed record", "update calls set area = '330' where position = 0", "contents", "not those that were written"],
  ["a wrong roll-up", "update daily_area set records = 3", "counts", "daily_area"],
  ["a wrong number of reports", "update daily_area set reports = 1", "counts", "daily_area"],
  ["a wrong number of equal records", "update calls set duplicate = 1", "counts", "equal records"]
]

describe("verify", () => {
  it.effect.each(damages)("finds %s", ([, sql, depth, why]) =>
    Effect.gen(function* () {
      const { file, importText, mirror } = yield* makeMirror
      yield* importText(july7, daily(row(), row({ city: "Akron" })))
      assert.deepStrictEqual((yield* mirror.verify("contents")).damaged, [])
      yield* onDatabase(file, sql)
      if (depth === "contents") assert.deepStrictEqual((yield* mirror.verify("counts")).damaged, [])
      const { damaged } = yield* mirror.verify(depth)
      assert.strictEqual(damaged[0]?.day, "2021-07-07")
      assert.include(damaged[0]?.why, why)
    }).pipe(Effect.scoped)
  )
})

describe("the depth of verify", () => {
  it.effect("has a progress from 0 to 1", () =>
    Effect.gen(function* () {
      const { file, importText } = yield* makeMirror
      const days = ["2021-07-05", "2021-07-06", "2021-07-07", "2021-07-08"]
      yield* importText("rows.csv", daily(...days.map((date) => row({ created: `${date} 10:00:00` }))))
      const db = new Database(file, { readOnly: true, timeout: 0 })
      assert.deepStrictEqual([...verifyDays(db, "counts")], [0, 0.25, 0.5, 0.75])
      db.close()
    }).pipe(Effect.scoped)
  )

  it.effect("does not matter for a day that cannot be read", () =>
    Effect.gen(function* () {
      const { file, importText, mirror } = yield* makeMirror
      yield* importText(july7, daily(row()))
      const db = new Database(file, { readOnly: true, timeout: 0 })
      const root = integer(db.first("select rootpage from sqlite_schema where name = 'calls'"), "rootpage")
      const size = integer(db.first("pragma page_size"), "page_size")
      db.close()
      yield* overwrite(file, (root - 1) * size, 8)
      for (const depth of ["counts", "contents"] as const) {
        const { damaged, problems } = yield* mirror.verify(depth)
        assert.deepStrictEqual([damaged.length, damaged[0]?.day], [1, "2021-07-07"])
        assert.strictEqual(problems.length > 0, depth === "contents")
        assert.include(damaged[0]?.why, "it cannot be read (")
      }
    }).pipe(Effect.scoped)
  )

  it.effect("decides whether SQLite checks its own structures", () =>
    Effect.gen(function* () {
      const { file, importText, mirror } = yield* makeMirror
      yield* importText(july7, daily(row()))
      const db = new Database(file, { readOnly: true, timeout: 0 })
      const [root] = db.rows("select rootpage from sqlite_schema where name = 'set_aside_by_day'")
      const size = integer(db.first("pragma page_size"), "page_size")
      db.close()
      yield* overwrite(file, (integer(root, "rootpage") - 1) * size, 8)
      assert.deepStrictEqual(yield* mirror.verify("counts"), { days: 1, damaged: [], problems: [] })
      const { damaged, problems } = yield* mirror.verify("contents")
      assert.deepStrictEqual([damaged, problems.length], [[], 1], problems.join())
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
      assert.isBelow(after, before / 4)
      assert.deepStrictEqual(yield* mirror.verify("contents"), { days: 1, damaged: [], problems: [] })
    }).pipe(Effect.scoped)
  )
})
