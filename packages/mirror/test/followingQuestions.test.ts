import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import type { Database } from "../src/store/Database.ts"
import { raw } from "../src/store/sql.ts"
import { memoryStore } from "../src/store/privateStore.ts"
import { MirrorFile } from "../src/store/MirrorFile.ts"
import { daily, july7, makeMirror, row } from "./mirrors.ts"

/** Runs for several minutes, unless it is interrupted. */
const minutes = "select sum(hash(a.i + b.i)) from range(1000000) a(i), range(30000) b(i)"

const turns = (count: number): Effect.Effect<void> =>
  Effect.promise(async () => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
  })

it.live("a question that begins while the one before it detaches the file waits for that", () =>
  Effect.gen(function* () {
    const { file: path, importText } = yield* makeMirror
    yield* importText(july7, daily(row()))
    const file = yield* MirrorFile.open(path, "write")
    const ask = file.read((db) => db.first(raw("select 1 as one")))
    for (let count = 0; count < 60; count++) {
      const answered = yield* Deferred.make<void>()
      const first = yield* Effect.forkChild(file.read(() => Deferred.succeed(answered, undefined)))
      yield* Deferred.await(answered)
      // After one of these numbers of turns, the first question is detaching the file.
      yield* turns(count)
      assert.deepStrictEqual(yield* ask, { one: 1 }, `${count} turns`)
      yield* Fiber.join(first)
    }
  }).pipe(Effect.scoped)
)

const openFile = Effect.gen(function* () {
  const { file, importText } = yield* makeMirror
  yield* importText(july7, daily(row()))
  return yield* MirrorFile.open(file, "read")
})

it.live.each([
  ["a file", openFile],
  ["memory", memoryStore()]
] as const)("%s that is closed waits for its question, which may be being interrupted", ([, open]) =>
  Effect.gen(function* () {
    for (let count = 0; count < 20; count++) {
      const scope = yield* Scope.make()
      const opened = yield* Scope.provide(open, scope)
      const begun = yield* Deferred.make<void>()
      const long = (db: Database) => Effect.andThen(Deferred.succeed(begun, undefined), db.rows(raw(minutes)))
      // Nobody waits for its end, as when a program quits.
      const question = Effect.runFork(opened.read(long))
      yield* Deferred.await(begun)
      yield* Effect.sleep(count)
      question.interruptUnsafe()
      yield* Scope.close(scope, Exit.void)
      assert.isDefined(question.pollUnsafe())
    }
  }).pipe(Effect.scoped)
)
