/**
 * Acquires a lock the given number of times, or holds it until killed. While it holds the lock, it creates a folder, which fails
 * if another process also holds the lock.
 */
import { Effect } from "effect"
import { mkdirSync, rmdirSync } from "node:fs"
import { lockFile } from "../src/lockFile.ts"

const [lock = "", times] = process.argv.slice(2)

const marked = Effect.sync(() => {
  mkdirSync(`${lock}.marker`)
  rmdirSync(`${lock}.marker`)
})

const keep = Effect.andThen(
  Effect.sync(() => {
    // An open input keeps the process alive.
    process.stdin.resume()
    process.stdout.write("locked\n")
  }),
  Effect.never
)

const program = Effect.gen(function* () {
  if (times === undefined) return yield* Effect.scoped(Effect.andThen(lockFile(lock), keep))
  for (let taken = 0; taken < Number(times);) {
    const once = Effect.tap(lockFile(lock), (isHeld) => (isHeld ? marked : Effect.void))
    if (yield* Effect.scoped(once)) taken++
  }
})

await Effect.runPromise(program)
