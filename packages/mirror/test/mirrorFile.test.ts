import { spawn } from "node:child_process"
import { once } from "node:events"
import { readdir, utimes, writeFile } from "node:fs/promises"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Mirror } from "@public-records/mirror"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { openFilesOf } from "../../files/test/openFiles.ts"
import { toMirrorError } from "../src/MirrorError.ts"
import { type Database, text } from "../src/store/Database.ts"
import { makeWay } from "../src/store/fileLock.ts"
import { memoryStore } from "../src/store/privateStore.ts"
import { MirrorFile } from "../src/store/MirrorFile.ts"
import { raw, sql } from "../src/store/sql.ts"
import type { Store } from "../src/store/Store.ts"
import { makeMirror } from "./mirrors.ts"

const openFile = Effect.gen(function* () {
  const { folder } = yield* makeMirror
  return yield* MirrorFile.open(join(folder, "other.duckdb"), "write")
})

const stores = [
  ["a file", openFile],
  ["memory", memoryStore()]
] as const

const insert = (db: Database, name: string) => db.run(sql`insert into meta values(${name}, '')`)

const add = (store: Store, name: string) => store.write((db) => insert(db, name))

const namesIn = (db: Database) =>
  Effect.map(db.rows(raw("select name from meta where length(name) = 1 order by name")), (rows) =>
    rows.map((row) => text(row, "name"))
  )

/** Runs for several seconds, unless it is interrupted. */
const long = (db: Database) => db.rows(raw("select count(*) from range(100000000000)"))

describe.each(stores)("changes of %s", (_, open) => {
  it.effect("follow each other", () =>
    Effect.gen(function* () {
      const store = yield* open
      const seen: Array<string> = []
      const slowly = (name: string) =>
        store.write((db) =>
          Effect.gen(function* () {
            seen.push(`${name} begins`)
            yield* insert(db, name)
            seen.push(`${name} ends`)
          })
        )
      yield* Effect.all([slowly("a"), slowly("b")], { concurrency: 2 })
      assert.deepStrictEqual(seen, ["a begins", "a ends", "b begins", "b ends"])
    }).pipe(Effect.scoped)
  )

  it.effect("are rolled back if they fail or are interrupted, and the next one does not wait", () =>
    Effect.gen(function* () {
      const store = yield* open
      const failing = store.write((db) => Effect.andThen(insert(db, "x"), Effect.fail("no")))
      assert.strictEqual(yield* Effect.flip(failing), "no")
      const begun = yield* Deferred.make<void>()
      const writing = yield* Effect.forkChild(
        store.write((db) =>
          insert(db, "y").pipe(Effect.andThen(Deferred.succeed(begun, undefined)), Effect.andThen(long(db)))
        )
      )
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(writing)
      yield* add(store, "a")
      assert.deepStrictEqual(yield* store.read(namesIn), ["a"])
    }).pipe(Effect.scoped)
  )
})

describe.each(stores)("a change of %s", (_, open) => {
  it.effect("waits for the questions before it, and later questions wait for it", () =>
    Effect.gen(function* () {
      const store = yield* open
      yield* add(store, "a")
      const [asked, answer] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const seen: Array<string> = []
      const see = (name: string) => Effect.sync(() => void seen.push(name))
      const first = store.read(() =>
        Deferred.succeed(asked, undefined).pipe(Effect.andThen(Deferred.await(answer)), Effect.andThen(see("first")))
      )
      const fibers = [yield* Effect.forkChild(first)]
      yield* Deferred.await(asked)
      fibers.push(yield* Effect.forkChild(store.write(() => see("change"))))
      yield* Effect.yieldNow
      fibers.push(yield* Effect.forkChild(store.read(() => see("later"))))
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))
      yield* Deferred.succeed(answer, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
      assert.deepStrictEqual(seen, ["first", "change", "later"])
    }).pipe(Effect.scoped)
  )
})

describe.each(stores)("a question to %s", (_, open) => {
  it.effect("sees one state, and the next one sees what was written meanwhile", () =>
    Effect.gen(function* () {
      const store = yield* open
      yield* add(store, "a")
      const twice = store.read((db) =>
        Effect.gen(function* () {
          const before = yield* namesIn(db)
          const writing = yield* Effect.forkDetach(add(store, "b"))
          yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 50)))
          return { before, after: yield* namesIn(db), writing }
        })
      )
      const { after, before, writing } = yield* twice
      yield* Fiber.join(writing)
      assert.deepStrictEqual([before, after, yield* store.read(namesIn)], [["a"], ["a"], ["a", "b"]])
    }).pipe(Effect.scoped)
  )

  it.effect(
    "is answered at the same time as others, more than there are places for, and after one that is interrupted",
    () =>
      Effect.gen(function* () {
        const store = yield* open
        yield* add(store, "a")
        const endless = yield* Effect.forkChild(store.read(long))
        const many = Effect.all(
          Array.from({ length: 20 }, () => store.read(namesIn)),
          { concurrency: 20 }
        )
        assert.deepStrictEqual(new Set((yield* many).flat()), new Set(["a"]))
        yield* Fiber.interrupt(endless)
        assert.deepStrictEqual(yield* store.read(namesIn), ["a"])
      }).pipe(Effect.scoped)
  )
})

