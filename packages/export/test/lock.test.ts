import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { spawn } from "node:child_process"
import { existsSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { holdLock } from "../src/lock.ts"
import { folder, namesIn } from "./exporting.ts"

const lockHolder = fileURLToPath(new URL("lockHolder.ts", import.meta.url))

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
const isFree = (lock: string) => Effect.map(Effect.exit(Effect.scoped(holdLock(lock, "x"))), Exit.isSuccess)

const held = Effect.fnUntraced(function* (lock: string) {
  const scope = yield* Scope.make()
  yield* holdLock(lock, "x").pipe(Effect.provideService(Scope.Scope, scope))
  return Scope.close(scope, Exit.void)
})

describe("the lock of an export", () => {
  it.live("is held until the other process is killed, twice, and leaves no file after its release", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const lock = join(path, "x.exporting")
      for (const episode of ["first", "second"]) {
        const child = yield* holder(lock)
        assert.isFalse(yield* isFree(lock), episode)
        child.kill("SIGKILL")
        yield* endOf(child)
        assert.isTrue(existsSync(lock), "a killed process leaves its file")
        assert.isTrue(yield* isFree(lock), episode)
        assert.deepStrictEqual(yield* namesIn(path), [])
      }
    }).pipe(Effect.scoped)
  )

  it.live("excludes a second export in the same process until it is released", () =>
    Effect.gen(function* () {
      const lock = join(yield* folder, "x.exporting")
      const release = yield* held(lock)
      const refused = yield* Effect.flip(Effect.scoped(holdLock(lock, "july.csv")))
      assert.strictEqual(refused.reason, "TargetConflict")
      assert.match(refused.message, /^Another export is writing to july\.csv\. Wait/)
      yield* release
      assert.isTrue(yield* isFree(lock))
    }).pipe(Effect.scoped)
  )

  it.live("is released without touching the lock of another export", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const lock = join(path, "x.exporting")
      const releaseFirst = yield* held(lock)
      rmSync(lock)
      const releaseSecond = yield* held(lock)
      yield* releaseFirst
      assert.isFalse(yield* isFree(lock))
      yield* releaseSecond
      assert.isTrue(yield* isFree(lock))
      assert.deepStrictEqual(yield* namesIn(path), [])
    }).pipe(Effect.scoped)
  )

  it.live("is never held by two of three competing processes, even though each one removes the file", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const lock = join(path, "x.exporting")
      const processes = yield* Effect.forEach([1, 2, 3], () => otherProcess(lock, ["20"]))
      const codes = yield* Effect.forEach(processes, endOf, { concurrency: "unbounded" })
      assert.deepStrictEqual(codes, [0, 0, 0])
      assert.deepStrictEqual(yield* namesIn(path), [])
    }).pipe(Effect.scoped)
  )

  it.live("names the reason why it cannot be acquired", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const missing = yield* Effect.flip(Effect.scoped(holdLock(join(path, "none", "x.exporting"), "none/x")))
      assert.match(missing.message, /^none\/x cannot be written: its folder does not exist \(ENOENT\)\. Choose/)
      const other = join(path, "x.exporting")
      writeFileSync(other, "not a database, and longer than the header of one: ".repeat(4))
      const notALock = yield* Effect.flip(Effect.scoped(holdLock(other, "x")))
      assert.strictEqual(notALock.reason, "WriteFailed")
      assert.match(notALock.message, /file is not a database/)
    }).pipe(Effect.scoped)
  )
})
