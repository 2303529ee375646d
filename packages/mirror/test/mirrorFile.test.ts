import { copyFile, mkdir, symlink } from "node:fs/promises"
import { join, relative } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { Mirror } from "@public-records/mirror"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { toMirrorError } from "../src/MirrorError.ts"
import { dayOf } from "../src/store/civil.ts"
import { Database } from "../src/store/Database.ts"
import { MirrorFile } from "../src/store/MirrorFile.ts"
import { createSchema, versionOf } from "../src/store/createSchema.ts"
import { mirrorVersion } from "../src/store/schema.ts"
import { Remembered } from "../src/store/Remembered.ts"
import { recordsOfDay } from "../src/store/storedComplaint.ts"
import type { Steps } from "../src/store/steps.ts"
import { digestOf, writeDay } from "../src/store/writeDay.ts"
import { daily, july7, makeMirror, row } from "./mirrors.ts"
import { complaintsOf, tuesday, wednesday } from "./syncs.ts"

const openFile = Effect.gen(function* () {
  const { folder } = yield* makeMirror
  return yield* MirrorFile.open(join(folder, "other.db"), "write")
})

const write = (db: Database, day: string, complaints: ReadonlyArray<PlainComplaint>): Steps<void> =>
  writeDay(db, dayOf(day), complaints, {
    state: "complete",
    why: "",
    source: "service",
    origin: "test",
    key: "test",
    claimed: null,
    fetchedAt: `${day}T00:00:00Z`,
    digest: digestOf(complaints)
  })

describe("transactions of one process", () => {
  it.effect("follow each other, although each of them lets other work run", () =>
    Effect.gen(function* () {
      const file = yield* openFile
      const seen: Array<string> = []
      const add = (name: string) =>
        file.write(function* (db) {
          seen.push(`${name} begins`)
          // Longer than one turn.
          const end = performance.now() + 6
          while (performance.now() < end);
          yield undefined
          db.run("insert into settings values(?, '')", name)
          seen.push(`${name} ends`)
        })
      yield* Effect.all([add("first"), add("second")], { concurrency: 2 })
      assert.deepStrictEqual(seen, ["first begins", "first ends", "second begins", "second ends"])
    }).pipe(Effect.scoped)
  )

  it.effect("leave nothing behind if they are rolled back, so that a later transaction writes the same names", () =>
    Effect.gen(function* () {
      const file = yield* openFile
      const complaints = complaintsOf(tuesday, 2)
      const failed = file.write(function* (db) {
        yield* write(db, tuesday, complaints)
        db.execute("no statement")
      })
      assert.strictEqual((yield* Effect.flip(failed)).problem, "Unusable")
      yield* file.write((db) => write(db, wednesday, complaintsOf(wednesday, 1, { edition: "other" })))
      yield* file.write((db) => write(db, tuesday, complaints))
      assert.deepStrictEqual(yield* file.read((db) => recordsOfDay(db, dayOf(tuesday))), complaints)
    }).pipe(Effect.scoped)
  )
})

describe("a file that another process writes", () => {
  it.effect("is waited for during five seconds, also by a statement outside of a transaction", () =>
    Effect.gen(function* () {
      const file = yield* openFile
      yield* file.execute("pragma user_version")
      const other = new Database(file.path, { readOnly: false, timeout: 0 })
      other.execute("begin immediate")
      const late = yield* Effect.forkChild(Effect.flip(file.execute("create table added(a)")))
      yield* TestClock.adjust("4900 millis")
      assert.isUndefined(late.pollUnsafe())
      yield* TestClock.adjust("200 millis")
      assert.strictEqual((yield* Fiber.join(late)).problem, "Locked")
      other.close()
    }).pipe(Effect.scoped)
  )
})

describe("a full disk", () => {
  it.effect("is reported at once, and the next transaction works when there is space again", () =>
    Effect.gen(function* () {
      const file = yield* openFile
      yield* file.execute("pragma max_page_count = 100")
      const large = "create table large as select zeroblob(1000000) as bytes"
      const executed = yield* Effect.forkChild(Effect.flip(file.execute(large)))
      const written = yield* Effect.forkChild(
        Effect.flip(
          file.write(function* (db) {
            yield undefined
            db.run("insert into settings values('lost', '')")
            db.execute(large)
          })
        )
      )
      yield* Effect.yieldNow
      assert.strictEqual(executed.pollUnsafe()?._tag, "Success", "it does not wait")
      for (const fiber of [executed, written]) {
        const error = yield* Fiber.join(fiber)
        assert.deepStrictEqual([error.problem, error.file], ["Full", file.path])
        assert.include(error.message, `The mirror ${file.path} cannot grow`)
      }
      yield* file.execute("pragma max_page_count = 10000")
      yield* file.write(function* (db) {
        db.run("insert into settings values('kept', '')")
        yield undefined
      })
      const names = yield* file.read(function* (db) {
        return db.rows("select name from settings").map(({ name }) => name)
      })
      assert.deepStrictEqual(names, ["kept"])
    }).pipe(Effect.scoped)
  )
})

