import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { openFilesOf } from "../../files/test/openFiles.ts"
import { Database, text } from "../src/store/Database.ts"
import { createSchema } from "../src/store/createSchema.ts"
import { MirrorFile } from "../src/store/MirrorFile.ts"
import type { Steps } from "../src/store/steps.ts"
import { makeMirror } from "./mirrors.ts"

const openFile = Effect.gen(function* () {
  const { folder } = yield* makeMirror
  return yield* MirrorFile.open(join(folder, "other.db"), "write")
})
const add = (file: MirrorFile, name: string) =>
  file.write(function* (db) {
    yield undefined
    db.run("insert into settings values(?, '')", name)
  })

function* namesIn(db: Database): Steps<ReadonlyArray<string>> {
  yield undefined
  return db.rows("select name from settings order by name").map((row) => text(row, "name"))
}

/** Work that never ends. `begun` is called once. */
function* endless(begun: () => void): Steps<never> {
  begun()
  for (;;) {
    // Longer than one turn.
    const end = performance.now() + 6
    while (performance.now() < end);
    yield undefined
  }
}

/** Reads that take more than one turn, so that they run at the same time. */
const readsAtOnce = (file: MirrorFile, count: number) => {
  const read = file.read(function* (db) {
    const names = yield* namesIn(db)
    const end = performance.now() + 6
    while (performance.now() < end);
    yield undefined
    return names
  })
  return Effect.all(
    Array.from({ length: count }, () => read),
    { concurrency: count }
  )
}

describe("a read", () => {
  it.effect("sees one state of the file, and the next one sees what was written meanwhile", () =>
    Effect.gen(function* () {
      const file = yield* openFile
      yield* add(file, "a")
      const other = new Database(file.path, { readOnly: false, timeout: 0 })
      const twice = file.read(function* (db) {
        const before = yield* namesIn(db)
        other.run("insert into settings values('b', '')")
        return [before, yield* namesIn(db)]
      })
      assert.deepStrictEqual(yield* twice, [["a"], ["a"]])
      assert.deepStrictEqual(yield* file.read(namesIn), ["a", "b"])
      assert.deepStrictEqual(file.readNow(namesIn), ["a", "b"])
      other.close()
    }).pipe(Effect.scoped)
  )

  it.effect("that is interrupted or fails leaves no old state to later ones", () =>
    Effect.gen(function* () {
      const file = yield* openFile
      yield* add(file, "a")
      const begun = Promise.withResolvers<void>()
      const reading = yield* Effect.forkChild(
        file.read(function* (db) {
          yield* namesIn(db)
          return yield* endless(() => begun.resolve())
        })
      )
      yield* Effect.promise(() => begun.promise)
      yield* Fiber.interrupt(reading)
      assert.deepStrictEqual(yield* file.read(namesIn), ["a"])
      const failing = (db: Database) => db.execute("no statement")
      const failed = file.read(function* (db) {
        yield* namesIn(db)
        failing(db)
      })
      assert.strictEqual((yield* Effect.flip(failed)).problem, "Unusable")
      assert.deepStrictEqual(yield* file.read(namesIn), ["a"])
      assert.throws(() =>
        file.readNow(function* (db) {
          yield* namesIn(db)
          failing(db)
        })
      )
      yield* add(file, "b")
      const names = yield* readsAtOnce(file, 3)
      assert.deepStrictEqual(names, [
        ["a", "b"],
        ["a", "b"],
        ["a", "b"]
      ])
    }).pipe(Effect.scoped)
  )
})

describe("the connections of a file", () => {
  it.effect("are all closed with it: those of reads at the same time, and the one that writes", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeMirror
      const path = join(folder, "other.db")
      for (const access of ["write", "write", "read"] as const) {
        yield* Effect.scoped(
          Effect.gen(function* () {
            const file = yield* MirrorFile.open(path, access)
            if (access === "write") yield* add(file, `${performance.now()}`)
            for (let times = 0; times < 2; times++) yield* readsAtOnce(file, 4)
            file.readNow(namesIn)
          })
        )
        assert.deepStrictEqual(openFilesOf(path), [])
      }
    }).pipe(Effect.scoped)
  )

  it.effect("are closed if it cannot be used", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeMirror
      const path = join(folder, "other.db")
      yield* Effect.promise(() => writeFile(path, "no database, ".repeat(20)))
      for (const access of ["read", "write"] as const) {
        yield* Effect.flip(Effect.scoped(MirrorFile.open(path, access)))
        assert.deepStrictEqual(openFilesOf(path), [])
      }
    }).pipe(Effect.scoped)
  )
})

describe("a transaction that is interrupted", () => {
  it.effect("is rolled back, and the next one does not wait for it", () =>
    Effect.gen(function* () {
      const file = yield* openFile
      for (const name of ["a", "b"]) {
        const begun = Promise.withResolvers<void>()
        const writing = yield* Effect.forkChild(
          file.write(function* (db) {
            db.run("insert into settings values('lost', '')")
            yield* endless(() => begun.resolve())
          })
        )
        yield* Effect.promise(() => begun.promise)
        yield* Fiber.interrupt(writing)
        yield* add(file, name)
      }
      assert.deepStrictEqual(yield* file.read(namesIn), ["a", "b"])
    }).pipe(Effect.scoped)
  )
})

describe("a statement that cannot be part of a transaction", () => {
  it.effect("is run after the transaction that is open, and before the next one", () =>
    Effect.gen(function* () {
      const file = yield* openFile
      yield* add(file, "a")
      const begun = Promise.withResolvers<void>()
      const writing = yield* Effect.forkChild(
        file.write(function* (db) {
          db.run("insert into settings values('b', '')")
          begun.resolve()
          for (let times = 0; times < 3; times++) {
            const end = performance.now() + 6
            while (performance.now() < end);
            yield undefined
          }
        })
      )
      yield* Effect.promise(() => begun.promise)
      yield* Effect.all([file.execute("vacuum"), add(file, "c")], { concurrency: 2 })
      yield* Fiber.join(writing)
      assert.deepStrictEqual(yield* file.read(namesIn), ["a", "b", "c"])
    }).pipe(Effect.scoped)
  )
})

describe("a mirror that another process is creating", () => {
  it.effect("is waited for", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeMirror
      const path = join(folder, "other.db")
      const other = new Database(path, { readOnly: false, timeout: 0 })
      other.execute("begin exclusive")
      const file = yield* MirrorFile.open(path, "write")
      const waiting = yield* Effect.forkChild(file.read(namesIn))
      yield* TestClock.adjust("4 seconds")
      assert.isUndefined(waiting.pollUnsafe())
      other.execute("rollback")
      createSchema(other)
      other.close()
      yield* TestClock.adjust("100 millis")
      assert.deepStrictEqual(yield* Fiber.join(waiting), [])
    }).pipe(Effect.scoped)
  )

  it.effect("is missing for those that only read it, as long as it is empty", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeMirror
      const path = join(folder, "other.db")
      yield* Effect.promise(() => writeFile(path, ""))
      assert.strictEqual((yield* Effect.flip(MirrorFile.open(path, "read"))).problem, "Missing")
    }).pipe(Effect.scoped)
  )
})
