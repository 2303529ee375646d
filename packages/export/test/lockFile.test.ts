import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { vi } from "vitest"
import { holdLock } from "../src/lock.ts"
import { folder, namesIn } from "./exporting.ts"
import { openFilesOf } from "../../files/test/openFiles.ts"

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

const take = (lock: string) => Effect.scoped(holdLock(lock, "july.csv"))

describe("a lock file", () => {
  it.live("is locked again if the last holder removed it before it was locked", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const lock = join(path, "x.exporting")
      const scope = yield* Scope.make()
      const hold = holdLock(lock, "july.csv").pipe(Effect.provideService(Scope.Scope, scope))
      yield* beforeNextStatement(() => rmSync(lock), hold)
      assert.deepStrictEqual(yield* namesIn(path), ["x.exporting"])
      assert.strictEqual((yield* Effect.flip(take(lock))).reason, "TargetConflict")
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(yield* namesIn(path), [])
      yield* take(lock)
      assert.deepStrictEqual(openFilesOf(path), [])
    })
  )

  it.live("is closed after the lock was held or refused", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const lock = join(path, "x.exporting")
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* holdLock(lock, "july.csv")
          yield* Effect.flip(take(lock))
        })
      )
      assert.deepStrictEqual(openFilesOf(path), [])
    })
  )

  const refusals: ReadonlyArray<readonly [what: string, errcode: unknown, message: string]> = [
    ["a full disk", 13, "there is no space left (ENOSPC). The records written so far are kept."],
    [
      "a file system without locks",
      // An extended code: locking failed.
      10 + 15 * 256,
      "it cannot be locked; its file system may not support locks. Choose another path"
    ],
    ["another error", 11, "SQLite said no. Choose another path"],
    ["an error without a code of SQLite", "10", "SQLite said no. Choose another path"]
  ]
  for (const [what, errcode, message] of refusals) {
    it.live(`names ${what}`, () =>
      Effect.gen(function* () {
        const path = yield* folder
        const fail = () => {
          throw Object.assign(new Error("SQLite said no"), { errcode })
        }
        const lock = join(path, "x.exporting")
        const failure = yield* Effect.flip(beforeNextStatement(fail, take(lock)))
        assert.strictEqual(failure.reason, "WriteFailed")
        assert.include(failure.message, `july.csv cannot be written: ${message}`)
        assert.deepStrictEqual(openFilesOf(path), [])
      })
    )
  }

  it.live("belongs to another export if it is busy", () =>
    Effect.gen(function* () {
      const lock = join(yield* folder, "x.exporting")
      const fail = () => {
        throw Object.assign(new Error("SQLite said no"), { errcode: 5 + 256 })
      }
      assert.strictEqual((yield* Effect.flip(beforeNextStatement(fail, take(lock)))).reason, "TargetConflict")
      yield* take(lock)
    })
  )

  it.live("is released even if it cannot be removed", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const lock = join(path, "x.exporting")
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* holdLock(lock, "july.csv")
          rmSync(lock)
          mkdirSync(lock)
        })
      )
      assert.deepStrictEqual(openFilesOf(path), [])
    })
  )
})