describe("a file", () => {
  it.effect("is closed after each use, and nothing remains beside it", () =>
    Effect.gen(function* () {
      const file = yield* openFile
      yield* add(file, "a")
      assert.deepStrictEqual(openFilesOf(file.path), [])
      yield* file.read(namesIn)
      assert.deepStrictEqual(openFilesOf(file.path), [])
      yield* Effect.ignore(file.write(() => Effect.fail("no")))
      assert.deepStrictEqual(openFilesOf(file.path), [])
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(join(file.path, ".."))), ["other.duckdb"])
    }).pipe(Effect.scoped)
  )

  it.effect("of another kind is refused, and an empty one is missing", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeMirror
      for (const [contents, problem] of [
        ["no database, ".repeat(20), "Foreign"],
        [`SQLite format 3\0${" ".repeat(4080)}`, "Foreign"],
        ["", "Missing"]
      ] as const) {
        const path = join(folder, "other.duckdb")
        yield* Effect.promise(() => writeFile(path, contents))
        assert.strictEqual((yield* Effect.flip(MirrorFile.open(path, "read"))).problem, problem)
        assert.deepStrictEqual(openFilesOf(path), [])
      }
    }).pipe(Effect.scoped)
  )

  it.effect("with a relative path is one of the current folder when the mirror is opened", () =>
    Effect.gen(function* () {
      const { file, mirror } = yield* makeMirror
      yield* mirror.compact
      const status = Effect.flatMap(Mirror, (other) => other.status)
      const { path } = yield* Effect.provide(status, Mirror.layer({ file: relative(process.cwd(), file) }))
      assert.strictEqual(path, file)
    }).pipe(Effect.scoped)
  )
})

describe("a file that another process writes", () => {
  /** Starts a process that holds a file. Returns it when it does. */
  const hold = (path: string, millis: number) =>
    Effect.acquireRelease(
      Effect.promise(async () => {
        const program = fileURLToPath(new URL("sharing/holdFile.ts", import.meta.url))
        const child = spawn(process.execPath, [program, path, String(millis)], { stdio: ["ignore", "pipe", "inherit"] })
        await once(child.stdout, "data")
        return child
      }),
      (child) => Effect.sync(() => child.kill())
    )

  it.live("is waited for", () =>
    Effect.gen(function* () {
      const file = yield* openFile
      yield* add(file, "a")
      yield* hold(file.path, 400)
      yield* add(file, "b")
      assert.deepStrictEqual(yield* file.read(namesIn), ["a", "b"])
    }).pipe(Effect.scoped)
  )

  it.live("is locked after five seconds, by a process that is named", () =>
    Effect.gen(function* () {
      const file = yield* openFile
      yield* add(file, "a")
      const { pid } = yield* hold(file.path, 60_000)
      const error = yield* Effect.flip(file.read(namesIn))
      assert.strictEqual(error.problem, "Locked")
      assert.include(error.message, `It is process ${pid}.`)
    }).pipe(Effect.scoped)
  )
})

describe("a process that waits for a file", () => {
  it.effect("is made way for, but not for longer than a second after it was killed", () =>
    Effect.gen(function* () {
      const { file } = yield* makeMirror
      const waits = () => Exit.isFailure(Effect.runSyncExit(makeWay(file)))
      assert.isFalse(waits())
      yield* Effect.promise(() => writeFile(`${file}-waiting`, ""))
      assert.isTrue(waits())
      const killed = (Date.now() - 1_001) / 1000
      yield* Effect.promise(() => utimes(`${file}-waiting`, killed, killed))
      assert.isFalse(waits())
    }).pipe(Effect.scoped)
  )
})

describe("an error of the engine", () => {
  const messages = [
    ["IO Error: Could not set lock on file: Conflicting lock is held in node (PID 7)", "Locked"],
    ["IO Error: The file exists, but it is not a valid DuckDB database file!", "Foreign"],
    ["TransactionContext Error: Failed to commit: Could not write file: No space left on device", "Full"],
    ["IO Error: Corrupt database file: computed checksum 1 does not match stored checksum 2", "Damaged"],
    ["Catalog Error: Table with name days does not exist!", "Damaged"],
    ["IO Error: Cannot open file: Permission denied", "Unusable"]
  ] as const

  it.each(messages)("has a problem: %s", (message, problem) => {
    assert.strictEqual(toMirrorError("a.duckdb")(new Error(message)).problem, problem)
  })

  it("is not a mistake of this program, which is thrown again", () => {
    const mistake = new TypeError("no such function")
    assert.throws(() => toMirrorError("a.duckdb")(mistake), mistake)
    const missing = Object.assign(new Error("no access"), { code: "EACCES" })
    assert.strictEqual(toMirrorError("a.duckdb")(missing).message, "The mirror a.duckdb cannot be used: no access.")
    const known = toMirrorError("a.duckdb")(missing)
    assert.strictEqual(toMirrorError("b.duckdb")(known), known)
  })
})
