import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { fileURLToPath } from "node:url"
import { vi } from "vitest"
import { lockFile } from "../src/lockFile.ts"
import { openFilesOf } from "./openFiles.ts"

const lockHolder = fileURLToPath(new URL("lockHolder.ts", import.meta.url))

/** A folder, and the path of a lock in it. */
const place = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-lock-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  ),
  (folder) => ({ folder, lock: join(folder, "x.lock") })
)

/** Starts another process that acquires the lock once and holds it, or acquires it several times. */
const otherProcess = (lock: string, times: ReadonlyArray<string> = []) =>
  Effect.acquireRelease(
    Effect.sync(() => spawn(process.execPath, [lockHolder, lock, ...times], { stdio: ["pipe", "pipe", "inherit"] })),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )

const endOf = (child: ReturnType<typeof spawn>) =>
  Effect.callback<number | null>((resume) => {
    child.once("close", (code) => resume(Effect.succeed(code)))
  })

/** Starts another process that holds the lock. */
const holder = (lock: string) =>
  Effect.tap(otherProcess(lock), ({ stdout }) =>
    Effect.callback<void>((resume) => {
      stdout.once("data", () => resume(Effect.void))
    })
  )

/** Whether the lock can be acquired. Releases it again. */
const isFree = (lock: string) => Effect.scoped(lockFile(lock))

/** Acquires the lock, and returns its release. */
const held = Effect.fnUntraced(function* (lock: string) {
  const scope = yield* Scope.make()
  assert.isTrue(yield* lockFile(lock).pipe(Effect.provideService(Scope.Scope, scope)))
  return Scope.close(scope, Exit.void)
})

/** Runs an effect in which SQLite does something else before its next statement. */
const beforeNextStatement = <A, E, R>(first: () => void, effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const { exec } = DatabaseSync.prototype
      const spy = vi.spyOn(DatabaseSync.prototype, "exec")
      return spy.mockImplementationOnce(function (this: DatabaseSync, sql) {
        first()
        exec.call(this, sql)
      })
    }),
    () => effect,
    (spy) => Effect.sync(() => spy.mockRestore())
  )

describe("a locked file", () => {
  it.live("stays locked until the other process is killed, twice, and is removed after its release", () =>
    Effect.gen(function* () {
      const { folder, lock } = yield* place
      for (const episode of ["first", "second"]) {
        const child = yield* holder(lock)
        assert.isFalse(yield* isFree(lock), episode)
        child.kill("SIGKILL")
        yield* endOf(child)
        assert.isTrue(existsSync(lock), "a killed process leaves its file")
        assert.isTrue(yield* isFree(lock), episode)
        assert.deepStrictEqual(readdirSync(folder), [])
      }
    }).pipe(Effect.scoped)
  )

  it.live("is locked for the same process, too, and closed after it was held or refused", () =>
    Effect.gen(function* () {
      const { lock } = yield* place
      const release = yield* held(lock)
      assert.isFalse(yield* isFree(lock))
      assert.isFalse(yield* isFree(lock), "the first attempt did not release it")
      yield* release
      assert.deepStrictEqual(openFilesOf(lock), [])
      assert.isTrue(yield* isFree(lock))
    }).pipe(Effect.scoped)
  )

  it.live("is released without touching the file of another holder, or a folder that replaced it", () =>
    Effect.gen(function* () {
      const { folder, lock } = yield* place
      const releaseFirst = yield* held(lock)
      rmSync(lock)
      const releaseSecond = yield* held(lock)
      yield* releaseFirst
      assert.isFalse(yield* isFree(lock))
      rmSync(lock)
      mkdirSync(lock)
      yield* releaseSecond
      assert.deepStrictEqual([openFilesOf(lock), readdirSync(folder)], [[], ["x.lock"]])
    }).pipe(Effect.scoped)
  )

  it.live("is the one at the path, even if the last holder removed that between opening and locking", () =>
    Effect.gen(function* () {
      const { folder, lock } = yield* place
      writeFileSync(lock, "")
      const release = yield* beforeNextStatement(() => rmSync(lock), held(lock))
      assert.deepStrictEqual(readdirSync(folder), ["x.lock"])
      assert.isFalse(yield* isFree(lock))
      yield* release
      assert.deepStrictEqual([openFilesOf(lock), readdirSync(folder)], [[], []])
    }).pipe(Effect.scoped)
  )

  it.live("is never locked by two of three competing processes, even though each one removes it", () =>
    Effect.gen(function* () {
      const { folder, lock } = yield* place
      const processes = yield* Effect.forEach([1, 2, 3], () => otherProcess(lock, ["20"]))
      const codes = yield* Effect.forEach(processes, endOf, { concurrency: "unbounded" })
      assert.deepStrictEqual(codes, [0, 0, 0])
      assert.deepStrictEqual(readdirSync(folder), [])
    }).pipe(Effect.scoped)
  )

  it.live("is not one that cannot be locked", () =>
    Effect.gen(function* () {
      const { folder, lock } = yield* place
      writeFileSync(lock, "not a database, and longer than the header of one: ".repeat(4))
      for (const path of [lock, join(folder, "none", "x.lock")]) {
        assert.isTrue(Exit.isFailure(yield* Effect.exit(isFree(path))), path)
        assert.deepStrictEqual(openFilesOf(path), [])
      }
    }).pipe(Effect.scoped)
  )
})