describe("a mirror whose log cannot be opened", () => {
  const copied = Effect.gen(function* () {
    const { file, folder, importText } = yield* makeMirror
    yield* importText(july7, daily(row()))
    const copy = join(folder, "copy.db")
    yield* Effect.promise(() => copyFile(file, copy))
    const records = Effect.map(
      Effect.flatMap(Mirror, (mirror) => mirror.count({})),
      ({ value }) => value.records
    )
    return { copy, folder, records: Effect.provide(records, Mirror.layer({ file: copy })) }
  })

  it.effect("is read if it has no log", () =>
    Effect.gen(function* () {
      const { copy, folder, records } = yield* copied
      yield* Effect.promise(() => symlink(join(folder, "missing", "log"), `${copy}-wal`))
      assert.strictEqual(yield* records, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("is not read if the log may have later records", () =>
    Effect.gen(function* () {
      const { copy, records } = yield* copied
      yield* Effect.promise(() => mkdir(`${copy}-wal`))
      const error = yield* Effect.flip(records)
      assert.include(error.message, "it cannot be opened; check the permissions of the file and its folder.")
    }).pipe(Effect.scoped)
  )
})

describe("two processes that create a mirror at once", () => {
  it.effect("do it once", () =>
    Effect.gen(function* () {
      const { file } = yield* makeMirror
      const other = new Database(file, { readOnly: false, timeout: 0 })
      /** Lets the other connection create the mirror just before a transaction begins. */
      class Late extends Database {
        override execute(sql: string): void {
          if (sql === "begin immediate") createSchema(other)
          super.execute(sql)
        }
      }
      const late = new Late(file, { readOnly: false, timeout: 0 })
      createSchema(late)
      assert.strictEqual(versionOf(late), mirrorVersion)
      for (const db of [late, other]) db.close()
    }).pipe(Effect.scoped)
  )
})

describe("a relative path", () => {
  it.effect("is one of the current folder when the mirror is opened", () =>
    Effect.gen(function* () {
      const { file, mirror } = yield* makeMirror
      yield* mirror.compact
      const status = Effect.flatMap(Mirror, (other) => other.status)
      const { path } = yield* Effect.provide(status, Mirror.layer({ file: relative(process.cwd(), file) }))
      assert.strictEqual(path, file)
    }).pipe(Effect.scoped)
  )
})

describe("values that were computed from a file", () => {
  it("are remembered, but never more than 50", () => {
    const db = new Database(":memory:", { readOnly: false, timeout: 0 })
    const remembered = new Remembered<number>()
    for (let count = 1; count <= 120; count++) {
      remembered.of(db).set(`${count}`, count)
      assert.isAtMost(remembered.of(db).size, 50)
    }
    assert.strictEqual(remembered.of(db).get("120"), 120)
    db.close()
  })
})

describe("an error of SQLite", () => {
  const codes = [
    [5, "Locked"],
    // Another process has written since the transaction began reading.
    [517, "Locked"],
    // A connection of this process uses a table.
    [262, "Locked"],
    [26, "Foreign"],
    [14, "Unusable"],
    // An index is damaged.
    [779, "Damaged"],
    [13, "Full"],
    [1032, "Unusable"]
  ] as const

  it.each(codes)("is known by its code, also by an extended one: %i", (errcode, problem) => {
    const error = Object.assign(new Error("no"), { code: "ERR_SQLITE_ERROR", errcode })
    assert.strictEqual(toMirrorError("a.db")(error).problem, problem)
  })

  it("of an extended code has a sentence in place of SQLite's", () => {
    const error = Object.assign(new Error("attempt to write a readonly database"), { code: "ERR", errcode: 1544 })
    assert.include(toMirrorError("a.db")(error).message, "it is read-only, or its folder is.")
  })

  it("is not a mistake of this program, which is thrown again", () => {
    const mistake = new TypeError("no such function")
    assert.throws(() => toMirrorError("a.db")(mistake), mistake)
    const missing = Object.assign(new Error("no access"), { code: "EACCES" })
    assert.strictEqual(toMirrorError("a.db")(missing).message, "The mirror a.db cannot be used: no access.")
    const known = toMirrorError("a.db")(missing)
    assert.strictEqual(toMirrorError("b.db")(known), known)
  })
})
