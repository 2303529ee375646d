import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { raw } from "../src/store/sql.ts"
import { MirrorFile } from "../src/store/MirrorFile.ts"
import { makeMirror } from "./mirrors.ts"

const turns = (count: number): Effect.Effect<void> =>
  Effect.promise(async () => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
  })

it.live("a question that begins while the one before it detaches the file waits for that", () =>
  Effect.gen(function* () {
    const { file: path, importText } = yield* makeMirror
    yield* importText("part.csv", "")
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
